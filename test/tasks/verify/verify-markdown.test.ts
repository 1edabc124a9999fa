import { expect } from "chai";

import { verifyGithubSummary } from "../../../tasks/verify/formats/github.ts";
import { verifyMarkdown } from "../../../tasks/verify/formats/markdown.ts";
import {
  HOSTILE,
  hostileReport,
  missing,
  network,
  report,
  unprintable,
} from "./verify-reports.ts";

/** The HTML that the format itself writes. */
const OWN_HTML = /<\/?(?:code|details|summary)>|<br>|<!-- -->/g;

/** What each line is, and a row's number of cells. */
function shape(markdown: string): readonly string[] {
  return markdown.split(/[\n\r\u0085\u2028\u2029]/).map((line) => {
    if (line.startsWith("|")) {
      return `row of ${line.replaceAll("\\|", "").split("|").length}`;
    }
    return (
      /^(#+ |- |reason: |<details>|<\/details>)/.exec(line)?.[1] ??
      (line === "" ? "" : "text")
    );
  });
}

describe("the verify report as Markdown", () => {
  it("given findings, then they come before what is fine, with their reasons", () => {
    const text = verifyMarkdown(
      report([
        network({
          outcome: "failed",
          reason: "of 2 contracts, 1 absent",
          contracts: [
            missing("Skipped", "skipped", "not here"),
            missing("Gone", "absent", "no code"),
          ],
        }),
      ]),
    );

    expect(text).to.contain("## ❌ alpha verify (wiring): failed");
    expect(text).to.match(
      /\| ❌ \| <code>registry\.Gone<\/code> \| absent \| <code>0x[cd]+<\/code> \| no code \|/,
    );
    expect(text.indexOf("Gone")).to.be.below(text.indexOf("Skipped"));
  });

  it("given a key with an index, then it reads as written", () => {
    expect(
      verifyMarkdown(
        report([
          network({
            contracts: [{ ...missing("List", "absent", "r"), index: 1 }],
            outcome: "failed",
            reason: "r",
          }),
        ]),
      ),
    ).to.contain("<code>registry.List\\[1]</code>");
  });

  for (const text of HOSTILE) {
    it(`given ${JSON.stringify(text)} wherever a text can be, then no line, cell, tag, link or mention comes of it`, () => {
      for (const format of [verifyMarkdown, verifyGithubSummary]) {
        const markdown = format(hostileReport(text));
        const plain = format(hostileReport("x"));

        expect(shape(markdown)).to.deep.equal(shape(plain));
        expect(
          markdown.match(OWN_HTML)?.filter((tag) => tag !== "<!-- -->"),
        ).to.deep.equal(plain.match(OWN_HTML));
        const rest = markdown
          .replaceAll("<!-- -->", "\u2021")
          .replace(OWN_HTML, "");
        expect(rest).to.not.match(/[<>]/);
        expect(rest).to.not.match(/&(?!#\d+;)/);
        expect(rest).to.not.match(/(?<!\\)[`*[~$]|!\[/);
        expect(rest).to.not.match(/:\/\/|www\./i);
        expect(rest).to.not.match(/@(?!\u2021)/);
        expect(rest.replaceAll("&#", "")).to.not.match(/[^#\n]#(?![#\u2021 ])/);
        expect(unprintable(markdown)).to.deep.equal([]);
      }
    });
  }

  it("given more checks than a summary may hold, then it stays below 1 MiB, has what needs a look first and says what it left out", () => {
    const contracts = [
      ...Array.from({ length: 5_000 }, (_, index) =>
        missing(`Fine${index}`, "skipped", "s".repeat(300)),
      ),
      missing("TheGoneOne", "absent", "no code"),
    ];
    const given = report([
      network({ outcome: "failed", reason: "r", contracts }),
    ]);

    const summary = verifyGithubSummary(given);
    expect(Buffer.byteLength(summary)).to.be.below(1024 * 1024);
    expect(summary).to.contain("TheGoneOne");
    expect(summary).to.match(
      /\d+ more are left out here, 0 of them findings\./,
    );
    expect(verifyMarkdown(given)).to.contain("Fine4999");
  });

  it("given reasons of the longest kind, then the summary stays below 1 MiB all the same", () => {
    const contracts = Array.from({ length: 900 }, (_, index) =>
      missing(`Gone${index}`, "absent", "|".repeat(5_000)),
    );
    const given = report([
      network({ outcome: "failed", reason: "r", contracts }),
    ]);

    expect(Buffer.byteLength(verifyGithubSummary(given))).to.be.below(
      1024 * 1024,
    );
  });
});
