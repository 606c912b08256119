/** The lines of a text with their ends. Only LF ends a line; joined they are the text, and a final LF begins no line. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at) + 1 || text.length;
    lines.push(text.slice(at, end));
    at = end;
  }
  return lines;
}

/** What ends a line: LF, CRLF, or nothing at the end of a text. */
export function lineEnd(line: string): "\n" | "\r\n" | "" {
  if (line.endsWith("\r\n")) return "\r\n";
  return line.endsWith("\n") ? "\n" : "";
}
