import { expect } from "chai";
import { addressFileMembers } from "../../src/sources/address-book/merge-address-file.ts";
import { readJson } from "../../src/sources/read-json.ts";
import { parseScript } from "../../src/sources/script/parse-script.ts";
import { readAddressFile } from "../../src/verify/address-file.ts";
import { readTransactions } from "../../src/verify/simulate/read-transactions.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const CONFLICT = `<<<<<<< HEAD
  "a": 1
=======
  "a": 2
>>>>>>> theirs`;
const JSON_FILE = `{
  "z": 0,
${CONFLICT}
}`;
const NAMED = /has unresolved conflict markers of Git/;

describe("a file that Git could not merge", () => {
  for (const [what, text, read] of [
    ["address.json", JSON_FILE, (text: string) => readJson(text, "f")],
    [
      "deployed_addresses.json with Windows' line ends",
      JSON_FILE.replaceAll("\n", "\r\n"),
      (text: string) => readJson(text, "f"),
    ],
    [
      "address.json that an export adds to",
      JSON_FILE,
      (text: string) => addressFileMembers(text, "f"),
    ],
    [
      "a portal file with a list",
      `module.exports = [\n  0,\n${CONFLICT.replaceAll('"a":', "")}\n]`,
      (text: string) => parseScript(text, "f.js"),
    ],
    [
      "a portal file",
      `export default {\n  "z": 0,\n${CONFLICT}\n}`,
      (text: string) => parseScript(text, "f.js"),
    ],
    [
      "a Safe file",
      JSON_FILE,
      async (text: string) =>
        await readTransactions(
          {
            simulate: inFile(text),
            from: undefined,
            to: undefined,
            data: undefined,
          },
          1,
        ),
    ],
    [
      "a file of addresses",
      JSON_FILE,
      async (text: string) => await readAddressFile(inFile(text)),
    ],
  ] as const) {
    it(`given ${what}, then the error names the conflict and its line`, async () => {
      const message = await pluginMessageOf(() => read(text));

      expect(message)
        .to.match(NAMED)
        .and.match(/line 3\b/);
    });
  }

  it("given markers in a comment before another error, then they are not named", async () => {
    const text = `/*\n${CONFLICT}\n*/\nexport default {;`;

    expect(await pluginMessageOf(() => parseScript(text, "f.js"))).to.match(
      /^f\.js, line 8.*: Invalid JavaScript/,
    );
  });

  function inFile(text: string): string {
    return folder.write("a.json", text);
  }
  const folder = temporaryFolder();
  after(() => folder.remove());
});
