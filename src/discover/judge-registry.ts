import type { Address } from "../base/address.ts";
import { withoutUndefined } from "../base/records.ts";
import { untrustedText } from "../base/untrusted-text.ts";
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
} from "../verify/found.ts";
import { readingOf } from "../verify/values/codec.ts";
import { because, told } from "../verify/values/reason.ts";
import { valueIn } from "../verify/values/value.ts";
import { choose, type JudgingContext, NONE_NAMED } from "./choose-contracts.ts";
import { keyOf, NAMING, namingOf, roleOf } from "./naming.ts";
import { factId } from "./registry-facts.ts";
import type {
  ContractValues,
  DiscoveredContract,
  DiscoveredRelease,
  DiscoverReport,
  LeftOut,
} from "./report.ts";

/** What the findings on a registry amount to. */
export interface JudgedRegistry
  extends Pick<DiscoverReport, "registry" | "leftOut" | "release"> {
  readonly contracts: readonly JudgedContract[];
}

/** A contract, or a role of which no contract is named. */
export interface JudgedContract {
  readonly role: DiscoveredContract["role"];
  readonly found: ContractVerification;
  /** Not there of one that is not named. */
  readonly values?: ContractValues;
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
      ...contracts.map((contract) => judgeContract(contract, factById)),
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
  const reason = because("naming-unread", fact.reason ?? { code: "not-read" });
  return { ...named, verdict: "unknown", reason };
}

function judgeContract(
  contract: ContractVerification,
  factById: JudgingContext["factById"],
): JudgedContract {
  const { identity, ...found } = contract;
  const { address = "0x", index = 0, key, verdict } = contract;
  const role = roleOf(key);
  const valueIn = (value: Parameters<typeof factId>[1]) => {
    const fact = factById.get(factId(address, value));
    const reading =
      fact?.value === undefined ? undefined : readingOf(fact.value);
    return reading?.kind === "read" && "value" in reading.value
      ? untrustedText(String(reading.value.value), { maxLength: MAX_LENGTH })
      : undefined;
  };
  const decimals = valueIn("decimals");
  const active = isActiveAt(namingFact(role, factById), index - 1);
  return {
    role: reportedRole(role),
    // Of what is not proven to be there, its identity says the same again.
    found: verdict === "present" ? contract : found,
    values: withoutUndefined({
      active,
      templateId: valueIn("templateId"),
      symbol: valueIn("symbol"),
      decimals: decimals === undefined ? decimals : Number(decimals),
    }),
  };
}

/** Of a token's symbol. */
const MAX_LENGTH = 60;

/** Whether the item at a place of a list is active; `undefined` if there is none. */
function isActiveAt(
  fact: FactVerification | undefined,
  place: number,
): boolean | undefined {
  const reading = readingOf(fact?.value ?? null);
  const list = valueIn(reading);
  const item = list?.kind === "sequence" ? list.items[place] : undefined;
  const active = item?.kind === "record" ? item.fields["active"] : undefined;
  return active?.kind === "flag" ? active.value : undefined;
}

/** One entry for each role of which no contract is named. */
function missingContracts({
  factById,
  ofRole,
}: JudgingContext): readonly JudgedContract[] {
  return NAMING.flatMap(({ role, fact }): JudgedContract[] => {
    const naming = factById.get(fact);
    if (naming === undefined || ofRole(role).length > 0) {
      return [];
    }
    const isListed = naming.verdict === "listed";
    return [
      {
        role: reportedRole(role),
        found: {
          kind: "list",
          key: keyOf(role),
          verdict: isListed ? "unset" : "unknown",
          reason: isListed
            ? told(NONE_NAMED)
            : (naming.reason ?? { code: "not-read" }),
        },
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
