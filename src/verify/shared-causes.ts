import type { Address } from "../base/address.ts";
import { type Cause, type Finding, worstOf } from "../base/problems.ts";
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
  { cause, contracts, facts, network }: CheckedFindings,
): Causes {
  if (cause !== undefined) {
    const { reason, remedy } = cause;
    return new Map([[reason, { reason, remedy }]]);
  }
  const causes = new Map<Finding | string, Cause>();
  const checkOf = new Map(checks.map((check) => [check.name, check]));
  for (const contract of contracts) {
    const { address, verdict } = contract;
    const finding = problemOf(checkOf.get(contractId(contract)));
    if (address === undefined) {
      continue;
    }
    const elsewhere = nameElsewhere(address, network);
    const suspicion = suspicionOf(contract, facts, elsewhere);
    const isMistaken = verdict === "absent" && elsewhere !== undefined;
    const reasons = [
      finding?.reason,
      suspicion?.reason ??
        (isMistaken ? `the address is ${elsewhere}` : undefined),
    ].filter((reason) => reason !== undefined);
    if (reasons.length === 0) {
      continue;
    }
    const shared: Cause = {
      reason: reasons.join("; "),
      remedy: suspicion === undefined ? finding?.remedy : "Correct the entry.",
    };
    for (const one of [
      ...(finding === undefined ? [] : [finding]),
      ...(suspicion?.explains ?? []),
      describeUnreadFact(describeNotAsked(address)),
    ]) {
      causes.set(one, shared);
    }
  }
  return causes;
}

/** The worst that is wrong or unknown of a contract. */
function problemOf(check: VerifyCheck | undefined): Finding | undefined {
  const worst = worstOf(check?.findings ?? []);
  return worst?.status === "ok" || worst?.status === "skipped"
    ? undefined
    : worst;
}

/** An address that others contradict. */
interface Suspicion {
  readonly reason: string;
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
  facts: CheckedFindings["facts"] = [],
  elsewhere: string | undefined,
): Suspicion | undefined {
  const { kind, address = "" } = contract;
  const naming = facts.filter(
    (fact) =>
      kind === "registry" &&
      fact.class === "structural" &&
      fact.expected?.toLowerCase() === address.toLowerCase() &&
      fact.verdict !== "unknown",
  );
  const [named, ...others] = new Set(
    naming.map(({ actual = "" }) => actual.toLowerCase()),
  );
  const actual = naming[0]?.actual;
  // `fixedPrice.router` is what one contract says.
  const { size } = new Set(naming.map(({ id }) => id.replace(/\.[^.]*$/, "")));
  const isAgreed = size >= MIN_AGREEING || elsewhere !== undefined;
  if (
    actual === undefined ||
    others.length > 0 ||
    named === address.toLowerCase() ||
    !ADDRESS.test(actual) ||
    !isAgreed
  ) {
    return undefined;
  }
  const who = size === 1 ? "1 contract names" : `${size} contracts name`;
  const where = elsewhere === undefined ? "" : ` (${address} is ${elsewhere})`;
  return {
    reason: `${who} ${actual}, the registry says ${address}: the ${contractId(contract)} entry is probably wrong${where}`,
    explains: naming.flatMap(({ reason }) => reason ?? []),
  };
}

/** What an address is on another network by its public values: `testnet's Router`. */
function nameElsewhere(
  address: Address,
  network: CheckedFindings["network"],
): string | undefined {
  const wanted = address.toLowerCase();
  for (const name of ALPHA_NETWORK_NAMES.filter((one) => one !== network)) {
    const { registry = {} }: NetworkDefinition["preset"] =
      NETWORK_DEFINITIONS[name].preset;
    const [key] =
      Object.entries(registry).find(([, value]) =>
        [value].flat().some((one) => String(one).toLowerCase() === wanted),
      ) ?? [];
    if (key !== undefined) {
      return `${name}'s ${key}`;
    }
  }
  return undefined;
}
