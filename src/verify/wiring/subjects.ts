import type { Address, ContractRole } from "../../networks/definition.ts";
import type { VerificationTarget } from "../targets.ts";

/** The contracts of a registry by role, in the order of their lists. */
export type WiringSubjects = ReadonlyMap<ContractRole, readonly Address[]>;

/** The registry's contracts among the targets; unset ones are left out. */
export function wiringSubjects(
  targets: readonly VerificationTarget[],
): WiringSubjects {
  const subjects = new Map<ContractRole, Address[]>();
  for (const { kind, role, address } of targets) {
    if (
      kind !== "registry" ||
      role === undefined ||
      role === "euro" ||
      role === "alpha" ||
      address === undefined
    ) {
      continue;
    }
    subjects.set(role, [...(subjects.get(role) ?? []), address]);
  }
  return subjects;
}
