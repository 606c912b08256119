/** An address as it may be shown: without credentials. */
export function shownUrl(url: URL): string {
  const shown = new URL(url);
  if (shown.username !== "") shown.username = "***";
  if (shown.password !== "") shown.password = "***";
  return shown.href.replace(/\/$/, "");
}
