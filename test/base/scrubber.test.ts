import { expect } from "chai";
import fc from "fast-check";

import { createScrubber, NO_SECRETS } from "../../src/base/scrubber.ts";
import { collectSecrets } from "../../src/base/secrets.ts";
import { HIDDEN_TEXT, untrustedText } from "../../src/base/untrusted-text.ts";
import { DISGUISES, TRUNCATIONS } from "../support/disguises.ts";

/** Where a URL may have a key. */
const PLACES: Readonly<Record<string, (key: string) => string>> = {
  "the path": (key) => `https://node.example/v3/${encodeURIComponent(key)}`,
  "a query": (key) => `https://node.example/?k=${encodeURIComponent(key)}`,
  "the user": (key) => `https://${encodeURIComponent(key)}@node.example/`,
  "the password": (key) => `https://u:${encodeURIComponent(key)}@node.example/`,
};
const PLACE = fc.constantFrom(...Object.values(PLACES));

/** Letters that are in no other text of these tests. */
const MARKER = "Qzwxv";

const scrubberOf = (url: string) => createScrubber(collectSecrets({ url }));

function shownOf(url: string, said: string): string {
  const scrubber = scrubberOf(url);
  return untrustedText(`Cannot POST ${said} ${MARKER}`, { scrubber });
}

/** Letters and digits, with at most some punctuation between them. */
const KEY = fc
  .tuple(
    fc.stringMatching(/^[A-Za-z0-9]$/),
    fc.stringMatching(/^[A-Za-z0-9._~!$&'()*+,;=:@ äß%/-]{0,39}$/),
  )
  .map((parts) => parts.join(""));

describe("createScrubber", () => {
  for (const [name, disguise] of Object.entries(DISGUISES)) {
    it(`given any key of 1 to 40 characters in any part of a URL, hides texts that repeat it as ${name}`, () => {
      fc.assert(
        fc.property(KEY, PLACE, (key, place) => {
          expect(shownOf(place(key), `/v3/${disguise(key)}`)).to.equal(
            HIDDEN_TEXT,
          );
        }),
        { seed: 20261122, numRuns: 60 },
      );
    });
  }

  for (const [name, truncation] of Object.entries(TRUNCATIONS)) {
    it(`given any key of 12 to 40 letters and digits, hides texts that repeat ${name}`, () => {
      fc.assert(
        fc.property(
          fc.stringMatching(/^[A-Za-z0-9]{12,40}$/),
          PLACE,
          (key, place) => {
            expect(shownOf(place(key), truncation(key))).to.equal(HIDDEN_TEXT);
          },
        ),
        { seed: 20261122, numRuns: 60 },
      );
    });
  }

  it("given keys in headers, hides texts that repeat them, but not those with the scheme's name", () => {
    const scrubber = createScrubber(
      collectSecrets({
        url: "https://node.example",
        headers: { Authorization: "Bearer s3cr3t", "X-Api-Key": "k3y" },
      }),
    );
    expect(scrubber.text("invalid S3cr3t")).to.equal(HIDDEN_TEXT);
    expect(scrubber.text("no project for K3Y")).to.equal(HIDDEN_TEXT);
    expect(scrubber.text("missing bearer credentials")).to.equal(
      "missing bearer credentials",
    );
  });

  it("given a key of punctuation only, hides texts that have it", () => {
    const scrubber = scrubberOf("https://node.example/!$!");
    expect(scrubber.text("at /!$!?")).to.equal(HIDDEN_TEXT);
    expect(scrubber.text("at !")).to.equal("at !");
  });

  it("given a URL without path and credentials, hides nothing", () => {
    const scrubber = scrubberOf("https://node.example:8545/");
    expect(scrubber).to.equal(NO_SECRETS);
    expect(scrubber.text("node.example says no")).to.equal(
      "node.example says no",
    );
    expect(scrubber.json({ a: ["b"] })).to.deep.equal({ a: ["b"] });
  });

  it("given an ordinary key, shows what nodes usually say", () => {
    const scrubber = scrubberOf(
      "https://node.example/v3/0123456789abcdef0123456789abcdef",
    );
    for (const message of [
      "header not found",
      "execution reverted: ERC20: transfer amount exceeds balance",
      "missing trie node 56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421 (path )",
    ]) {
      expect(scrubber.text(message)).to.equal(message);
    }
  });

  it("leaves hexadecimal data alone, and hides a secret in other texts", () => {
    const { json } = scrubberOf("https://node.example/60806040/deadbeef");
    expect(json("0x60806040deadbeef")).to.equal("0x60806040deadbeef");
    expect(json("code 60806040")).to.equal(HIDDEN_TEXT);
  });

  it("reaches every text in a JSON value, and leaves its names, by which it is read", () => {
    const { json } = scrubberOf("https://node.example/thesecret/number");
    expect(
      json({
        a: ["thesecret", 1, null, { thesecret: true }],
        number: "0x1",
        kind: "the number",
      }),
    ).to.deep.equal({
      a: [HIDDEN_TEXT, 1, null, { thesecret: true }],
      number: "0x1",
      kind: HIDDEN_TEXT,
    });
  });

  it("keeps the public name of software at the start of a text", () => {
    const { text } = scrubberOf("https://node.example/anvil/aquarius");
    expect(text("anvil/v1.0.0")).to.equal(`anvil/ ${HIDDEN_TEXT}`);
    expect(text("Aquarius")).to.equal("Aquarius");
    expect(text("my anvil/v1.0.0")).to.equal(HIDDEN_TEXT);
  });
});

describe("createScrubber, given megabytes", function () {
  this.timeout(20_000);
  const { json } = scrubberOf("https://node.example/v3/hunter2hunter");

  for (const piece of ["%25", "\u001b]"]) {
    it(`ends, given ${JSON.stringify(piece)} again and again`, () => {
      expect(json(piece.repeat(1_000_000))).to.be.a("string");
    });
  }

  it("ends, given a list of many texts, and hides those that it does not check", () => {
    const texts = Array.from({ length: 50_000 }, () => "some text ".repeat(10));
    const shown = json(texts);
    expect(shown).to.have.lengthOf(texts.length);
    expect(shown).to.have.property("0", texts[0]);
    expect(shown).to.have.property("49999", HIDDEN_TEXT);
  });
});
