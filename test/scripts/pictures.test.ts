import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { capture } from "../../scripts/pictures/capture.ts";
import { CAPTURES } from "../../scripts/pictures/captures.ts";
import { parseAnsi } from "../../scripts/pictures/parse-ansi.ts";
import { terminalPicture } from "../../scripts/pictures/terminal-picture.ts";
import { REPOSITORY } from "../support/repository-files.ts";
import { readXml } from "../tasks/verify/read-xml.ts";

describe("the pictures in docs/images", function () {
  this.timeout(60_000);

  /** What differs from run to run: ports, the time, and how old a head is. */
  const withoutTime = (picture: string) =>
    picture
      .replace(/127\.0\.0\.1:\d+/g, "<node>")
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
      .replace(/>\d+ s</g, "><age><");

  for (const one of CAPTURES) {
    it(`given ${one.file}, when its command is run again, then it shows the same except for the time (npm run pictures captures it again)`, async () => {
      const kept = readFileSync(
        join(REPOSITORY, "docs/images", one.file),
        "utf8",
      );

      expect(withoutTime(kept)).to.equal(withoutTime(await capture(one)));
      // Longer lines are too small on a phone.
      expect(one.columns).to.be.at.most(64);
      expect(Number(/ width="(\d+)"/.exec(kept)?.[1])).to.be.below(600);
    });
  }
});

describe("terminalPicture", () => {
  const picture = (output: string) =>
    terminalPicture({ command: "run", output, caption: "here", columns: 80 });

  it("given colours, then each group of words is at its column, in its colour", () => {
    expect(
      picture("\u001B[32m✔ ok\u001B[39m   a b  c\n")
        .split("\n")
        .filter((line) => line.includes('y="55"'))
        .map((line) => line.trim()),
    ).to.deep.equal([
      '<text x="20" y="55" textLength="33.6" fill="#56d364">✔ ok</text>',
      '<text x="78.8" y="55" textLength="25.2">a b</text>',
      '<text x="120.8" y="55" textLength="8.4">c</text>',
    ]);
  });

  it("given what XML would read as its own, then it is well-formed and a text", () => {
    const root = readXml(picture('<a href="b">&amp;</a>').trim());

    expect(root.name).to.equal("svg");
    expect(root.children.map(({ name }) => name)).to.deep.equal([
      "rect",
      "text",
      "text",
      "text",
    ]);
  });
});

describe("parseAnsi", () => {
  it("given looks that begin on one line and end on another, then each piece has its own", () => {
    expect(
      parseAnsi(
        "a\u001B[1m\u001B[31mb\nc\u001B[39m\u001B[22md\u001B[2;33me\u001B[0mf",
      ),
    ).to.deep.equal([
      [{ text: "a" }, { text: "b", isBold: true, color: "red" }],
      [
        { text: "c", isBold: true, color: "red" },
        { text: "d" },
        { text: "e", isDim: true, color: "yellow" },
        { text: "f" },
      ],
    ]);
  });

  for (const output of ["\u001B[2K", "\u001B[34m", "a\rb", "\u0007"]) {
    it(`given ${JSON.stringify(output)}, which no picture shows, then it is refused`, () => {
      expect(() => parseAnsi(output)).to.throw(
        /^unknown (control sequence|style code) /,
      );
    });
  }
});
