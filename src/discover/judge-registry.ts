import type { Address } from "../base/address.ts";
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
  NetworkCause,
} from "../verify/found.ts";
import { readingOf } from "../verify/values/codec.ts";
import { because, told } from "../verify/values/reason.ts";
import { type Value, valueIn } from "../verify/values/value.ts";
import { choose, type JudgingContext, NONE_NAMED } from "./choose-contracts.ts";
import { keyOf, NAMINGS, namingOf, roleOf } from "./named-contracts.ts";
import { factId } from "./read-registry.ts";
import type {
  ContractValues,
  DiscoveredContract,
  DiscoveredRelease,
  DiscoverReport,
  LeftOut,
} from "./report.ts";

/** The conclusions from the findings on a registry. */
export interface JudgedRegistry
  extends Pick<DiscoverReport, "registry" | "leftOut" | "release"> {
  readonly contracts: readonly JudgedContract[];
}

/** A contract, or a role of which no contract is named. */
export interface JudgedContract {
  readonly role: DiscoveredContract["role"];
  readonly found: ContractVerification;
  readonly values?: ContractValues | undefined;
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
  const context = { factById, ofRole };
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

export const UNREAD = {
  verdict: "unknown",
  reason: "the registry could not be read",
} as const;

/** The judgement on the router alone if the registry could not be read. */
export function unreadRegistry(
  address: Address,
  { reason }: NetworkCause,
): JudgedRegistry {
  const found = {
    kind: "list",
    key: keyOf("router"),
    address,
    verdict: "unknown",
    reason: told(reason),
  } as const;
  const contracts = [{ role: "router", found } as const];
  return { contracts, registry: {}, leftOut: [], release: UNREAD };
}

type FactById = JudgingContext["factById"];

/** The router does not tell which approved token is the registry's. */
function reportedRole(role: ContractRole): DiscoveredContract["role"] {
  return role === "token" ? "approvedToken" : role;
}

/** A contract is unknown, whatever it is, if only some readings name it. */
function ifNamed(
  contract: ContractVerification,
  factById: FactById,
): ContractVerification {
  const { kind, key, index, address } = contract;
  const fact = factById.get(namingOf(roleOf(key))?.fact ?? "");
  if (fact === undefined || fact.verdict === "listed") {
    return contract;
  }
  const reason = because("naming-unread", fact.reason ?? { code: "not-read" });
  return { kind, key, index, address, verdict: "unknown", reason };
}

function judgeContract(
  contract: ContractVerification,
  factById: FactById,
): JudgedContract {
  const { identity, ...found } = contract;
  const { address = "0x", index = 0, key, verdict } = contract;
  const role = roleOf(key);
  const textIn = (what: Parameters<typeof factId>[1]) =>
    textOf(valueOfFact(factById.get(factId(address, what))));
  const decimals = textIn("decimals");
  const list = valueOfFact(factById.get(namingOf(role)?.fact ?? ""));
  return {
    role: reportedRole(role),
    // The identity of a contract that is not proven to be there says the same again.
    found: verdict === "present" ? contract : found,
    values: {
      active: isActiveAt(index - 1, list),
      templateId: textIn("templateId"),
      symbol: textIn("symbol"),
      decimals: decimals === undefined ? undefined : Number(decimals),
    },
  };
}

function valueOfFact(fact: FactVerification | undefined): Value | undefined {
  return valueIn(readingOf(fact?.value ?? null));
}

/** The maximum length of a token's symbol. */
const MAX_LENGTH = 60;

function textOf(value: Value | undefined): string | undefined {
  if (value !== undefined && "value" in value) {
    return untrustedText(String(value.value), { maxLength: MAX_LENGTH });
  }
  return undefined;
}

/** Returns whether the item at a place of a list is active, if there is one. */
function isActiveAt(
  place: number,
  list: Value | undefined,
): boolean | undefined {
  const item = list?.kind === "sequence" ? list.items[place] : undefined;
  const active = item?.kind === "record" ? item.fields["active"] : undefined;
  return active?.kind === "flag" ? active.value : undefined;
}

/** One entry for each role of which no contract is named. */
function missingContracts({
  factById,
  ofRole,
}: JudgingContext): readonly JudgedContract[] {
  const missing: JudgedContract[] = [];
  for (const { role, fact } of NAMINGS) {
    const naming = factById.get(fact);
    if (naming === undefined || ofRole(role).length > 0) {
      continue;
    }
    const { verdict, reason = { code: "not-read" } } = naming;
    const none =
      verdict === "listed"
        ? ({ verdict: "unset", reason: told(NONE_NAMED) } as const)
        : ({ verdict: "unknown", reason } as const);
    const found = { kind: "list", key: keyOf(role), ...none } as const;
    missing.push({ role: reportedRole(role), found });
  }
  return missing;
}

/** The releases that all contracts are from. */
function commonRelease(
  contracts: readonly ContractVerification[],
): DiscoveredRelease {
  let common: readonly string[] | undefined;
  for (const { codeHash = "0x", identity } of contracts) {
    const { contract = "", releases = "" } = identity ?? {};
    const versions =
      releaseByCodeHash(codeHash)?.versions ??
      releasesDescribedBy(contract, releases);
    if (versions !== undefined) {
      common = (common ?? versions).filter((one) => versions.includes(one));
    }
  }
  if (common === undefined) {
    return { verdict: "unknown", reason: "no contract is of a known release" };
  }
  if (common.length === 0) {
    const reason = "the contracts are from different releases";
    return { verdict: "unknown", reason };
  }
  return { verdict: "recognised", releases: describeReleases(common) };
}
