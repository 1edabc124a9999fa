import { expect } from "chai";

import {
  type ChainValues,
  chainRequest,
} from "../../src/wallet/chain-request.ts";
import { chainParameterProblem } from "../tasks/wallet/strict-wallet.ts";

const VALUES: ChainValues = {
  network: "third",
  chainId: 100,
  displayName: "GEN-X",
  feeToken: { name: "GX", symbol: "GX", decimals: 18 },
  nodeUri: { kind: "shown", value: "https://node.example" },
  explorerUri: { kind: "shown", value: "https://explorer.example/" },
  chainsWithSameId: [{ name: "Gnosis Chain", currencySymbol: "XDAI" }],
};

const node = (value: string) =>
  ({ nodeUri: { kind: "shown", value } }) as const;
const explorer = (value: string) =>
  ({ explorerUri: { kind: "shown", value } }) as const;
const symbol = (text: string) => ({
  feeToken: { name: "GX", symbol: text, decimals: 18 },
});

describe("the request that adds a network", () => {
  it("given all values, then it is the one that wallets accept", () => {
    const { request, findings } = chainRequest(VALUES);

    expect(findings).to.deep.equal([]);
    expect(request).to.deep.equal({
      chainId: "0x64",
      chainName: "GEN-X",
      nativeCurrency: { name: "GX", symbol: "GX", decimals: 18 },
      rpcUrls: ["https://node.example"],
      blockExplorerUrls: ["https://explorer.example"],
    });
    expect(chainParameterProblem([request])).to.equal(undefined);
  });

  it("given no explorer, then there is none in it, and a note says so", () => {
    const { request, findings, notes } = chainRequest({
      ...VALUES,
      explorerUri: { kind: "unset" },
    });

    expect(findings).to.deep.equal([]);
    expect(request).not.to.have.property("blockExplorerUrls");
    expect(notes.join()).to.contain("portal.explorerUri");
  });

  for (const url of [
    "http://127.0.0.1:8545",
    "https://node.example/v1/path?x=1",
  ]) {
    it(`given the node ${url}, then wallets accept it`, () => {
      const { request } = chainRequest({ ...VALUES, ...node(url) });

      expect(request?.rpcUrls).to.deep.equal([url]);
      expect(chainParameterProblem([request])).to.equal(undefined);
    });
  }

  const BROKEN: readonly (readonly [
    title: string,
    rule: string,
    change: Partial<ChainValues>,
  ])[] = [
    ["chain id 0", "chain-id", { chainId: 0 }],
    ["half a chain id", "chain-id", { chainId: 1.5 }],
    ["a huge chain id", "chain-id", { chainId: Number.MAX_SAFE_INTEGER }],
    ["a name of spaces", "chain-name", { displayName: "  " }],
    [
      "a name that reads backwards",
      "chain-name",
      { displayName: "\u202EX-NEG" },
    ],
    ["a name that is not seen", "chain-name", { displayName: "\u3164" }],
    ["a symbol of 7 characters", "fee-token-symbol", symbol("GXGXGXG")],
    ["an invisible symbol", "fee-token-symbol", symbol("G\u200BX")],
    [
      "Gnosis Chain's symbol in other case",
      "fee-token-other-chain",
      symbol("xDai"),
    ],
    [
      "6 decimals",
      "fee-token-decimals",
      { feeToken: { name: "EURAU", symbol: "EURAU", decimals: 6 } },
    ],
    [
      "an invisible name of the fee token",
      "fee-token-name",
      { feeToken: { name: "\u2066", symbol: "GX", decimals: 18 } },
    ],
    ["a node without TLS", "node-url", node("http://node.example")],
    [
      "a node whose name only begins like localhost",
      "node-url",
      node("http://localhost.evil.example"),
    ],
    ["a node that is a script", "node-url", node("javascript:alert(1)")],
    ["a node that is no URL", "node-url", node("node.example")],
    [
      "a node whose host ends a directive of a policy",
      "node-url",
      node("https://a;script-src"),
    ],
    ["an explorer without TLS", "explorer-url", explorer("http://x.example")],
    ["an explorer that is a script", "explorer-url", explorer("javascript:1")],
  ];
  for (const [title, rule, change] of BROKEN) {
    it(`given ${title}, then there is no request, and the rule ${rule} is broken`, () => {
      const { request, findings } = chainRequest({ ...VALUES, ...change });

      expect(request).to.equal(null);
      expect(
        findings.map((found) => [found.rule, found.verdict]),
      ).to.deep.include([rule, "broken"]);
    });
  }

  const UNKNOWN: readonly (readonly [string, string, Partial<ChainValues>])[] =
    [
      ["no name", "chain-name", { displayName: undefined }],
      ["no fee token", "fee-token-symbol", { feeToken: undefined }],
      ["no node", "node-url", { nodeUri: { kind: "unset" } }],
      [
        "a node that may be secret",
        "node-url",
        { nodeUri: { kind: "hidden" } },
      ],
    ];
  for (const [title, rule, change] of UNKNOWN) {
    it(`given ${title}, then there is no request, and ${rule} is unknown, with what to set`, () => {
      const { request, findings } = chainRequest({ ...VALUES, ...change });

      expect(request).to.equal(null);
      expect(findings).to.have.length(1);
      expect(findings[0]).to.include({ rule, verdict: "unknown" });
      expect(findings[0]?.remedy).to.contain("alpha.networks.third.");
    });
  }

  it("given a hostile symbol, then the message quotes it on one line, without what hides", () => {
    const { findings } = chainRequest({
      ...VALUES,
      ...symbol("\u001B[31m::error::\n\u202Eabc"),
    });

    expect(findings[0]?.message).to.match(/^[\x20-\x7E]*$/);
    expect(findings[0]?.message).not.to.contain("::");
  });
});
