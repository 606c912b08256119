/** Planes 0 and 1 hold all letters that have two cases. */
const points = 0x20000;
/** Foldings that were worked out; 0 where none was asked for. */
const known = new Uint32Array(points);

/** The dotless ı, which only Turkish takes for an i, and pairs that are one letter but have no capital. */
const special = new Map([
  [0x131, 0x131],
  [0x1fd3, 0x390],
  [0x1fe3, 0x3b0],
  [0xfb05, 0xfb06],
]);

/** A code point that is the same for all that are equal by Unicode's simple case folding. */
export function foldCase(point: number): number {
  if (point < 0x80) return point >= 0x41 && point <= 0x5a ? point + 0x20 : point;
  if (point >= points) return point;
  if (known[point] === 0) known[point] = special.get(point) ?? toLower(toUpper(point));
  return known[point] as number;
}

function toUpper(point: number): number {
  return single(String.fromCodePoint(point).toUpperCase()) ?? point;
}

function toLower(point: number): number {
  return single(String.fromCodePoint(point).toLowerCase()) ?? point;
}

/** The code point of a text that has only one. */
function single(text: string): number | null {
  const first = text.codePointAt(0) as number;
  return String.fromCodePoint(first) === text ? first : null;
}
