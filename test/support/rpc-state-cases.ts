import type { FaultCase } from "./fault-case.ts";
import type { FaultChain, FaultChains } from "./fault-chains.ts";
import {
  type Recovery,
  STATE_FAULTS,
  type StateFault,
} from "./rpc-state-faults.ts";

/** Every {@link STATE_FAULTS} against what it concerns, on both chains. */
export function stateCases({
  whole,
  lacking,
  other,
}: FaultChains): readonly FaultCase[] {
  return STATE_FAULTS.flatMap((fault) => [
    ...[whole, lacking].flatMap((chain) => [
      ...verifyCases(fault, "probe", fault.probe, chain, other),
      ...verifyCases(fault, "single", fault.single, chain, other),
    ]),
    ...statusCases(fault, whole, other),
  ]).map((one) => ({ ...one, isPatient: true }));
}

function verifyCases(
  fault: StateFault,
  path: FaultCase["path"],
  recovery: Recovery | undefined,
  chain: FaultChain,
  other: FaultChain,
): readonly FaultCase[] {
  return recovery === undefined ||
    (fault.isForWholeOnly === true && chain.outcome !== "ok")
    ? []
    : [
        {
          group: fault.group,
          behaviour: fault.name,
          scope: `${chain.name} chain`,
          task: "verify",
          path,
          chain,
          behave: () => fault.behave(chain, other),
          mustRecover:
            recovery === "always" ||
            (recovery === "whole" && chain.outcome === "ok"),
          state: fault.status === "wrong-chain" ? "wrong-chain" : undefined,
          isSlow: fault.isSlow,
        },
      ];
}

function statusCases(
  fault: StateFault,
  chain: FaultChain,
  other: FaultChain,
): readonly FaultCase[] {
  const { status } = fault;
  return status === undefined
    ? []
    : [
        {
          group: fault.group,
          behaviour: fault.name,
          scope: "status",
          task: "status",
          path: "probe",
          chain,
          behave: () => fault.behave(chain, other),
          // A node that is in another state shows it by valid answers.
          mustRecover: status !== "ok",
          state: status === "recover" || status === "ok" ? undefined : status,
          isSlow: fault.isSlow,
        },
      ];
}
