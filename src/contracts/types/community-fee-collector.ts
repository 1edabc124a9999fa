import { type ContractType, holder, OWNABLE } from "../contract-type.ts";

/** It keeps the marketplace's fees until they are paid to its payee. */
export const COMMUNITY_FEE_COLLECTOR = {
  role: "communityFeeCollector",
  prefix: "collector",
  contracts: "OPFCommunityFeeCollector",
  artifacts: { OPFCommunityFeeCollector: "communityFee" },
  mentions: {
    opcCollector: {
      by: "router",
      view: "opcCollector() returns (address)",
      form: "address",
      setters: ["updateOPCCollector"],
    },
  },
  privileged: {
    owner: holder("owner", "owner", { setters: OWNABLE }),
    payee: {
      words: "payee",
      form: "holder",
      setters: ["changeCollector"],
      source: {
        slot: "0x0000000000000000000000000000000000000000000000000000000000000001",
        contract: "OPFCommunityFeeCollector",
      },
    },
  },
} as const satisfies ContractType;
