/** BOM, CRLF, a separator that ends no line, emoji, a lone CR, a NUL, and no line end at the end. */
export const strange = "\ufeff---\r\ntags: x\r\n---\r\none\u2028still one\r\n- [ ] [[t]] 😀\rtwo\r\n\u0000\u0085\tlast";

/** A way to edit each page, and what the strange page comes to be. */
export const edits: readonly (readonly [tool: string, args: object, outcome: string])[] = [
  ["append_to_page", { text: "new\r\n" }, `${strange}\nnew\r\n`],
  ["prepend_to_page", { content: "new" }, strange.replace("---\r\none", "---\r\nnew\none")],
  ["prepend_to_page", { content: "new\r\n", position: "top" }, strange.replace("\ufeff", "\ufeffnew\r\n")],
  [
    "patch_page_lines",
    { start_line: 4, end_line: 4, new_content: "new" },
    strange.replace("one\u2028still one", "new"),
  ],
  [
    "patch_page_lines",
    { start_line: 6, end_line: 6, new_content: "new" },
    strange.replace("\u0000\u0085\tlast", "new"),
  ],
  ["patch_page_lines", { start_line: 6, end_line: 6, new_content: "" }, strange.replace("\r\n\u0000\u0085\tlast", "")],
  ["patch_page_replace", { find: "still one", new_string: "$&" }, strange.replace("still one", () => "$&")],
  ["check_task", { ref: "t" }, strange.replace("[ ]", "[x]")],
  ["check_task", { ref: "t", state: "cancelled" }, strange.replace("[ ]", "[X]")],
];
