import { expect } from "chai";
import fc from "fast-check";

import { createScrubber } from "../../src/base/scrubber.ts";
import {
  describeValue,
  HIDDEN_TEXT,
  printableLine,
  printableMessage,
  quoteUntrusted,
  untrustedText,
} from "../../src/base/untrusted-text.ts";

function scrubberOf(secret: string) {
  return createScrubber(new Set([secret]));
}

describe("untrustedText", () => {
  for (const [title, source, expected] of [
    ["colours and cursor movements", "a\u001b[31mred\u001b[2Jb", "a red b"],
    ["C1 controls", "a\u009b31mb\u0085c", "a b c"],
    ["a bell and a title", "\u001b]0;x\u0007y", "y"],
    ["a link", "a\u001b]8;;http://x\u001b\\b", "a b"],
    ["a character set", "a\u001b(Bb", "a b"],
    ["line breaks of every kind", "a\r\nb\u2028c\u2029d\ve", "a b c d e"],
    ["bidirectional overrides", "a\u202eb\u2066c\u200fd", "a b c d"],
    ["a lone surrogate", "a\ud800b", "a b"],
    ["other scripts and emoji", "Größe 高 🦊", "Größe 高 🦊"],
  ] as const) {
    it(`given ${title}, leaves one printable line`, () => {
      expect(untrustedText(source)).to.equal(expected);
    });
  }

  it("given any character that is not seen, leaves a space", () => {
    const unseen = [...Array(0x11_0000).keys()]
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => /\p{Default_Ignorable_Code_Point}/u.test(letter));

    expect(unseen).to.include.members(["\u3164", "\u115f", "\u1160", "\uffa0"]);
    expect(unseen).to.include.members(["\ufe0f", "\u{e0100}"]);
    for (const letter of [...unseen, "\u2800"]) {
      expect(printableLine(`a${letter}b`)).to.equal("a b");
    }
  });

  it("given more than 200 characters, cuts and says so, never within a character", () => {
    expect(untrustedText("x".repeat(200))).to.equal("x".repeat(200));
    expect(untrustedText("x".repeat(201))).to.equal(`${"x".repeat(199)}…`);
    expect(untrustedText(`${"x".repeat(198)}🦊🦊`)).to.equal(
      `${"x".repeat(198)}…`,
    );
  });

  it("given any text, is printable, bounded and free of the secret", () => {
    const secret = "s3cr3t-k3y";
    const scrubber = scrubberOf(secret);
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
    expect(untrustedText("at http://[::1]:8545, http://[fe80::1%a]")).to.equal(
      "at http://[::1]:8545, http://[fe80: :1%a]",
    );
    expect(untrustedText("[::error::]")).to.equal("[: :error: :]");
    expect(untrustedText("::error file=a::no")).to.equal(
      ": :error file=a: :no",
    );
    expect(untrustedText("x ##[error]no")).to.equal("x ## [error]no");
    expect(untrustedText("x ##vso[task.complete result=Succeeded;]")).to.equal(
      "x ##vso [task.complete result=Succeeded;]",
    );
    expect(untrustedText("##TeamCity[testFailed]")).to.equal(
      "##TeamCity [testFailed]",
    );
    expect(untrustedText(":\u0000:set-output")).to.equal(": :set-output");
  });
});

describe("printableMessage", () => {
  it("keeps lines and addresses, and no line is a command", () => {
    const message =
      "at http://[::1]:8545:\n  a::b\u202e\u3164\n \u0000::error::x ##[error]y\r\n";

    expect(printableMessage(message)).to.equal(
      "at http://[::1]:8545:\n  a::b  \n  : :error::x ## [error]y \n",
    );
  });
});

describe("untrustedText, given megabytes", function () {
  // Far more than it takes, far less than work that grows with the square.
  this.timeout(10_000);

  for (const piece of ["a", ":", "##a", "\u001b[1"]) {
    it(`ends, given ${JSON.stringify(piece)} again and again`, () => {
      const text = untrustedText(`\u001b[${piece.repeat(500_000)}`);

      expect(text.length).to.be.at.most(200);
    });
  }
});

describe("printableLine, given as much as an answer may have", () => {
  for (const piece of [" ", "\u3164", "\u0000 "]) {
    it(`is empty, given only ${JSON.stringify(piece)}`, () => {
      expect(printableLine(piece.repeat(8_000_000 / piece.length))).to.equal(
        "",
      );
    });
  }
});

describe("quoteUntrusted", () => {
  it("quotes a text, but not the words in place of one", () => {
    const scrubber = scrubberOf("secret");
    expect(quoteUntrusted("a\nb", { scrubber })).to.equal('"a b"');
    expect(quoteUntrusted("a secret", { scrubber })).to.equal(HIDDEN_TEXT);
  });
});

describe("describeValue", () => {
  for (const [value, expected] of [
    ["100", 'the text "100"'],
    ["", "an empty text"],
    ["0xdeadbeef", "0x and 8 hexadecimal digits"],
    [HIDDEN_TEXT, `a text ${HIDDEN_TEXT}`],
    [5, "the number 5"],
    [12_345_678, "a number"],
    [5n, "the bigint 5"],
    [[1], "a list"],
    [{ a: 1 }, "an object"],
    [undefined, "nothing"],
  ] as const) {
    it(`calls ${typeof value === "bigint" ? "5n" : JSON.stringify(value)} ${expected}`, () => {
      expect(describeValue(value)).to.equal(expected);
    });
  }
});
