import type { ContractType } from "../contract-type.ts";
import { NAMES_ENTERPRISE_FEE_COLLECTOR } from "./enterprise-fee-collector.ts";

/** It sells datatokens at a fixed price. Nobody can change its router. */
export const FIXED_PRICE = {
  role: "fixedPrice",
  prefix: "fixedPrice",
  contracts: "FixedRateExchange",
  others: ["FixedRateExchangeEnterprise"],
  artifacts: {
    FixedRateExchange: "pools/fixedRate",
    FixedRateExchangeEnterprise: "pools/fixedRate",
  },
  references: {
    router: { view: "router() returns (address)", type: "router" },
  },
  mentions: {
    isFixedRateContract: {
      by: "router",
      view: "isFixedRateContract(address) returns (bool)",
      form: "known",
      setters: ["addFixedRateContract", "removeFixedRateContract"],
    },
  },
  privileged: NAMES_ENTERPRISE_FEE_COLLECTOR,
} as const satisfies ContractType;
