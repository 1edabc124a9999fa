import {
  addresses,
  type ContractType,
  holder,
  number,
  percent,
} from "../contract-type.ts";

/** It knows the contracts of its marketplace, and sets the marketplace's fees. */
export const ROUTER = {
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
    owner: holder("owner", "routerOwner"),
    swapFeeApproved: percent("swap fee for approved tokens", "swapOceanFee"),
    swapFeeOther: percent("swap fee for other tokens", "swapNonOceanFee"),
    consumeFee: percent("consume fee", "consumeFee"),
    providerFee: percent("provider fee", "providerFee"),
    approvedTokens: addresses("approved tokens", "getApprovedTokens"),
    exchanges: addresses(
      "fixed-rate exchanges",
      "getFixedRatesContracts",
      "fixedPrice",
    ),
    dispensers: addresses("dispensers", "getDispensersContracts", "dispenser"),
    sideStaking: addresses("side-staking contracts", "getSSContracts"),
    poolTemplates: addresses("pool templates", "getPoolTemplates"),
    minVestingPeriod: number(
      "minimum vesting period in blocks",
      "getMinVestingPeriod",
    ),
  },
} as const satisfies ContractType;
