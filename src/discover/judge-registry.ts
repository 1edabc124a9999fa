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
import {
  choose,
  type JudgingContext,
  NONE_NAMED,
  RULES,
} from "./choose-contracts.ts";
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
  const roleContracts = read.map((contract) => {
    const role = ROLES.find((one) => CONTRACT_NAMES[one] === contract.key);
    return { contract: ifNamed(contract, role ?? "token", factById), role };
  });
  const ofRole = (role: ContractRole) =>
    roleContracts.flatMap(({ contract, role: its }) =>
      its === role || (role === "token" && its === undefined) ? [contract] : [],
    );
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
  return {
    contracts: [
      ...roleContracts.map(({ contract, role }) =>
        describeContract(contract, role ?? "approvedToken", factById),
      ),
      ...missingContracts(context),
    ],
    registry,
    leftOut,
    release: commonRelease(
      read.filter(
        ({ address, key }) =>
          key !== CONTRACT_NAMES.token &&
          Object.values(registry)
            .flat()
            .includes(address ?? "0x"),
      ),
    ),
  };
}

/** What only some readings name is unknown, whatever it is. */
function ifNamed(
  contract: ContractVerification,
  role: ContractRole,
  factById: JudgingContext["factById"],
): ContractVerification {
  const fact = role === "router" ? undefined : factById.get(RULES[role].named);
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
  role: DiscoveredContract["role"],
  factById: JudgingContext["factById"],
): DiscoveredContract {
  const { address = "0x", index } = contract;
  const actualOf = (id: string) => {
    const fact = factById.get(id);
    return fact?.verdict === "listed" ? fact : undefined;
  };
  const templateId = actualOf(valueFactId(address, "templateId"))?.actual;
  const symbol = actualOf(valueFactId(address, "symbol"))?.actual;
  const decimals = actualOf(valueFactId(address, "decimals"))?.actual;
  const listed =
    index === undefined || role === "approvedToken" || role === "router"
      ? undefined
      : actualOf(RULES[role].named)?.items?.[index - 1];
  return {
    ...contract,
    // Of what is not proven to be there, it says the same again.
    ...(identity === undefined || contract.verdict !== "present"
      ? {}
      : { identity }),
    role,
    ...(listed === undefined
      ? {}
      : { active: listed === `${address}, active` }),
    ...(templateId === undefined || index === undefined ? {} : { templateId }),
    ...(symbol === undefined || role !== "approvedToken" ? {} : { symbol }),
    ...(decimals === undefined || role !== "approvedToken"
      ? {}
      : { decimals: Number(decimals) }),
  };
}

/** One entry for each role of which no contract is named. */
function missingContracts({
  factById,
  ofRole,
}: JudgingContext): readonly DiscoveredContract[] {
  return ROLES.flatMap((role): DiscoveredContract[] => {
    if (role === "router" || ofRole(role).length > 0) {
      return [];
    }
    const fact = factById.get(RULES[role].named);
    if (fact === undefined) {
      return [];
    }
    const shown = role === "token" ? "approvedToken" : role;
    return [
      fact.verdict === "listed"
        ? {
            key: role === "token" ? shown : CONTRACT_NAMES[role],
            role: shown,
            verdict: "unset",
            reason: NONE_NAMED,
          }
        : {
            key: role === "token" ? shown : CONTRACT_NAMES[role],
            role: shown,
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
