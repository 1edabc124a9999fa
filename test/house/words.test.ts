import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { REPOSITORY, repositoryFiles } from "../support/repository-files.ts";

/**
 * Where a text may be taken apart: words are made, values are encoded, ids are parsed, and
 * files, arguments, bytes and answers of nodes are decoded.
 */
const MAY_PARSE: readonly RegExp[] = [
  /^src\/verify\/words\//,
  // The message of an assertion.
  /^src\/verify\/assert-verified\.ts$/,
  /^src\/verify\/values\/(codec|parse|path)\.ts$/,
  /^src\/verify\/asking\//,
  /^src\/verify\/(address-file|lock-file\/(parse-lock|lock-schema))\.ts$/,
  /^src\/verify\/simulate\/(read-transactions|encode-arguments|transaction-members)\.ts$/,
  // The bytes of a symbol, of a clone's code and of call data, and the types of a view.
  /^src\/verify\/identity\/judge-token\.ts$/,
  /^src\/verify\/follow\/(codec|follow-code)\.ts$/,
  /^src\/verify\/simulate\/(simulate|describe-call)\.ts$/,
];

/** Judgements, which decide by values and codes. */
const JUDGES =
  /^src\/verify\/(asking|expect|follow|identity|presence|questions|wiring|lock|lock-file|values)\//;

const read = (path: string) => readFileSync(join(REPOSITORY, path), "utf8");
/** Without imports and comments. */
const codeOf = (path: string) =>
  read(path)
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replace(/^.*\bfrom "[^"]*";$|import\("[^"]*"\)/gm, "");
const sources = repositoryFiles().filter(
  (path) => path.startsWith("src/verify/") && path.endsWith(".ts"),
);

describe("src/verify", () => {
  it("given its files, then texts are taken apart by parsers and by what makes words alone", () => {
    const parsing = sources.filter((path) =>
      /\.(lastIndexOf|startsWith|endsWith|match|matchAll|exec|test|replace|replaceAll)\(|new RegExp|(?<![\w)\]] ?)\/(?![*/ ])[^/\n]+\/[gimsuy]*[.,;)]/.test(
        codeOf(path),
      ),
    );

    expect(
      parsing.filter((path) => !MAY_PARSE.some((one) => one.test(path))),
    ).to.deep.equal([]);
  });

  it("given what judges, then it imports no words", () => {
    const worded = sources
      .filter((path) => JUDGES.test(path))
      .filter((path) => /from "[./]*\/words\//.test(read(path)));

    expect(worded).to.deep.equal([]);
  });
});
