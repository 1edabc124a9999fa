import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { optionsPage } from "../../scripts/documents/options-page.ts";
import { TASKS } from "../../tasks/index.ts";
import { REPOSITORY } from "../support/repository-files.ts";

const read = (path: string) => readFileSync(join(REPOSITORY, path), "utf8");

describe("the pages about the tasks", () => {
  it("given the tasks' definitions, then docs/options.md has each task, argument, option and default (npm run options writes it)", () => {
    expect(read("docs/options.md")).to.equal(optionsPage(TASKS));
  });

  it("given the tasks, then docs/tasks.md has a section for each", () => {
    const sections = [...read("docs/tasks.md").matchAll(/^## `(.+)`$/gm)].map(
      ([, name]) => name,
    );

    expect(sections).to.have.members(
      TASKS.filter(({ id }) => id.length > 1).map(({ id }) => id.join(" ")),
    );
  });

  it("given the schemas, then docs/tasks.md links each", () => {
    const text = read("docs/tasks.md");

    for (const name of readdirSync(join(REPOSITORY, "schemas"))) {
      expect(text).to.include(`](../schemas/${name})`);
    }
  });
});

describe("the help of the tasks", () => {
  /** Hardhat pads names to its longest global option. */
  const NAME_WIDTH = 2 + "--show-stack-traces".length + 6;
  const COLUMNS = 100;
  const listed = TASKS.filter((one) => "positionalArguments" in one).flatMap(
    (one) => [
      { name: one.id.join(" "), text: one.description ?? "" },
      ...[...Object.values(one.options), ...one.positionalArguments].map(
        ({ name, description, defaultValue }) => ({
          name: `${one.id.join(" ")} ${name}`,
          text: `${description}${defaultValue === undefined ? "" : ` (default: ${String(defaultValue)})`}`,
        }),
      ),
    ],
  );

  for (const { name, text } of listed) {
    it(`given ${name}, then its line in a list of --help fits 100 columns, and names no exit code`, () => {
      expect(NAME_WIDTH + text.length, text).to.be.at.most(COLUMNS);
      expect(text).not.to.match(/exit code/i);
    });
  }
});

describe("optionsPage", () => {
  it("given a task with each kind of argument, then each has a row as the command line takes it, and what Markdown would read is escaped", () => {
    const definition = task(["alpha", "example"], "Do it")
      .addPositionalArgument({ name: "first", description: "One" })
      .addVariadicArgument({
        name: "rest",
        description: "More",
        defaultValue: [],
      })
      .addFlag({ name: "isFast", description: "Be <quick>" })
      .addOption({
        name: "mostAge",
        description: "a|b",
        type: ArgumentType.STRING,
        defaultValue: "3",
      })
      .addOption({
        name: "out",
        description: "Where",
        type: ArgumentType.STRING_WITHOUT_DEFAULT,
        defaultValue: undefined,
      })
      .setAction(async () => ({ default: () => {} }))
      .build();

    const rows = optionsPage([definition])
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .map((line) => line.replace(/ +/g, " "));

    expect(optionsPage([definition])).to.include(
      "## `alpha example`\n\nDo it.",
    );
    expect(rows.slice(2)).to.deep.equal([
      "| `first` | | One |",
      "| `[rest…]` | | More |",
      "| `--is-fast` | | Be \\<quick> |",
      "| `--most-age VALUE` | `3` | a\\|b |",
      "| `--out VALUE` | | Where |",
    ]);
  });
});
