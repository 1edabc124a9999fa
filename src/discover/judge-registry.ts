import type { Address } from "../base/address.ts";
import { withoutUndefined } from "../base/records.ts";
import {
  describeReleases,
  releaseByCodeHash,
  releasesDescribedBy,
} from "../contracts/releases.ts";
import type { ContractRole } from "../networks/definition.ts";
import { ROLES } from "../sources/address-book/names.ts";
import type { Findings } from "../verify/agree.ts";
import type {
  ContractVerification,
  FactVerification,
} from "../verify/report.ts";
import { decode } from "../verify/values/codec.ts";
import { choose, type JudgingContext, NONE_NAMED } from "./choose-contracts.ts";
import { keyOf, NAMING, namingOf, roleOf } from "./naming.ts";
import { factId } from "./registry-facts.ts";
import type {
  DiscoveredContract,
  DiscoveredRelease,
  DiscoverReport,
  LeftOut,
} from "./report.ts";

/** What the findings on a registry amount to. */
export type JudgedRegistry = Pick<
  DiscoverReport,
  "contracts" | "registry" | "leftOut" | "release"
>;

/**
 * Which contracts make up the registry: each of them is recognised, named by what is
 * recognised, and names the router where it names one at all.
 */
export function judgeRegistry({
  contracts: read,
  facts,
}: Findings): JudgedRegistry {
  const factById = new Map(facts.map((fact) => [fact.id, fact]));
  const contracts = read.map((contract) => ifNamed(contract, factById));
  const ofRole = (role: ContractRole) =>
    contracts.filter(({ key }) => roleOf(key) === role);
  const context: JudgingContext = { factById, ofRole };
  const registry: Record<string, Address | readonly Address[]> = {};
  const leftOut: LeftOut[] = [];
  for (const role of ROLES) {
    const chosen = choose(role, context);
    if (chosen.ok) {
      registry[role] = chosen.value;
    } else {
      leftOut.push({ role, reason: chosen.reason });
    }
  }
  const chosen = new Set(Object.values(registry).flat());
  return {
    contracts: [
      ...contracts.map((contract) => describeContract(contract, factById)),
      ...missingContracts(context),
    ],
    registry,
    leftOut,
    release: commonRelease(
      read.filter(({ address = "0x" }) => chosen.has(address)),
    ),
  };
}

/** The router does not tell which approved token is the registry's. */
function reportedRole(role: ContractRole): DiscoveredContract["role"] {
  return role === "token" ? "approvedToken" : role;
}

/** The fact with the contracts of a role; `undefined` for the router. */
function namingFact(role: ContractRole, factById: JudgingContext["factById"]) {
  return factById.get(namingOf(role)?.fact ?? "");
}

/** What only some readings name is unknown, whatever it is. */
function ifNamed(
  contract: ContractVerification,
  factById: JudgingContext["factById"],
): ContractVerification {
  const fact = namingFact(roleOf(contract.key), factById);
  if (fact === undefined || fact.verdict === "listed") {
    return contract;
  }
  const { kind, key, index, address } = contract;
  const named = withoutUndefined({ kind, key, index, address });
  const reason = `whether it is named is unknown: ${fact.reason}`;
  return { ...named, verdict: "unknown", reason };
}

function describeContract(
  { kind: _kind, role: _role, identity, ...contract }: ContractVerification,
  factById: JudgingContext["factById"],
): DiscoveredContract {
  const { address = "0x", index = 0, key, verdict } = contract;
  const role = roleOf(key);
  const valueIn = (value: Parameters<typeof factId>[1]) => {
    const fact = factById.get(factId(address, value));
    return fact?.verdict === "listed" ? fact.actual : undefined;
  };
  const decimals = valueIn("decimals");
  const active = isActiveAt(namingFact(role, factById), index - 1);
  return {
    ...contract,
    // Of what is not proven to be there, it says the same again.
    ...(identity === undefined || verdict !== "present" ? {} : { identity }),
    role: reportedRole(role),
    ...withoutUndefined({
      active,
      templateId: valueIn("templateId"),
      symbol: valueIn("symbol"),
      decimals: decimals === undefined ? decimals : Number(decimals),
    }),
  };
}

/** Whether the item at a place of a list is active; `undefined` if there is none. */
function isActiveAt(
  fact: FactVerification | undefined,
  place: number,
): boolean | undefined {
  const reading = decode(fact?.value ?? null);
  const list = reading?.kind === "read" ? reading.value : undefined;
  const item = list?.kind === "sequence" ? list.items[place] : undefined;
  const active = item?.kind === "record" ? item.fields["active"] : undefined;
  return active?.kind === "flag" ? active.value : undefined;
}

/** One entry for each role of which no contract is named. */
function missingContracts({
  factById,
  ofRole,
}: JudgingContext): readonly DiscoveredContract[] {
  return NAMING.flatMap(({ role, fact }): DiscoveredContract[] => {
    const found = factById.get(fact);
    if (found === undefined || ofRole(role).length > 0) {
      return [];
    }
    const contract = { key: keyOf(role), role: reportedRole(role) };
    return found.verdict === "listed"
      ? [{ ...contract, verdict: "unset", reason: NONE_NAMED }]
      : [{ ...contract, verdict: "unknown", reason: found.reason ?? "" }];
  });
}

/** The releases that all contracts are from. */
function commonRelease(
  contracts: readonly ContractVerification[],
): DiscoveredRelease {
  const known = contracts.flatMap(({ codeHash = "0x", identity }) => {
    const { contract = "", releases = "" } = identity ?? {};
    const versions =
      releaseByCodeHash(codeHash)?.versions ??
      releasesDescribedBy(contract, releases);
    return versions === undefined ? [] : [versions];
  });
  const [first] = known;
  if (first === undefined) {
    return { verdict: "unknown", reason: "no contract is of a known release" };
  }
  const common = first.filter((version) =>
    known.every((versions) => versions.includes(version)),
  );
  return common.length === 0
    ? {
        verdict: "unknown",
        reason: "the contracts are from different releases",
      }
    : { verdict: "recognised", releases: describeReleases(common) };
}
