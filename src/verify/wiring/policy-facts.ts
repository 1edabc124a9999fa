import type { Address } from "../../networks/definition.ts";
import { decodeResult, encodeCall } from "./abi.ts";
import { describeResult } from "./describe-result.ts";
import type { WiringFact } from "./fact.ts";
import type { WiringSubjects } from "./subjects.ts";

/** What the router's constructor sets, in parts of 10^18. */
const FRESH_OPC_FEES = "1000000000000000, 2000000000000000";
const FRESH_CONSUME_FEE = "30000000000000000";
const FRESH_PROVIDER_FEE = "0";

/**
 * What a fresh deployment shows and a live one may have changed without being
 * wrong: approved tokens, contracts beside the registry's, fees, owners.
 */
export function policyFacts(subjects: WiringSubjects): readonly WiringFact[] {
  const router = subjects.get("router")?.[0];
  const factory = subjects.get("erc721Factory")?.[0];
  const token = subjects.get("token")?.[0];
  const fixedPrice = subjects.get("fixedPrice")?.[0];
  const dispenser = subjects.get("dispenser")?.[0];
  const count = (role: "erc20Templates" | "erc721Templates") =>
    String(subjects.get(role)?.length ?? 0);
  return [
    ...(token === undefined
      ? []
      : returns(router, "router.isApprovedToken", "isApprovedToken", "true", [
          token,
        ])),
    ...(fixedPrice === undefined
      ? []
      : returns(
          router,
          "router.fixedRatesContracts",
          "getFixedRatesContracts",
          fixedPrice,
        )),
    ...(dispenser === undefined
      ? []
      : returns(
          router,
          "router.dispensersContracts",
          "getDispensersContracts",
          dispenser,
        )),
    ...returns(router, "router.opcFees", "getOPCFees", FRESH_OPC_FEES),
    ...returns(
      router,
      "router.opcConsumeFee",
      "getOPCConsumeFee",
      FRESH_CONSUME_FEE,
    ),
    ...returns(
      router,
      "router.opcProviderFee",
      "getOPCProviderFee",
      FRESH_PROVIDER_FEE,
    ),
    ...returns(
      factory,
      "factory.templateCount",
      "getCurrentTemplateCount",
      count("erc20Templates"),
    ),
    ...returns(
      factory,
      "factory.nftTemplateCount",
      "getCurrentNFTTemplateCount",
      count("erc721Templates"),
    ),
  ];
}

function returns(
  of: Address | undefined,
  id: string,
  name: Parameters<typeof encodeCall>[0],
  expected: string,
  args: readonly Address[] = [],
): readonly WiringFact[] {
  return of === undefined
    ? []
    : [
        {
          id,
          of,
          data: encodeCall(name, args),
          expected,
          read: (data) => describeResult(decodeResult(name, data)),
        },
      ];
}
