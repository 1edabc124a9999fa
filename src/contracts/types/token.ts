import {
  type Changer,
  type ContractInterface,
  type ContractType,
  flag,
  holder,
  number,
  OWNABLE,
  text,
  whereOffered,
} from "../contract-type.ts";
import { OWNED } from "./owned.ts";

/**
 * The powers of the issuers of tokens, by the functions of Circle's tokens
 * (USDC, EURC), Monerium's (EURe), Tether's (USDT), and permissioned tokens
 * (ERC-3643).
 *
 * @see https://github.com/circlefin/stablecoin-evm
 * @see https://github.com/monerium/smart-contracts
 * @see https://etherscan.io/token/0xdac17f958d2ee523a2206206994597c13d831ec7#code
 * @see https://eips.ethereum.org/EIPS/eip-3643
 */
export const TOKEN_POWERS = whereOffered({
  masterMinter: holder("master minter", "masterMinter"),
  pauser: holder("pauser", "pauser"),
  blacklister: holder("blacklister", "blacklister"),
  rescuer: holder("rescuer", "rescuer"),
  paused: flag("paused", "paused", { severity: "control" }),
  controller: holder("controller", "getController"),
  validator: holder("validator", "validator"),
  feeRate: number("fee in basis points", "basisPointsRate", {
    severity: "fees",
  }),
  maximumFee: number("maximum fee", "maximumFee", { severity: "fees" }),
  deprecated: flag("deprecated", "deprecated", { severity: "control" }),
  upgradedAddress: holder("upgraded address", "upgradedAddress"),
  identityRegistry: holder("identity registry", "identityRegistry"),
  compliance: holder("compliance", "compliance"),
});

const OWNER: Changer = { words: "its owner", value: "owner" };

/**
 * USDC, EURC, and the same code of other issuers.
 *
 * @see https://github.com/circlefin/stablecoin-evm/tree/master/contracts/v1
 */
export const FIAT_TOKEN: ContractInterface = {
  words: "Circle's FiatToken",
  offers: ["owner", "masterMinter", "pauser", "blacklister"],
  changers: {
    owner: OWNER,
    masterMinter: OWNER,
    pauser: OWNER,
    blacklister: OWNER,
    rescuer: OWNER,
    paused: { words: "its pauser", value: "pauser" },
    // Its minters: it has no other roles.
    roles: { words: "its master minter", value: "masterMinter" },
  },
};

/** A payment token: the registry's own, and any other ERC-20 token. */
export const TOKEN = {
  role: "token",
  contracts: "OceanToken",
  behaviour: "erc20",
  // Datatokens are ERC-20 tokens, too.
  clonesOf: ["ERC20Template", "ERC20TemplateEnterprise"],
  artifacts: { OceanToken: "utils", MockERC20Decimals: "utils/mock" },
  privileged: {
    ...OWNED,
    ...TOKEN_POWERS,
    name: text("name", "name"),
    symbol: text("symbol", "symbol"),
    owner: holder("owner", "owner", { setters: OWNABLE }),
    minter: holder("minter", "minter"),
    cap: number("cap", "cap"),
    decimals: {
      words: "decimals",
      form: "number",
      source: { view: "decimals() returns (uint8)" },
    },
  },
} as const satisfies ContractType;
