import type { Hex } from "../../base/hex.ts";
import type { WiringFunction } from "../wiring/facts.ts";

/** How a value is read and shown. */
export type PrivilegeForm =
  /** Who may act: an address, with what is behind it. */
  | "holder"
  /** A share of 10^18, in percent. */
  | "percent"
  | "number"
  | "flag"
  /** Addresses, whose order does not matter. */
  | "addresses";

/** A value that only those who control a contract can change. */
export interface Privilege {
  /** The last part of the fact's id. */
  readonly name: string;
  /** Follows the contract's name: `Router owner`. */
  readonly words: string;
  readonly form: PrivilegeForm;
  readonly source:
    | { readonly call: WiringFunction }
    /** A word of storage, which means this in the code of known releases only. */
    | { readonly slot: Hex; readonly contract: string }
    /** A list that is read item by item, from 1. */
    | { readonly count: WiringFunction; readonly item: WiringFunction };
}

/** The contracts that someone controls. */
export type ControlledKind =
  | "router"
  | "erc721Factory"
  | "communityFeeCollector"
  | "token"
  | "template";

const SLOT_1: Hex = `0x${"1".padStart(64, "0")}`;

/**
 * Every privileged value of each contract. The exchange and the dispenser have
 * none: nobody can change their router.
 */
export const PRIVILEGES: Readonly<
  Record<ControlledKind, readonly Privilege[]>
> = {
  router: [
    call("owner", "owner", "holder", "routerOwner"),
    call(
      "swapFeeApproved",
      "swap fee for approved tokens",
      "percent",
      "swapOceanFee",
    ),
    call(
      "swapFeeOther",
      "swap fee for other tokens",
      "percent",
      "swapNonOceanFee",
    ),
    call("consumeFee", "consume fee", "percent", "consumeFee"),
    call("providerFee", "provider fee", "percent", "providerFee"),
    call("approvedTokens", "approved tokens", "addresses", "getApprovedTokens"),
    call(
      "exchanges",
      "fixed-rate exchanges",
      "addresses",
      "getFixedRatesContracts",
    ),
    call("dispensers", "dispensers", "addresses", "getDispensersContracts"),
    call(
      "sideStaking",
      "side-staking contracts",
      "addresses",
      "getSSContracts",
    ),
    call("poolTemplates", "pool templates", "addresses", "getPoolTemplates"),
    call(
      "minVestingPeriod",
      "minimum vesting period in blocks",
      "number",
      "getMinVestingPeriod",
    ),
  ],
  erc721Factory: [
    call("owner", "owner", "holder", "owner"),
    {
      name: "tokenTemplates",
      words: "token templates",
      form: "addresses",
      source: { count: "getCurrentTemplateCount", item: "getTokenTemplate" },
    },
    {
      name: "nftTemplates",
      words: "NFT templates",
      form: "addresses",
      source: { count: "getCurrentNFTTemplateCount", item: "getNFTTemplate" },
    },
  ],
  communityFeeCollector: [
    call("owner", "owner", "holder", "owner"),
    {
      name: "payee",
      words: "payee",
      form: "holder",
      source: { slot: SLOT_1, contract: "OPFCommunityFeeCollector" },
    },
  ],
  token: [
    call("owner", "owner", "holder", "owner"),
    call("minter", "minter", "holder", "minter"),
    call("cap", "cap", "number", "cap"),
    call("decimals", "decimals", "number", "decimals"),
  ],
  template: [call("initialized", "initialised", "flag", "isInitialized")],
};

function call(
  name: string,
  words: string,
  form: PrivilegeForm,
  view: WiringFunction,
): Privilege {
  return { name, words, form, source: { call: view } };
}
