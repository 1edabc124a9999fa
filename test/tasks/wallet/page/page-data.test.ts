import { expect } from "chai";

import type { WalletNetwork } from "../../../../src/wallet/report.ts";
import {
  type PageNetwork,
  pageNetworks,
} from "../../../../tasks/wallet/page/page-data.ts";

const NETWORK: WalletNetwork = {
  network: "devnet",
  displayName: "Pontus-X Devnet",
  hardhatNetwork: "devnet",
  chainId: 32456,
  outcome: "ok",
  endpoint: null,
  feeToken: null,
  nodeUri: null,
  explorerUri: null,
  chainsWithSameId: [],
  addEthereumChain: null,
  tokens: [],
  findings: [],
  notes: [],
};

function pageNetwork(change: Partial<WalletNetwork>): PageNetwork | undefined {
  return pageNetworks(
    {
      schemaVersion: 1,
      task: "wallet",
      outcome: "ok",
      networks: [{ ...NETWORK, ...change }],
    },
    { networks: {} },
  )[0];
}

describe("the wallet page's data", () => {
  for (const [rule, wasWrongChain] of [
    ["node-chain", true],
    ["node-url", false],
  ] as const) {
    it(`given a finding of the rule ${rule}, then the node ${wasWrongChain ? "was" : "was not"} proven to be on another chain`, () => {
      const found = pageNetwork({
        findings: [{ rule, verdict: "broken", path: "url", message: "m." }],
      });

      expect(found?.wasWrongChain).to.equal(wasWrongChain);
      expect(found?.problems).to.deep.equal([`${rule}: m.`]);
    });
  }

  for (const [symbol, name, shown] of [
    [null, "EUROe", ["EUROe", null]],
    [null, null, ["euro", null]],
    ["A\u202EB", "C\nD", ["A B", "C D"]],
  ] as const) {
    it(`given a token with symbol ${JSON.stringify(symbol)} and name ${JSON.stringify(name)}, then it is shown as ${JSON.stringify(shown)}`, () => {
      const token = pageNetwork({
        tokens: [
          {
            kind: "euro",
            name,
            symbol,
            address: null,
            decimals: null,
            source: "unread",
            watchAsset: null,
          },
        ],
      })?.tokens[0];

      expect([token?.symbol, token?.name]).to.deep.equal(shown);
    });
  }

  for (const nodeUri of ["http://node.example", "https://a;b"]) {
    it(`given the node ${nodeUri}, then the page does not connect to it`, () => {
      expect(pageNetwork({ nodeUri })?.node).to.equal(null);
    });
  }
});
