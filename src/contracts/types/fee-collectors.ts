import {
  type ContractType,
  holder,
  OWNABLE,
  type PrivilegedValue,
  whereOffered,
} from "../contract-type.ts";

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

/**
 * It keeps the fees of the enterprise exchange, which names it. It is in no registry.
 *
 * @see https://github.com/oceanprotocol/contracts/blob/main/contracts/communityFee/EnterpriseFeeCollector.sol
 */
export const ENTERPRISE_PAYEE: PrivilegedValue = {
  words: "payee",
  form: "holder",
  source: {
    slot: "0x0000000000000000000000000000000000000000000000000000000000000001",
    contract: "EnterpriseFeeCollector",
  },
  isOptional: true,
};

/** The views by which the enterprise exchange names it. */
export const NAMES_ENTERPRISE_FEE_COLLECTOR = whereOffered({
  enterpriseFeeCollector: holder(
    "enterprise fee collector",
    "enterpriseFeeCollector",
  ),
});

/** The fees that it takes for payments in a token. */
export function enterpriseFee(token: `0x${string}`): PrivilegedValue {
  return {
    words: `fees for ${token} (allowed, minimum, maximum, share of 10^18)`,
    form: "fields",
    source: {
      view: "getToken(address) returns (bool, uint256, uint256, uint256)",
      args: [token],
    },
    isOptional: true,
  };
}
