import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { TASKS } from "../../tasks/index.ts";
import { REPOSITORY } from "../support/repository-files.ts";

const read = (path: string) => readFileSync(join(REPOSITORY, path), "utf8");

describe("the pages about the tasks", () => {
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
    it(`given ${name}, then its line in a list of --help has a description, fits 100 columns, and names no exit code`, () => {
      expect(text).to.match(/^\w/);
      expect(NAME_WIDTH + text.length, text).to.be.at.most(COLUMNS);
      expect(text).not.to.match(/exit code/i);
    });
  }
});
