import { expect } from "chai";

import { applyHunk, readCommands, readSteps } from "./read-steps.ts";

describe("the steps of a guide", () => {
  it("given a file, a change of two places and commands, then each is read", () => {
    const guide = `
<!-- file: src/a.ts -->

\`\`\`typescript
const a = 1;
\`\`\`

<!-- change: src/b.ts -->

\`\`\`diff
 one
+two

   three
-  3
+  four
+  five
\`\`\`

<!-- then: all -->

\`\`\`text
npx hardhat alpha networks
npx hardhat alpha status
\`\`\`
`;

    expect(readSteps(guide)).to.deep.equal([
      { kind: "file", path: "src/a.ts", text: "const a = 1;\n" },
      {
        kind: "change",
        path: "src/b.ts",
        hunks: [
          { before: ["one"], after: ["one", "two"] },
          {
            before: ["  three", "  3"],
            after: ["  three", "  four", "  five"],
          },
        ],
      },
    ]);
    expect([...readCommands(guide)]).to.deep.equal([
      ["all", ["alpha networks", "alpha status"]],
    ]);
  });

  it("given a change, then its lines stand in place of the others, and nothing else changes", () => {
    expect(
      applyHunk("a\nb\nc\n", { before: ["a", "b"], after: ["a", "x", "y"] }),
    ).to.equal("a\nx\ny\nc\n");
  });

  for (const [what, text] of [
    ["are not there", "b\n"],
    ["are there twice", "a\nb\na\n"],
    ["are only a part of a line", "aa\n"],
  ] as const) {
    it(`given a change of lines that ${what}, then it is refused`, () => {
      expect(() => applyHunk(text, { before: ["a"], after: ["x"] })).to.throw(
        "Not there, or more than once: a",
      );
    });
  }
});
