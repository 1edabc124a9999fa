import { expect } from "chai";

import { NETWORK_DEFINITIONS } from "../../../src/networks/definitions.ts";
import { fieldIn } from "../../../src/sources/portal/dialects.ts";
import {
  hasConfigShape,
  isConfigEnvironment,
} from "../../../tasks/config/options.ts";

const DEVNET = Object.fromEntries(
  Object.keys(NETWORK_DEFINITIONS.devnet.portal).map((field) => [field, null]),
);
const OCEAN = Object.fromEntries(
  Object.keys(DEVNET).map((field) => [fieldIn("ocean", field), null]),
);
const { nodeUri: _nodeUri, ...WITHOUT_NODE } = DEVNET;

describe("hasConfigShape", () => {
  for (const [title, value] of [
    ["one network", { devnet: DEVNET }],
    ["one in the dialect ocean", { testnet: OCEAN }],
    ["two", { devnet: DEVNET, testnet: DEVNET }],
  ] as const) {
    it(`given ${title}, then it is ours`, () => {
      expect(hasConfigShape(value)).to.equal(true);
    });
  }

  for (const [title, value] of [
    ["nothing", undefined],
    ["null", null],
    ["a list", [DEVNET]],
    ["a text", "devnet"],
    ["an empty object", {}],
    ["a network that nobody knows", { mainnet: DEVNET }],
    ["one more member", { devnet: DEVNET, mine: 1 }],
    ["one more field", { devnet: { ...DEVNET, mine: 1 } }],
    ["a field less", { devnet: WITHOUT_NODE }],
    ["another field in its place", { devnet: { ...WITHOUT_NODE, mine: 1 } }],
    ["the third network with devnet's fields", { third: DEVNET }],
    ["two dialects", { devnet: DEVNET, testnet: OCEAN }],
    ["a network that is null", { devnet: null }],
    ["an inherited name", JSON.parse('{ "__proto__": {} }')],
  ] as const) {
    it(`given ${title}, then it is not`, () => {
      expect(hasConfigShape(value)).to.equal(false);
    });
  }
});

describe("isConfigEnvironment", () => {
  it("given variables of both dialects and comments, then it holds nothing else", () => {
    expect(
      isConfigEnvironment(
        "# a\nALPHA_DEVNET_NODE_URI='x'\nNEXT_PUBLIC_RPC_URL=y\n",
      ),
    ).to.equal(true);
  });

  for (const line of [
    "SECRET=1",
    "export DEPLOYER_KEY='0x1'",
    "ALPHA_DEVNET_RPC_URL=https://host/key",
  ]) {
    it(`given ${line} among them, then it holds what is not ours`, () => {
      expect(
        isConfigEnvironment(`ALPHA_DEVNET_NODE_URI=x\n${line}\n`),
      ).to.equal(false);
    });
  }
});
