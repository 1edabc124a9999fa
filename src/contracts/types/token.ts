import { type ContractType, holder, number } from "../contract-type.ts";

/** A payment token: the registry's own, and any other ERC-20 token. */
export const TOKEN = {
  role: "token",
  contracts: "OceanToken",
  behaviour: "erc20",
  // Datatokens are ERC-20 tokens, too.
  clonesOf: ["ERC20Template", "ERC20TemplateEnterprise"],
  artifacts: {
    OceanToken: "utils/OceanToken.sol/OceanToken",
    MockERC20Decimals: "utils/mock/MockERC20Decimals.sol/MockERC20Decimals",
  },
  privileged: {
    owner: holder("owner", "owner"),
    minter: holder("minter", "minter"),
    cap: number("cap", "cap"),
    decimals: {
      words: "decimals",
      form: "number",
      source: { view: "decimals() returns (uint8)" },
    },
  },
} as const satisfies ContractType;
