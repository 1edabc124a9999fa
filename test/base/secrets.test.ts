import { expect } from "chai";
import {
  collectSecrets,
  endpointOrigin,
  looksLikeKey,
  looksSecret,
} from "../../src/base/secrets.ts";

describe("looksLikeKey", () => {
  for (const key of [
    "0123456789abcdef0123456789abcdef",
    "4f9c2d7ab1",
    "k7Xp2mQ9zR4t",
    "abcdefghijklmnopqrstuvwxyz",
  ]) {
    it(`takes ${key} for a key`, () => {
      expect(looksLikeKey(key)).to.equal(true);
    });
  }

  for (const word of [
    "",
    "v3",
    "k8s-eu-west-1-prod-3",
    "quiet-dark-resonance",
    "chain32456",
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
    "https://4f9c2d7ab1e8.quiknode.example/k": "https://***.quiknode.example",
    "https://eu.4F9C2D7AB1E8.rpc.example.org": "https://eu.***.rpc.example.org",
    "": "an invalid URL",
    "nonsense/with/key": "an invalid URL",
    "file:///key": "an invalid URL",
  })) {
    it(`given "${url}", shows ${origin}`, () => {
      expect(endpointOrigin(url)).to.equal(origin);
    });
  }
});

describe("looksSecret", () => {
  for (const url of ["https://rpc.dev.example.org:443/v1/mainnet?v=1", ""]) {
    it(`given the public URL "${url}", finds nothing`, () => {
      expect(looksSecret(url)).to.equal(false);
    });
  }

  for (const url of [
    "https://user@example.org",
    "https://:pass@example.org",
    "https://example.org/v3/a1b2c3d4e5",
    "https://example.org/?apikey=abcd",
    "https://example.org/?abcd",
    "https://example.org/#abcd",
    "https://4f9c2d7ab1e8.rpc.example.org",
    "host/key",
  ]) {
    it(`given ${url}, finds a secret`, () => {
      expect(looksSecret(url)).to.equal(true);
    });
  }
});

describe("collectSecrets", () => {
  it("given a URL without path, user and query, and public headers, finds none", () => {
    const secrets = collectSecrets({
      url: "https://rpc.dev.example.org:443",
      headers: { "Content-Type": "application/json", Accept: "text/plain" },
    });
    expect([...secrets]).to.be.empty;
  });

  it("given keys everywhere, finds each, as written and decoded", () => {
    const secrets = collectSecrets({
      url: "https://us%20er:p%2Fw@4f9c2d7ab1e8.example.org/v3/k/a1b2?apikey=a%20b%2Bc&barequery&form=a+b#fragment",
      headers: {
        "x-api-key": "headervalue",
        authorization: `Basic ${Buffer.from("bob:buil:der").toString("base64")}`,
        "Proxy-Authorization": "Bearer token",
        cookie: "session=cookievalue; other=1",
      },
    });
    expect([...secrets]).to.include.members([
      "us er",
      "us%20er",
      "p/w",
      "p%2Fw",
      "4f9c2d7ab1e8",
      "v3",
      "k",
      "a1b2",
      "a b+c",
      "a%20b%2Bc",
      "barequery",
      "a b",
      "fragment",
      "headervalue",
      "bob",
      "buil:der",
      "token",
      "cookievalue",
      "1",
    ]);
    expect([...secrets]).not.to.include.oneOf(["Bearer", "apikey", "example"]);
  });

  it("given a proxy, too, finds the secrets of both URLs", () => {
    const secrets = collectSecrets(
      { url: "https://example.org/key" },
      { url: "http://proxyuser:proxypass@127.0.0.1:1/" },
    );
    expect([...secrets]).to.have.members([
      "key",
      "proxyuser",
      "proxypass",
      Buffer.from("proxyuser:proxypass").toString("base64"),
    ]);
  });

  it("given damaged percent-encoding, does not throw", () => {
    const secrets = collectSecrets({
      url: "https://u:%E0%A4@h.example/%zz?a=%&b=%C3%28",
      headers: { a: "\ud800lonesurrogate" },
    });
    expect(secrets.has("%E0%A4")).to.equal(true);
  });
});
