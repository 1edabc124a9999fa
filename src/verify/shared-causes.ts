import type { Address } from "../base/address.ts";
import {
  type Cause,
  type Finding,
  isProblem,
  worstOf,
} from "../base/problems.ts";
import { isSameText } from "../base/text.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import {
  type CheckedFindings,
  type ContractVerification,
  contractId,
  describeNotAsked,
  describeUnreadFact,
  type VerifyCheck,
} from "./report.ts";

/**
 * The checks, where those that fail for one reason say the same: an address that is
 * probably wrong is the cause of the facts that it breaks, a contract that is not
 * there of the facts that could not be asked, and a network that could not be queried
 * of everything.
 */
export function withSharedCauses(
  checks: readonly VerifyCheck[],
  found: CheckedFindings,
): readonly VerifyCheck[] {
  const causes = causesOf(checks, found);
  return checks.map((check) => ({
    ...check,
    findings: check.findings.map((finding) => ({
      ...finding,
      ...(causes.get(finding) ?? causes.get(finding.reason)),
    })),
  }));
}

/** The cause of a finding, or of all that have a reason. */
type Causes = ReadonlyMap<Finding | string, Cause>;

function causesOf(
  checks: readonly VerifyCheck[],
  found: CheckedFindings,
): Causes {
  if (found.cause !== undefined) {
    const { reason, remedy } = found.cause;
    return new Map([[reason, { reason, remedy }]]);
  }
  const causes = new Map<Finding | string, Cause>();
  const checkOf = new Map(checks.map((check) => [check.name, check]));
  for (const contract of found.contracts) {
    const { findings = [] } = checkOf.get(contractId(contract)) ?? {};
    const finding = worstOf(findings.filter(isProblem));
    const suspicion = suspicionOf(contract, found);
    const reasons = [finding, suspicion].flatMap((one) => one?.reason ?? []);
    if (contract.address === undefined || reasons.length === 0) {
      continue;
    }
    const remedy = suspicion?.remedy ?? finding?.remedy;
    for (const one of [
      ...(finding === undefined ? [] : [finding]),
      ...(suspicion?.explains ?? []),
      describeUnreadFact(describeNotAsked(contract.address)),
    ]) {
      causes.set(one, { reason: reasons.join("; "), remedy });
    }
  }
  return causes;
}

/** Why a contract's address is probably wrong. */
interface Suspicion extends Cause {
  /** The reasons of the facts that contradict it. */
  readonly explains: readonly string[];
}

const ADDRESS = /^0x[\da-f]{40}$/i;
/** Fewer may be wrong themselves. */
const MIN_AGREEING = 2;

/**
 * Whether the other contracts name another address than the registry does: all of
 * them the same one, and several, or the registry's is known from another network.
 */
function suspicionOf(
  contract: ContractVerification,
  { network, facts = [] }: CheckedFindings,
): Suspicion | undefined {
  const { kind, address, verdict } = contract;
  const naming = facts.filter(
    (fact) =>
      kind === "registry" &&
      fact.class === "structural" &&
      isSameText(fact.expected, address) &&
      fact.verdict !== "unknown",
  );
  if (verdict !== "absent" && naming.length === 0) {
    return undefined;
  }
  const elsewhere = address && nameElsewhere(address, network);
  const [actual = "", ...others] = new Set(naming.map((fact) => fact.actual));
  // `fixedPrice.router` is what one contract says.
  const { size } = new Set(naming.map(({ id }) => id.replace(/\.[^.]*$/, "")));
  if (
    others.length > 0 ||
    naming.some((fact) => fact.verdict === "holds") ||
    !ADDRESS.test(actual) ||
    (size < MIN_AGREEING && elsewhere === undefined)
  ) {
    return verdict === "absent" && elsewhere !== undefined
      ? { reason: `the address is ${elsewhere}`, explains: [] }
      : undefined;
  }
  const who = size === 1 ? "1 contract names" : `${size} contracts name`;
  const where = elsewhere === undefined ? "" : ` (${address} is ${elsewhere})`;
  return {
    reason: `${who} ${actual}, the registry says ${address}: the ${contractId(contract)} entry is probably wrong${where}`,
    remedy: "Correct the entry.",
    explains: naming.flatMap(({ reason }) => reason ?? []),
  };
}

/** What an address is on another network by its public values: `testnet's Router`. */
function nameElsewhere(
  address: Address,
  network: CheckedFindings["network"],
): string | undefined {
  const wanted = address.toLowerCase();
  return ALPHA_NETWORK_NAMES.flatMap((name) => {
    const { registry = {} }: NetworkDefinition["preset"] =
      NETWORK_DEFINITIONS[name].preset;
    return Object.entries(registry).flatMap(([key, value]) =>
      name !== network &&
      [value].flat().some((one) => String(one).toLowerCase() === wanted)
        ? [`${name}'s ${key}`]
        : [],
    );
  })[0];
}
