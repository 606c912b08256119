import t from "tap";
import { codeFences } from "../../../src/core/text/code-fences.ts";
import { cpuTime } from "./cpu-time.ts";

/** The lines of a text that belong to a code block, as a string of `#` and `.`. */
function codeLines(lines: readonly string[], eol: string): string {
  const isCode = codeFences();
  return lines.map((line, at) => (isCode(at === lines.length - 1 ? line : line + eol) ? "#" : ".")).join("");
}

const cases: [promise: string, lines: string[], code: string][] = [
  ["both characters make fences", ["```", "x", "```", "~~~", "x", "~~~", "x"], "######."],
  ["an info string may follow", ["```js `", "x", "~~~ `a` ~", "y", "~~~", "``` js", "z"], "..#####"],
  ["a fence closes one of its own character only", ["```", "~~~", "x", "```", "x"], "####."],
  ["a fence closes one that is not longer", ["````", "```", "`````", "x"], "###."],
  ["a closing fence has no info string", ["```", "``` js", "```  \t", "x"], "###."],
  ["an unclosed one runs to the end", ["x", "```", "", "- [ ] x", "y"], ".####"],
  ["fewer than three are none", ["``", "x", "``"], "..."],
  ["up to three blanks stand before a fence", ["   ```", "x", "   ```", "x"], "###."],
  ["four make it indented code", ["    ```", "x", "    ```"], "..."],
  ["four do not close", ["```", "    ```", "x"], "###"],
  ["a tab is four", ["\t```", "x"], ".."],
  ["backticks in a line are no fence", ["``` a ``` b", "x"], ".."],
  ["in a list item more blanks stand before it", ["- a", "  ```", "  x", "  ```", "- b"], ".###."],
  ["in a nested one still more", ["- a", "  1. b", "     ~~~", "x"], "..#."],
  ["a numbered item indents by its number", ["10. a", "    ```", "    x", "    ```", "x"], ".###."],
  ["a fence may follow the bullet", ["- ```", "  - [ ] x", "  ```", "- b"], "###."],
  ["it may follow two", ["- * ~~~", "    x", "    ~~~", "x"], "###."],
  ["the end of the item ends its code", ["- ```", "  x", "", "y", "- [ ] z"], "###.."],
  ["the next item ends it too", ["- ```", "- b", "c"], "#.."],
  ["an item's fence may be indented by three more", ["- a", "", "     ```", "     x", "  ```", "y"], "..###."],
  ["by four more it is none", ["- a", "", "      ```", "y"], "...."],
  ["code in a bullet's line is none", ["-     ```", "  y"], ".."],
  ["an empty bullet holds what is indented by two", ["-", "  ```", "  x", "y"], ".##."],
  ["four blanks after the bullet belong to it", ["-    ```", "     x", "     ```", "y"], "###."],
  ["a shorter indentation ends an empty bullet's code", ["-", "  ```", " y"], ".#."],
  ["a number of one digit is a marker", ["1. a", "      ```", "x"], ".#."],
  ["unindented text ends all items", ["- a", "  - b", "", "text", "    ```"], "....."],
  ["a tab goes to the next stop", ["- a", "   \t```", "  x"], ".##"],
  ["a tab after the bullet counts to its stop", ["-\ta", "    ```", "    x", "    ```", "x"], ".###."],
  ["a fence in a quote ends with it", ["> ```", "x"], ".."],
];

t.test("[bridge.tasks-code] fenced code blocks are those of CommonMark", async (t) => {
  for (const [promise, lines, code] of cases) {
    for (const eol of ["\n", "\r\n"]) t.equal(codeLines(lines, eol), code, `${promise}: ${JSON.stringify(lines)}`);
  }
});

t.test("[bridge.tasks-code] a hostile line takes linear time", async (t) => {
  for (const line of [
    "- ".repeat(500_000),
    `\`\`\`${"x".repeat(500_000)}\``,
    "`".repeat(500_000),
    " ".repeat(500_000),
  ]) {
    const taken = cpuTime(() => codeLines([line, `${line}x`, line, "x"], "\n"));
    t.ok(taken < 2000, `${line.slice(0, 5)} took ${taken} ms`);
  }
});
