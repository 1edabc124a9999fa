import type { Address } from "../base/address.ts";
import {
  describeReleases,
  releaseByCodeHash,
  releasesDescribedBy,
} from "../contracts/releases.ts";
import type { ContractRole } from "../networks/definition.ts";
import { CONTRACT_NAMES, ROLES } from "../sources/address-book/names.ts";
import type { Findings } from "../verify/agree.ts";
import type { ContractVerification } from "../verify/report.ts";
import { choose, type JudgingContext, NONE_NAMED } from "./choose-contracts.ts";
import { namingOf, roleOf } from "./naming.ts";
import { valueFactId } from "./registry-facts.ts";
import type {
  DiscoveredContract,
  DiscoveredRegistry,
  DiscoveredRelease,
  LeftOut,
} from "./report.ts";

/** What the findings on a registry amount to. */
export interface JudgedRegistry {
  readonly contracts: readonly DiscoveredContract[];
  readonly registry: DiscoveredRegistry;
  readonly leftOut: readonly LeftOut[];
  readonly release: DiscoveredRelease;
}

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
    contracts.filter(({ key }) => (roleOf(key) ?? "token") === role);
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

/** What only some readings name is unknown, whatever it is. */
function ifNamed(
  contract: ContractVerification,
  factById: JudgingContext["factById"],
): ContractVerification {
  const naming = namingOf(roleOf(contract.key) ?? "token");
  const fact = naming && factById.get(naming.fact);
  if (fact === undefined || fact.verdict === "listed") {
    return contract;
  }
  const { kind, key, index, address } = contract;
  return {
    kind,
    key,
    ...(index === undefined ? {} : { index }),
    ...(address === undefined ? {} : { address }),
    verdict: "unknown",
    reason: `whether it is named is unknown: ${fact.reason ?? "it was not read"}`,
  };
}

function describeContract(
  { kind: _kind, role: _role, identity, ...contract }: ContractVerification,
  factById: JudgingContext["factById"],
): DiscoveredContract {
  const { address = "0x", index, verdict } = contract;
  const role = roleOf(contract.key) ?? "approvedToken";
  const factOf = (value: Parameters<typeof valueFactId>[1]) => {
    const fact = factById.get(valueFactId(address, value));
    return fact?.verdict === "listed" ? fact.actual : undefined;
  };
  const templateId = index === undefined ? undefined : factOf("templateId");
  const isToken = role === "approvedToken";
  const symbol = isToken ? factOf("symbol") : undefined;
  const decimals = isToken ? factOf("decimals") : undefined;
  const naming = isToken ? undefined : namingOf(role);
  const listed = naming && factById.get(naming.fact);
  return {
    ...contract,
    // Of what is not proven to be there, it says the same again.
    ...(identity === undefined || verdict !== "present" ? {} : { identity }),
    role,
    ...(index === undefined || listed?.verdict !== "listed"
      ? {}
      : { active: listed.items?.[index - 1] === `${address}, active` }),
    ...(templateId === undefined ? {} : { templateId }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(decimals === undefined ? {} : { decimals: Number(decimals) }),
  };
}

/** One entry for each role of which no contract is named. */
function missingContracts({
  factById,
  ofRole,
}: JudgingContext): readonly DiscoveredContract[] {
  return ROLES.flatMap((name): DiscoveredContract[] => {
    const naming = namingOf(name);
    const fact = naming && factById.get(naming.fact);
    if (fact === undefined || ofRole(name).length > 0) {
      return [];
    }
    const role = name === "token" ? "approvedToken" : name;
    const key = name === "token" ? role : CONTRACT_NAMES[name];
    return fact.verdict === "listed"
      ? [{ key, role, verdict: "unset", reason: NONE_NAMED }]
      : [
          {
            key,
            role,
            verdict: "unknown",
            reason: fact.reason ?? "it was not read",
          },
        ];
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
