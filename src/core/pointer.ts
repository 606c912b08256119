/** A JSON pointer as a caller would write the place: `/derived_from/1/spans/2` as `derived_from[1].spans[2]`. */
export function inWords(pointer: string): string {
  return pointer
    .slice(1)
    .replace(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
}
