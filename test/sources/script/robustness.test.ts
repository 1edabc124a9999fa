import { expect } from "chai";
import fc from "fast-check";
import { HardhatPluginError } from "hardhat/plugins";

import { parseAddressBook } from "../../../src/sources/address-book/parse-address-book.ts";
import { parsePortalFile } from "../../../src/sources/portal/parse-portal-file.ts";

const SEED = 20261120;

const SCRIPT = `
const HOST = "https://node.example.org";
const base = { isCustom: true, transactionBlockTimeout: 50, ...{ a: [1, ...[2]] } };
const chains = [
  { ...base, chainId: 32456, network: 'a' + \`b\${HOST}\`, nodeUri: HOST, startBlock: -1 },
  { chainId: 100, providerUri: process.env.PROVIDER || "x", list: [1, , null] },
];
const getDefaultChainIds = () => chains.filter(({ isDefault }) => isDefault).map((c) => c.chainId);
module.exports = { chains, getDefaultChainIds };
`;
const MODULE = `import x from "./x.json" with { type: "json" };
export const chains = Object.freeze([{ chainId: 1, "network": x.name, get a() { return 1 } }]);
export default chains;
`;
const BOOK = `{ "a": { "chainId": 1, "Router": "0x1", "T": { "1:": "0x2", "2": "0x3" }, "L": ["0x4"] } }`;

const PIECES = [
  ..."{}[](),:;`'\"\\/=+-?.\u2028\uFEFF\0",
  "\uD800",
  "$" + "{",
  ..."... /* */ // => ?. module.exports chains base".split(" "),
  ..."__proto__ constructor #x 1n 0x null undefined super this".split(" "),
  ..."new.target import.meta eval(".split(" "),
  "class A {",
  ..."const let export import async await yield delete of"
    .split(" ")
    .map((word) => `${word} `),
  "export default ",
  "exports.chains = ",
];

/** A text with pieces put in, cut out or doubled at random places. */
const damaged = (source: string) =>
  fc
    .array(
      fc.record({
        at: fc.nat(source.length),
        length: fc.nat(12),
        piece: fc.oneof(
          fc.constantFrom(...PIECES, ""),
          fc.string({ unit: "binary", maxLength: 3 }),
        ),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((edits) =>
      edits.reduce(
        (text, { at, length, piece }) =>
          text.slice(0, at) + piece + text.slice(at + length),
        source,
      ),
    );

/** Whether a text was read; anything but this plugin's error goes on. */
async function isRead(read: () => unknown): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (HardhatPluginError.isHardhatPluginError(error)) {
      expect(error.message).to.match(/^[^\n]{1,1000}$/);
      return false;
    }
    throw error;
  }
}

describe("a file with damage at random places", () => {
  for (const [what, source, read] of [
    ["CommonJS", SCRIPT, (text: string) => parsePortalFile(text, "x.js")],
    ["an ES module", MODULE, (text: string) => parsePortalFile(text, "x.mjs")],
    [
      "an address book",
      BOOK,
      (text: string) => parseAddressBook(text, "x.json"),
    ],
  ] as const) {
    it(`given ${what}, when it is read, then it is read or one error of this plugin on one line`, async function () {
      this.timeout(60_000);
      expect(await isRead(() => read(source))).to.equal(true);
      const outcomes = new Set<boolean>();
      await fc.assert(
        fc.asyncProperty(damaged(source), async (text) => {
          outcomes.add(await isRead(() => read(text)));
        }),
        { seed: SEED, numRuns: 300 },
      );

      expect(outcomes).to.have.keys([true, false]);
    });
  }
});
