/** A way in which two texts may differ and yet read the same. `several` is any of the others at once. */
export type FoldingKind =
  | "line_endings"
  | "punctuation"
  | "spaces"
  | "zero_width"
  | "normalization"
  | "letter_case"
  | "blanks"
  | "several";

export interface Folding {
  readonly kind: FoldingKind;
  /**
   * Takes the difference out of a text. What comes before a letter or digit and what begins with it are folded alike
   * together and apart.
   */
  readonly fold: (text: string) => string;
}

const lineEndings: Folding = {
  kind: "line_endings",
  fold: (text) => text.replaceAll("\r\n", "\n").replaceAll("\r", "\n"),
};

const punctuation: Folding = {
  kind: "punctuation",
  fold: (text) =>
    text
      .replace(/[\u00ab\u00bb\u201c-\u201f\u2033]/g, '"')
      .replace(/[\u2018-\u201b\u2032\u2039\u203a]/g, "'")
      .replace(/[-\u2010-\u2015\u2212]+/g, "-")
      .replaceAll("\u2026", "..."),
};

const spaces: Folding = {
  kind: "spaces",
  fold: (text) => text.replace(/[^\P{Space_Separator} ]/gu, " "),
};

/** The ignorable letters are Hangul fillers, which have a width. */
const zeroWidth: Folding = {
  kind: "zero_width",
  fold: (text) => text.replace(/[^\P{Default_Ignorable_Code_Point}\p{Letter}]/gu, ""),
};

const normalization: Folding = {
  kind: "normalization",
  fold: (text) => text.normalize("NFD"),
};

/** The final sigma is the one letter that lower-casing chooses by its neighbours. */
const letterCase: Folding = {
  kind: "letter_case",
  fold: (text) => text.toLowerCase().replaceAll("ς", "σ"),
};

const blanks: Folding = {
  kind: "blanks",
  fold: (text) => text.replace(/[\t-\r]/g, " ").replace(/ {2,}/g, " "),
};

/** Each difference alone, the least first. */
export const foldings: readonly Folding[] = [
  lineEndings,
  punctuation,
  spaces,
  zeroWidth,
  normalization,
  letterCase,
  blanks,
];

/** In such an order that texts which any one of them makes equal are equal after all. */
const together = [zeroWidth, normalization, letterCase, punctuation, spaces, lineEndings, blanks];

export const several: Folding = {
  kind: "several",
  fold: (text) => together.reduce((folded, { fold }) => fold(folded), text),
};
