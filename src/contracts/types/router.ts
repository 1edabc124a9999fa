import type { ContractType } from "../contract-type.ts";

/** It knows the contracts of its marketplace, and sets the marketplace's fees. */
export const ROUTER = {
  name: "router",
  role: "router",
  prefix: "router",
  contracts: "FactoryRouter",
  artifacts: { FactoryRouter: "pools/FactoryRouter.sol/FactoryRouter" },
  references: {
    factory: {
      view: "factory() returns (address)",
      type: "erc721Factory",
    },
  },
  privileged: {
    owner: {
      words: "owner",
      form: "holder",
      source: { view: "routerOwner() returns (address)" },
    },
    swapFeeApproved: {
      words: "swap fee for approved tokens",
      form: "percent",
      source: { view: "swapOceanFee() returns (uint256)" },
    },
    swapFeeOther: {
      words: "swap fee for other tokens",
      form: "percent",
      source: { view: "swapNonOceanFee() returns (uint256)" },
    },
    consumeFee: {
      words: "consume fee",
      form: "percent",
      source: { view: "consumeFee() returns (uint256)" },
    },
    providerFee: {
      words: "provider fee",
      form: "percent",
      source: { view: "providerFee() returns (uint256)" },
    },
    approvedTokens: {
      words: "approved tokens",
      form: "addresses",
      source: { view: "getApprovedTokens() returns (address[])" },
    },
    exchanges: {
      words: "fixed-rate exchanges",
      form: "addresses",
      source: { view: "getFixedRatesContracts() returns (address[])" },
      type: "fixedPrice",
    },
    dispensers: {
      words: "dispensers",
      form: "addresses",
      source: { view: "getDispensersContracts() returns (address[])" },
      type: "dispenser",
    },
    sideStaking: {
      words: "side-staking contracts",
      form: "addresses",
      source: { view: "getSSContracts() returns (address[])" },
    },
    poolTemplates: {
      words: "pool templates",
      form: "addresses",
      source: { view: "getPoolTemplates() returns (address[])" },
    },
    minVestingPeriod: {
      words: "minimum vesting period in blocks",
      form: "number",
      source: { view: "getMinVestingPeriod() returns (uint256)" },
    },
  },
} as const satisfies ContractType;
