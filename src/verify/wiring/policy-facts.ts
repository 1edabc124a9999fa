import type { Address } from "../../base/address.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { CallReading } from "../readings.ts";
import type { FactVerification } from "../report.ts";
import {
  decodeResult,
  describeResult,
  encodeCall,
  judgeFact,
  type WiringFact,
  type WiringSubjects,
  wiringFacts,
} from "./facts.ts";

/** What the router's constructor sets, in parts of 10^18. */
const FRESH_OPC_FEES = "1000000000000000, 2000000000000000";
const FRESH_CONSUME_FEE = "30000000000000000";
const FRESH_PROVIDER_FEE = "0";

/**
 * What a fresh deployment shows and a live one may have changed without being
 * wrong: approved tokens, contracts besides the registry's, fees, owners.
 */
export function policyFacts(subjects: WiringSubjects): readonly WiringFact[] {
  const router = subjects.get("router")?.[0];
  const factory = subjects.get("erc721Factory")?.[0];
  const token = subjects.get("token")?.[0];
  const fixedPrice = subjects.get("fixedPrice")?.[0];
  const dispenser = subjects.get("dispenser")?.[0];
  const count = (role: "erc20Templates" | "erc721Templates") =>
    String(subjects.get(role)?.length ?? 0);
  return wiringFacts([
    {
      id: "router.isApprovedToken",
      of: router,
      call: "isApprovedToken",
      args: [token],
      expected: "true",
    },
    {
      id: "router.fixedRatesContracts",
      of: router,
      call: "getFixedRatesContracts",
      expected: fixedPrice,
    },
    {
      id: "router.dispensersContracts",
      of: router,
      call: "getDispensersContracts",
      expected: dispenser,
    },
    {
      id: "router.opcFees",
      of: router,
      call: "getOPCFees",
      expected: FRESH_OPC_FEES,
    },
    {
      id: "router.opcConsumeFee",
      of: router,
      call: "getOPCConsumeFee",
      expected: FRESH_CONSUME_FEE,
    },
    {
      id: "router.opcProviderFee",
      of: router,
      call: "getOPCProviderFee",
      expected: FRESH_PROVIDER_FEE,
    },
    {
      id: "factory.templateCount",
      of: factory,
      call: "getCurrentTemplateCount",
      expected: count("erc20Templates"),
    },
    {
      id: "factory.nftTemplateCount",
      of: factory,
      call: "getCurrentNFTTemplateCount",
      expected: count("erc721Templates"),
    },
  ]);
}

/**
 * The calls for the owners of router and factory, in this order; none unless
 * both are present.
 */
export function ownerCalls(
  subjects: WiringSubjects,
  present: ReadonlySet<Address>,
): readonly ProbeCall[] {
  const router = subjects.get("router")?.[0];
  const factory = subjects.get("erc721Factory")?.[0];
  return router === undefined ||
    factory === undefined ||
    !present.has(router) ||
    !present.has(factory)
    ? []
    : [
        { to: router, data: encodeCall("routerOwner") },
        { to: factory, data: encodeCall("owner") },
      ];
}

/** Whether router and factory have one owner, as after a fresh deployment. */
export function judgeOwners(
  factory: Address,
  [routerOwner, factoryOwner]: readonly (CallReading | undefined)[],
): FactVerification {
  const expected =
    routerOwner?.kind === "returned"
      ? describeResult(decodeResult("routerOwner", routerOwner.data))
      : undefined;
  const fact: WiringFact = {
    id: "factory.owner",
    of: factory,
    data: encodeCall("owner"),
    expected: expected ?? "the router's owner",
    read: (data) => describeResult(decodeResult("owner", data)),
  };
  return expected === undefined
    ? judgeFact(fact, {
        kind: "unknown",
        reason: "the router's owner could not be read",
      })
    : judgeFact(fact, factoryOwner);
}
