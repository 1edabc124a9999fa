import { expect } from "chai";
import { createScrubber } from "../../src/base/scrubber.ts";
import {
  collectSecrets,
  endpointOrigin,
  looksLikeKey,
} from "../../src/base/secrets.ts";

describe("looksLikeKey", () => {
  for (const key of [
    "0123456789abcdef0123456789abcdef",
    "4f9c2d7ab1",
    "k7Xp2mQ9zR4t",
    "abcdefghijklmnopqrstuvwxyz",
    "6f1ed002-ab59-5e5f-9a3c-1e8d2f7c5b60",
    "node-4f9c2d7ab1e8",
  ]) {
    it(`takes ${key} for a key`, () => {
      expect(looksLikeKey(key)).to.equal(true);
    });
  }

  for (const word of [
    "",
    "rpc",
    "v3",
    "mainnet",
    "sapphire-testnet-rpc-1",
    "k8s-eu-west-1-prod-3",
    "quiet-dark-resonance",
    "chain32456",
    "node1",
  ]) {
    it(`takes "${word}" for words`, () => {
      expect(looksLikeKey(word)).to.equal(false);
    });
  }
});

describe("endpointOrigin", () => {
  for (const [url, origin] of Object.entries({
    "https://host.example/v3/key?x=y#z": "https://host.example",
    "https://user:pass@host.example:8545/": "https://host.example:8545",
    "http://127.0.0.1:8545": "http://127.0.0.1:8545",
    "http://[::1]:8545/": "http://[::1]:8545",
    "https://rpc.dev.example.org": "https://rpc.dev.example.org",
    "https://4f9c2d7ab1e8.quiknode.example/k": "https://***.quiknode.example",
    "https://eu.4F9C2D7AB1E8.rpc.example.org": "https://eu.***.rpc.example.org",
    "https://4f9c2d7ab1e8.localhost:1": "https://***.localhost:1",
    "": "an invalid URL",
    "nonsense/with/key": "an invalid URL",
    "mailto:someone@example.org": "an invalid URL",
    "file:///key": "an invalid URL",
  })) {
    it(`given "${url}", shows ${origin}`, () => {
      expect(endpointOrigin(url)).to.equal(origin);
    });
  }
});

describe("collectSecrets", () => {
  it("given an ordinary public URL, finds none", () => {
    expect([
      ...collectSecrets({
        url: "https://rpc.dev.example.org:443/v1/mainnet?v=1",
        headers: { "Content-Type": "application/json" },
      }),
    ]).to.be.empty;
  });

  it("given keys everywhere, finds each, encoded and decoded", () => {
    const secrets = collectSecrets({
      url: "https://us%20er:p%2Fw@4f9c2d7ab1e8.example.org/v3/averylongpathsegment/a1b2c3d4e5?apikey=a%20b%2Bc&barequery#fragment",
      headers: {
        "x-api-key": "headervalue",
        authorization: `Basic ${Buffer.from("bob:builder").toString("base64")}`,
        cookie: "session=cookievalue; other=1",
      },
    });
    for (const secret of [
      "us er",
      "us%20er",
      "p/w",
      "p%2Fw",
      "4f9c2d7ab1e8",
      "averylongpathsegment",
      "a1b2c3d4e5",
      "a b+c",
      "a%20b%2Bc",
      "a+b%2Bc",
      "barequery",
      "fragment",
      "headervalue",
      "bob",
      "builder",
      "cookievalue",
      Buffer.from("us er:p/w").toString("base64").replace(/=+$/, ""),
      Buffer.from("bob:builder").toString("base64").replace(/=+$/, ""),
    ]) {
      expect(secrets.has(secret), secret).to.equal(true);
    }
  });

  it("given damaged percent-encoding, does not throw", () => {
    expect(
      collectSecrets({
        url: "https://u:%E0%A4@h.example/%zzzzzzzzzzzzzzzzzzz?a=%&b=%C3%28",
        headers: { a: "\ud800lonesurrogate" },
      }).has("%E0%A4"),
    ).to.equal(true);
  });

  it("given something that is no URL, takes all of it for a secret", () => {
    expect(collectSecrets({ url: "host/key" }).has("host/key")).to.equal(true);
  });
});

describe("createScrubber", () => {
  it("given no secrets, changes nothing and suspects nothing", () => {
    const scrubber = createScrubber([]);
    expect(scrubber.text("a \\ b")).to.equal("a \\ b");
    expect(scrubber.isSuspect("\\u0061")).to.equal(false);
  });

  it("replaces long secrets anywhere and short ones as words of their own", () => {
    const { text } = createScrubber(["longsecret", "main", ""]);
    expect(text("xlongsecretx LongSecret")).to.equal("x***x ***");
    expect(text("mainnet, main: MAIN")).to.equal("mainnet, ***: ***");
  });

  it("prefers the longest of several that fit", () => {
    const { text } = createScrubber(["secret-a", "secret-a-and-b"]);
    expect(text("secret-a-and-b")).to.equal("***");
  });

  it("takes secrets literally, whatever they mean to a pattern", () => {
    const secret = "a.*+?^{}$()|[]\\/-b";
    const { text } = createScrubber([secret]);
    expect(text(`<${secret}>`)).to.equal("<***>");
    expect(text("axxxxxxxxxxxxxxxxxb")).to.equal("axxxxxxxxxxxxxxxxxb");
  });

  it("leaves hexadecimal data alone unless the secret is too long to be there by chance", () => {
    const { text } = createScrubber(["60806040", "deadbeefdeadbeef"]);
    expect(text("0x6080604052")).to.equal("0x6080604052");
    expect(text("0x00deadbeefdeadbeef00")).to.equal("0x00***00");
    expect(text("code 60806040")).to.equal("code ***");
  });

  it("reaches every text and name in a JSON value and keeps all else", () => {
    const { json } = createScrubber(["thesecret"]);
    expect(
      json({
        a: ["thesecret", 1, null, { "x-thesecret": true }],
        number: "0x1",
      }),
    ).to.deep.equal({
      a: ["***", 1, null, { "x-***": true }],
      number: "0x1",
    });
  });

  it("suspects escaped text, in which a secret may hide", () => {
    const scrubber = createScrubber(["thesecret"]);
    expect(scrubber.isSuspect('"plain"')).to.equal(false);
    expect(scrubber.isSuspect('"THESECRET"')).to.equal(true);
    expect(scrubber.isSuspect('"\\u0074hesecret"')).to.equal(true);
  });
});
