import type { Address } from "../base/address.ts";
import {
  type Cause,
  type Check,
  type Finding,
  worstOf,
} from "../base/problems.ts";
import { oneLine } from "../base/text.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import {
  type ContractVerification,
  contractId,
  describeNotAsked,
  describeUnreadFact,
  type NetworkVerification,
} from "./report.ts";

/**
 * Checks of which those that fail for one reason say the same: an address that is
 * probably wrong is the cause of the facts that it breaks, and a contract that is not
 * there of the facts that could not be asked.
 */
export function withSharedCauses<T extends Check>(
  checks: readonly T[],
  network: NetworkVerification,
): readonly T[] {
  if (network.cause !== undefined) {
    return checks;
  }
  const causes = new Map<string, Cause>();
  const changed = new Map<
    string,
    { readonly of: Finding; readonly cause: Cause }
  >();
  const checkOf = new Map(checks.map((check) => [check.name, check]));
  for (const contract of network.contracts) {
    const { address } = contract;
    const name = oneLine(contractId(contract));
    const finding = problemOf(checkOf.get(name));
    const suspicion = suspicionOf(contract, network);
    const cause = joined(finding, suspicion, contract, network);
    if (address === undefined || cause === undefined) {
      continue;
    }
    if (finding !== undefined) {
      changed.set(name, { of: finding, cause });
    }
    for (const reason of suspicion?.reasons ?? []) {
      causes.set(oneLine(reason), cause);
    }
    causes.set(oneLine(describeUnreadFact(describeNotAsked(address))), cause);
  }
  return checks.map((check) => ({
    ...check,
    findings: check.findings.map((finding) => {
      const own = changed.get(check.name);
      const cause =
        own?.of === finding ? own.cause : causes.get(finding.reason);
      return cause === undefined ? finding : withCause(finding, cause);
    }),
  }));
}

function withCause(
  { status, verdict }: Finding,
  { reason, remedy }: Cause,
): Finding {
  return {
    status,
    verdict,
    reason: oneLine(reason),
    ...(remedy === undefined ? {} : { remedy: oneLine(remedy) }),
  };
}

/** The worst that is wrong or unknown of a contract. */
function problemOf(check: Check | undefined): Finding | undefined {
  const worst = worstOf(check?.findings ?? []);
  return worst?.status === "ok" || worst?.status === "skipped"
    ? undefined
    : worst;
}

/** An address that others contradict, and the reasons of the facts that say so. */
interface Suspicion extends Cause {
  readonly reasons: readonly string[];
}

/** The contract's own problem and the suspicion that explains it, as one cause. */
function joined(
  finding: Finding | undefined,
  suspicion: Suspicion | undefined,
  { address, verdict }: ContractVerification,
  { network }: NetworkVerification,
): Cause | undefined {
  if (suspicion !== undefined) {
    const { reason, remedy } = suspicion;
    return {
      reason: finding === undefined ? reason : `${finding.reason}; ${reason}`,
      ...(remedy === undefined ? {} : { remedy }),
    };
  }
  const other =
    verdict === "absent" && address !== undefined
      ? nameElsewhere(address, network)
      : undefined;
  return finding === undefined || other === undefined
    ? finding
    : { ...finding, reason: `${finding.reason}; the address is ${other}` };
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
  { network, facts = [] }: NetworkVerification,
): Suspicion | undefined {
  const { kind, address } = contract;
  if (kind !== "registry" || address === undefined) {
    return undefined;
  }
  const naming = facts.filter(
    (fact) =>
      fact.class === "structural" &&
      fact.expected?.toLowerCase() === address.toLowerCase() &&
      fact.verdict !== "unknown",
  );
  const [named, ...others] = new Set(
    naming.map(({ actual = "" }) => actual.toLowerCase()),
  );
  const actual = naming[0]?.actual;
  const other = nameElsewhere(address, network);
  // `fixedPrice.router` is what one contract says.
  const { size } = new Set(naming.map(({ id }) => id.replace(/\.[^.]*$/, "")));
  const isAgreed = size >= MIN_AGREEING || other !== undefined;
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
  return {
    reason: `${who} ${actual}, the registry says ${address}: the ${contractId(contract)} entry is probably wrong${other === undefined ? "" : ` (${address} is ${other})`}`,
    remedy: "Correct the entry.",
    reasons: naming.flatMap(({ reason }) => reason ?? []),
  };
}

/** What an address is on another network by its public values: `testnet's Router`. */
function nameElsewhere(
  address: Address,
  network: AlphaNetworkName,
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
