import type { ContractType } from "../contract-type.ts";
import { NAMES_ENTERPRISE_FEE_COLLECTOR } from "./fee-collectors.ts";

/** It gives datatokens away. Nobody can change its router. */
export const DISPENSER = {
  role: "dispenser",
  prefix: "dispenser",
  contracts: "Dispenser",
  artifacts: { Dispenser: "pools/dispenser" },
  references: {
    router: { view: "router() returns (address)", type: "router" },
  },
  mentions: {
    isDispenserContract: {
      by: "router",
      view: "isDispenserContract(address) returns (bool)",
      form: "known",
      setters: ["addDispenserContract", "removeDispenserContract"],
    },
  },
} as const satisfies ContractType;

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
