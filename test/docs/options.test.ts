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
