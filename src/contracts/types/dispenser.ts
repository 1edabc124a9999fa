import type { ContractType } from "../contract-type.ts";

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
