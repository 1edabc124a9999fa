import { expect } from "chai";
import fc from "fast-check";

import { createScrubber } from "../../src/base/scrubber.ts";
import { untrustedText } from "../../src/base/untrusted-text.ts";

describe("untrustedText", () => {
  for (const [title, source, expected] of [
    ["colours and cursor movements", "a\u001b[31mred\u001b[2Jb", "a red b"],
    ["C1 controls", "a\u009b31mb\u0085c", "a b c"],
    ["a bell and a title", "\u001b]0;x\u0007y", "]0;x y"],
    ["line breaks of every kind", "a\r\nb\u2028c\u2029d\ve", "a b c d e"],
    ["bidirectional overrides", "a\u202eb\u2066c\u200fd", "a b c d"],
    ["zero-width characters", "a\u200bb\ufeffc", "a b c"],
    ["a lone surrogate", "a\ud800b", "a b"],
    ["nothing but controls", "\u0000\u0001", ""],
    ["other scripts and emoji", "Größe 高 🦊", "Größe 高 🦊"],
  ] as const) {
    it(`given ${title}, leaves one printable line`, () => {
      expect(untrustedText(source)).to.equal(expected);
    });
  }

  it("given more than 200 characters, cuts and says so, never within a character", () => {
    expect(untrustedText("x".repeat(200))).to.equal("x".repeat(200));
    expect(untrustedText("x".repeat(201))).to.equal(`${"x".repeat(199)}…`);
    expect(untrustedText(`${"x".repeat(198)}🦊🦊`)).to.equal(
      `${"x".repeat(198)}…`,
    );
  });

  it("given a secret across the cut, leaves no part of it", () => {
    const scrubber = createScrubber(["supersecretkey"]);
    const text = `${"x".repeat(195)}supersecretkey`;
    expect(untrustedText(text, { scrubber })).to.equal(`${"x".repeat(195)}***`);
  });

  it("given a secret whose white space is another, still finds it", () => {
    const scrubber = createScrubber(["super secret key"]);
    expect(untrustedText("a super\n\tsecret\u00a0key", { scrubber })).to.equal(
      "a ***",
    );
  });

  it("given any text, is printable, bounded and free of the secret", () => {
    const secret = "s3cr3t-k3y";
    const scrubber = createScrubber([secret]);
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(secret, secret.toUpperCase(), "\u001b[0m", "\u0000"),
        fc.string({ unit: "binary" }),
      ),
    );
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 300 }), (parts, max) => {
        const line = untrustedText(parts.join(""), {
          scrubber,
          maxLength: max,
        });
        expect(line.length).to.be.at.most(max);
        expect(line).to.match(/^[^\p{C}\p{Zl}\p{Zp}]*$/u);
        expect(line.toLowerCase()).not.to.include(secret);
      }),
      { seed: 20265, numRuns: 1000 },
    );
  });
});

describe("untrustedText, given what a CI log takes for a command", () => {
  it("breaks it up, wherever it stands", () => {
    expect(untrustedText("::error file=a::no")).to.equal(
      ": :error file=a: :no",
    );
    expect(untrustedText("x ##[error]no")).to.equal("x ## [error]no");
    expect(untrustedText("a:::b")).to.equal("a: : :b");
    expect(untrustedText("x ##vso[task.complete result=Succeeded;]")).to.equal(
      "x ##vso [task.complete result=Succeeded;]",
    );
    expect(untrustedText("##TeamCity[testFailed]")).to.equal(
      "##TeamCity [testFailed]",
    );
    expect(untrustedText(":\u0000:set-output")).to.equal(": :set-output");
  });
});

describe("untrustedText, given megabytes", function () {
  // Far more than it takes, far less than work that grows with the square.
  this.timeout(10_000);

  for (const piece of ["a", " ", ":", "#", "##a", "\u0000x", "\u001b[1", "1"]) {
    it(`ends, given ${JSON.stringify(piece)} again and again`, () => {
      const text = untrustedText(`\u001b[${piece.repeat(2_000_000)}`);

      expect(text.length).to.be.at.most(200);
    });
  }
});
