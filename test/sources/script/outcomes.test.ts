import { expect } from "chai";
import { parsePortalFile } from "../../../src/sources/portal/parse-portal-file.ts";
import { parseOutcome } from "../../../src/sources/script/engine/outcomes.ts";
import { plainOf } from "../../../src/sources/values.ts";

const report = (value: unknown) => JSON.stringify({ names: {}, value });

/** Texts that a script could only return with an engine that it controls. */
const FORGED: Readonly<Record<string, string>> = {
  nothing: "",
  "a text that is no JSON": "{",
  "a list": "[]",
  "a report without a value": JSON.stringify({ names: {} }),
  "a report without names": JSON.stringify({ value: 1 }),
  "names that are no texts": JSON.stringify({ names: { a: {} }, value: 1 }),
  "an object with other members": report({ kind: "scalar" }),
  "members that are no list": report({ members: "a" }),
  "a member without a value": report({ members: [["a"]] }),
  "a name that is no text": report({ members: [[1, 2]] }),
  "an unknown value without a text as its reason": report({ unknown: {} }),
  "a value in a list that has other members": report([[{ toJSON: 1 }]]),
  "a list that is nested 20,000 times": `{"names":{},"value":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  "an endless list": "[".repeat(8_000_000),
  "a way that is no list": JSON.stringify({ names: {}, value: 1, path: {} }),
  "more decisions than there can be": JSON.stringify({
    error: {},
    path: Array.from({ length: 32 }, () => false),
  }),
};

describe("the report of the engine", () => {
  for (const [what, text] of Object.entries(FORGED)) {
    it(`given ${what}, when it is parsed, then it is an error`, () => {
      expect(parseOutcome(text)).to.deep.equal({
        error: {
          name: "Refusal",
          message: "The exports could not be read",
          stack: "",
        },
        isEnd: false,
        path: [],
      });
    });
  }

  it("given brackets in texts, when it is parsed, then they do not count", () => {
    const text = '[\\"'.repeat(20_000);

    expect(parseOutcome(report(text))).to.deep.equal({
      names: {},
      value: text,
      path: [],
    });
  });
});

const KEY_IS_CHECKED = `
const { KEY } = process.env;
if (KEY !== undefined && !/^[0-9a-f]{32}$/.test(KEY)) throw new Error("wrong");
const symbol = "GX";
const url = "https://node.example/" + KEY;
module.exports = { chains: [{ chainId: 100, symbol, nodeUri: url }] };`;
const KIND_IS_CHECKED = `
let url;
switch (process.env.KIND) {
  case undefined: url = "https://a.example"; break;
  case "b": url = "https://b.example"; break;
  default: throw new Error("wrong");
}
module.exports = { chains: [{ chainId: 100, symbol: "GX", nodeUri: url }] };`;
/** With a value that the file does not accept, the text without one is lost. */
const KEY_IS_CAUGHT = `
const { KEY } = process.env;
const symbol = "GX";
let url = "https://real.example";
try {
  if (KEY !== undefined && KEY.length !== 32) throw new Error("wrong");
  url = "https://node.example/" + KEY;
} catch {}
module.exports = { chains: [{ chainId: 100, symbol, nodeUri: url }] };`;

describe("a file that checks its environment variables", () => {
  for (const [name, what, text] of [
    ["KEY", "throws for other values", KEY_IS_CHECKED],
    ["KEY", "has another URL for other values", KEY_IS_CAUGHT],
    ["KIND", "throws for other values", KIND_IS_CHECKED],
  ] as const) {
    it(`given that it ${what} of ${name}, when it is read, then only constants have values`, async () => {
      const { chains } = await parsePortalFile(text, "x.cjs");

      const [chain] = chains;
      const members = chain?.kind === "object" ? chain.members : new Map();
      expect(members.get("nodeUri")?.value).to.include({
        kind: "unknown",
        reason: `may depend on the environment (${name}) in a way that cannot be followed`,
      });
      expect(plainOf(members.get("chainId")?.value)).to.equal(100);
      expect(plainOf(members.get("symbol")?.value)).to.equal("GX");
    });
  }
});

describe("a TypeScript file", () => {
  it("given one whose types need too much memory, when another one is read, then it has its values", async () => {
    const types = `type A = ${"{a:".repeat(50_000)}1${"}".repeat(50_000)};`;
    const text = "export const chains: unknown[] = [{ chainId: 100 }];";

    const failed = await parsePortalFile(`${types}${text}`, "a.ts").catch(
      (error) => error.message,
    );
    const { chains } = await parsePortalFile(text, "b.ts");

    expect(failed).to.match(/types could not be removed/);
    expect(chains.map(plainOf)).to.deep.equal([{ chainId: 100 }]);
  });

  it("given a byte order mark, when it is read, then it has its values", async () => {
    const text = "\uFEFFexport const chains: unknown[] = [{ chainId: 100 }];";

    const { chains } = await parsePortalFile(text, "a.ts");

    expect(chains.map(plainOf)).to.deep.equal([{ chainId: 100 }]);
  });
});
