const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{') as unknown as [
  number,
  number,
  number,
  number,
  number,
];

/**
 * About how many values a JSON text holds, counted without parsing it, up to `most` and one more. A short line can be
 * read into objects that take a hundred times its bytes; this tells before it is.
 */
export function countValues(line: Buffer, most: number): number {
  let count = 1;
  for (let at = 0; at < line.length && count <= most; at++) {
    const byte = line[at];
    if (byte === quote) at = endOfString(line, at);
    else if (byte === comma || byte === bracket || byte === brace) count++;
  }
  return count;
}

/** Where the string that begins at `start` ends; past the line when it does not. */
function endOfString(line: Buffer, start: number): number {
  for (let end = line.indexOf(quote, start + 1); end !== -1; end = line.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (line[end - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return line.length;
}
