const types: Readonly<Record<string, string>> = {
  css: "text/css",
  heic: "image/heic",
  html: "text/html",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
};

/** The media type that goes with a file's name. */
export function contentType(name: string): string {
  const last = name.slice(name.lastIndexOf("/") + 1);
  const dot = last.lastIndexOf(".");
  return (dot > 0 && types[last.slice(dot + 1).toLowerCase()]) || "application/octet-stream";
}

/** Whether the newer servers let a browser show it in place. */
export function isInline(type: string): boolean {
  return type !== "image/svg+xml" && (/^(image|video|audio)\//.test(type) || type === "application/pdf");
}
