/** A JSON web token, in whatever case it has come to be written. */
const webToken = /\bey[a-z0-9_-]{8,}\.[a-z0-9_-]*(\.[a-z0-9_-]*)*/gi;

/** Headers whose value is a secret, or an address that may hold one. */
const secretHeader =
  /token|secret|key|auth|cookie|jwt|assertion|credential|password|session|signature|^cf-access-|client-cert|referer|ur[il]/;

/** What stands in place of a secret. */
const redacted = "[redacted]";

/** Takes secrets out of a text, in whatever case and also percent-encoded. Shorter ones than four characters stay. */
export function scrub(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= 4)
    .flatMap((secret) => [secret, encodeURIComponent(secret)]);
  const known = forms
    .toSorted((a, b) => b.length - a.length)
    .map(literal)
    .join("|");
  const scrubbed = text.replace(webToken, redacted);
  return known === "" ? scrubbed : scrubbed.replace(new RegExp(known, "gi"), redacted);
}

/** Headers as they may be shown. */
export function redactHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretHeader.test(name) ? redacted : String(value)]),
  );
}

/** The words of ways that clients are known to try. Any other part of a path might be a secret. */
const knownParts = new Set([
  ...["", "mcp", "sse", "messages", "healthz", "health", "favicon.ico", "robots.txt"],
  ...[".well-known", "oauth-protected-resource", "oauth-authorization-server", "openid-configuration"],
  ...["authorize", "token", "register"],
]);

/** A request's path as it may be shown: without its query and without parts that are not known. */
export function redactPath(url: string): string {
  const [path = ""] = url.split(/[?#]/);
  return path
    .split("/")
    .map((part) => (knownParts.has(part) ? part : "*"))
    .join("/");
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
