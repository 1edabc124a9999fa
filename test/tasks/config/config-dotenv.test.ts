import { execFileSync } from "node:child_process";
import { parseEnv } from "node:util";

import { expect } from "chai";
import { parse as parseDotenv } from "dotenv";

import {
  dotenvProblem,
  dotenvValue,
} from "../../../tasks/config/formats/env.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const WRITABLE = [
  "plain",
  "https://host.example:8545/a/b?c=d&e=f#g",
  "two words",
  " leading and trailing ",
  "a # no comment",
  "$HOME and $(id) and `id`",
  "*;id&~",
  "back\\slash",
  "it's",
  '"quoted"',
  "Zoë 🦑 👩\u200d🔬 ❤\ufe0f",
];

describe("a value of a .env file", () => {
  for (const value of WRITABLE) {
    it(`given ${JSON.stringify(value)}, when it is written between others, then dotenv and Node read all three back`, () => {
      const file = `BEFORE=1\n${lineOf("NAME", value)}\nAFTER='2'\n`;
      const read = { BEFORE: "1", NAME: value, AFTER: "2" };

      expect(parseDotenv(file)).to.deep.equal(read);
      expect({ ...parseEnv(file) }).to.deep.equal(read);
    });
  }

  it("given all of them in one file that a shell sources, then it has the same values and has run nothing", () => {
    using folder = temporaryFolder();
    const lines = WRITABLE.map((value, index) => lineOf(`V${index}`, value));
    const file = folder.write(".env", `${lines.join("\n")}\n`);

    const output = execFileSync(
      "/bin/sh",
      [
        "-c",
        'set -a; . "$1"; exec "$2" -p "JSON.stringify(process.env)"',
      ].concat("sh", file, process.execPath),
      { cwd: folder.root, env: {}, encoding: "utf8", timeout: 20_000 },
    );

    const read = JSON.parse(output);
    expect(WRITABLE.map((_, index) => read[`V${index}`])).to.deep.equal(
      WRITABLE,
    );
  });

  for (const [value, words] of [
    ['it\'s "both"', "apostrophe"],
    ["it's $HOME", "apostrophe"],
    ["it's a back\\slash", "apostrophe"],
    ["two words\\", "backslash"],
    ["\0", "control"],
    ["a\rb", "control"],
    ["x\nexport A=1\n", "control"],
    ["a\tb", "control"],
    ["zero\u200bwidth", "not seen"],
    ["a joined\u200d text", "not seen"],
    ["a filler \u3164", "not seen"],
    ["a tag \u{e0041}", "not seen"],
    ["\u001b[2J", "control"],
    ["an \u202eoverride", "control"],
    ["two\u2028lines", "control"],
    ["a ##vso[task.complete]", "command"],
    [" ::error::two", "command"],
    ["half \ud800 a pair", "surrogate"],
  ] as const) {
    it(`given ${JSON.stringify(value)}, then it cannot be written, and the reason is said`, () => {
      expect(dotenvProblem(value)).to.include(words);
    });
  }
});

function lineOf(name: string, value: string): string {
  expect(dotenvProblem(value)).to.equal(undefined);
  return `${name}=${dotenvValue(value)}`;
}
