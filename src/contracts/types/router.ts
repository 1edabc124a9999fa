import {
  addresses,
  type ContractType,
  holder,
  number,
  percent,
} from "../contract-type.ts";

const FEES = { setters: ["updateOPCFee"] } as const;

/** It knows the contracts of its marketplace, and sets the marketplace's fees. */
export const ROUTER = {
  role: "router",
  prefix: "router",
  contracts: "FactoryRouter",
  artifacts: { FactoryRouter: "pools" },
  references: {
    factory: {
      view: "factory() returns (address)",
      type: "erc721Factory",
      setters: ["addFactory"],
    },
  },
  privileged: {
    owner: holder("owner", "routerOwner", { setters: ["changeRouterOwner"] }),
    swapFeeApproved: percent(
      "swap fee for approved tokens",
      "swapOceanFee",
      FEES,
    ),
    swapFeeOther: percent("swap fee for other tokens", "swapNonOceanFee", FEES),
    consumeFee: percent("consume fee", "consumeFee", FEES),
    providerFee: percent("provider fee", "providerFee", FEES),
    approvedTokens: addresses("approved tokens", "getApprovedTokens", {
      setters: ["addApprovedToken", "removeApprovedToken"],
    }),
    exchanges: addresses("fixed-rate exchanges", "getFixedRatesContracts", {
      type: "fixedPrice",
      setters: ["addFixedRateContract", "removeFixedRateContract"],
    }),
    dispensers: addresses("dispensers", "getDispensersContracts", {
      type: "dispenser",
      setters: ["addDispenserContract", "removeDispenserContract"],
    }),
    sideStaking: addresses("side-staking contracts", "getSSContracts", {
      setters: ["addSSContract", "removeSSContract"],
    }),
    poolTemplates: addresses("pool templates", "getPoolTemplates", {
      setters: ["addPoolTemplate", "removePoolTemplate"],
    }),
    minVestingPeriod: number(
      "minimum vesting period in blocks",
      "getMinVestingPeriod",
      { setters: ["updateMinVestingPeriod"] },
    ),
  },
} as const satisfies ContractType;
