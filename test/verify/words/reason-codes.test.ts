import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { REASON_CODES, told } from "../../../src/verify/values/reason.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { REPOSITORY, repositoryFiles } from "../../support/repository-files.ts";

const read = (path: string) => readFileSync(join(REPOSITORY, path), "utf8");
/** Any fact that a sentence names. */
const FACTS = new Proxy<Record<string, string>>(
  {},
  { get: (_, name) => `the ${String(name)}` },
);

describe("the codes of reasons", () => {
  it("given the schema, then it has exactly these codes, each once", () => {
    const { $defs } = JSON.parse(read("schemas/verify.json"));

    expect($defs.code.enum).to.deep.equal([...REASON_CODES]);
    expect(new Set(REASON_CODES)).to.have.property("size", REASON_CODES.length);
  });

  it("given any code, then it has a sentence of one line, which follows a colon and says its cause if it names one", () => {
    for (const code of REASON_CODES) {
      const cause = told("because of this");
      const words = sentence({ code, facts: FACTS, cause, by: told("later") });

      expect(words, code).to.match(/^\S[^\r\n]*[^\s.]$/);
      expect(words, code).not.to.match(/undefined|\[object/);
      // Only what is a node's own words, or a name, may begin with anything.
      expect(words, code).to.match(/^(?:[a-z"]|EIP)/);
    }
  });

  it("given the code of src, then each code is a reason of something", () => {
    const sources = repositoryFiles()
      .filter((path) => /^src\/.*\.ts$/.test(path))
      .filter((path) => !/values\/reason\.ts$|words\/sentences\.ts$/.test(path))
      .map(read)
      .join("\n");
    const unused = REASON_CODES.filter((code) => {
      const made = new RegExp(
        `(?:\\bcode:[^;{}]*|\\bbecause\\([^;{}]*?|kind: "hidden", reason: )"${code}"`,
      );
      return !made.test(sources);
    });

    // What others say in their own words has this one, by told().
    expect(unused).to.deep.equal(["endpoint"]);
    expect(told("x").code).to.equal("endpoint");
  });
});
