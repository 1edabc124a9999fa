import type { Address } from "../../networks/definition.ts";
import type { FactVerification } from "../../report/verify-report.ts";
import type { ProbeCall } from "../../rpc/probe/call-program.ts";
import type { CallReading } from "../read-calls.ts";
import { decodeResult, encodeCall } from "./abi.ts";
import { describeResult } from "./describe-result.ts";
import { judgeFact, type WiringFact } from "./fact.ts";
import type { WiringSubjects } from "./subjects.ts";

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
