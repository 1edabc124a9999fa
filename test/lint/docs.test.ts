import { readFileSync } from "node:fs";

import { expect } from "chai";

import { ALL_RULES } from "../../src/lint/rules.ts";

const ROW = /^\| `(?<id>[a-z-]+)` +\| (?<severities>[^|]+?) +\|/gm;

describe("docs/portal.md", () => {
  it("given all rules, then each has a row with its severity, and no other has one", () => {
    const page = readFileSync(
      new URL("../../docs/portal.md", import.meta.url),
      "utf8",
    );
    const text = page.split("\n## Rules\n")[1] ?? "";
    const rows = new Map(
      [...text.matchAll(ROW)].map(({ groups = {} }) => [
        groups["id"],
        groups["severities"] ?? "",
      ]),
    );

    expect([...rows.keys()]).to.have.members(ALL_RULES.map(({ id }) => id));
    for (const { id, severity } of ALL_RULES) {
      expect(rows.get(id)?.split(", ")[0], id).to.equal(severity);
    }
  });
});
