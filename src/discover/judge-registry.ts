import type { Address } from "../base/address.ts";
import type { ContractRole } from "../networks/definition.ts";
import { CONTRACT_NAMES, ROLES } from "../sources/address-book/names.ts";
import type { Findings } from "../verify/agree.ts";
import {
  describeReleases,
  releaseByCodeHash,
  releasesDescribedBy,
} from "../verify/identity/releases.ts";
import type {
  ContractVerification,
  FactVerification,
} from "../verify/report.ts";
import { backFactId, NAMING_FACTS, valueFactId } from "./registry-facts.ts";
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

/** Which getter names the contracts of a role, and what else must hold of each. */
interface RoleRule {
  readonly named: string;
  /** Whether each must name the router. */
  readonly namesRouter?: boolean;
  /** Whether the factory, and not the router, names them. */
  readonly byFactory?: boolean;
}

const RULES: Readonly<Record<Exclude<ContractRole, "router">, RoleRule>> = {
  token: { named: NAMING_FACTS.approvedTokens },
  communityFeeCollector: { named: NAMING_FACTS.collector },
  fixedPrice: { named: NAMING_FACTS.exchanges, namesRouter: true },
  erc20Templates: { named: NAMING_FACTS.tokenTemplates, byFactory: true },
  erc721Templates: { named: NAMING_FACTS.nftTemplates, byFactory: true },
  dispenser: { named: NAMING_FACTS.dispensers, namesRouter: true },
  erc721Factory: { named: NAMING_FACTS.factory, namesRouter: true },
};

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

interface JudgingContext {
  readonly factById: ReadonlyMap<string, FactVerification>;
  readonly ofRole: (role: ContractRole) => readonly ContractVerification[];
}

type Chosen =
  | { readonly ok: true; readonly value: Address | readonly Address[] }
  | { readonly ok: false; readonly reason: string };

function choose(role: ContractRole, context: JudgingContext): Chosen {
  const { factById, ofRole } = context;
  const [router] = ofRole("router");
  if (role === "router") {
    const why = router === undefined ? "it was not read" : whyNot(router);
    return why === undefined && router?.address !== undefined
      ? { ok: true, value: router.address }
      : no(why ?? "it was not read");
  }
  if (router === undefined || whyNot(router) !== undefined) {
    return no("the router, which names it, is not recognised");
  }
  const { named, namesRouter = false, byFactory = false } = RULES[role];
  if (byFactory) {
    const factory = choose("erc721Factory", context);
    if (!factory.ok) {
      return no(
        `the factory, which names them, is left out: ${factory.reason}`,
      );
    }
  }
  const fact = factById.get(named);
  if (fact?.verdict !== "listed") {
    return no(fact?.reason ?? "it was not read");
  }
  const candidates = ofRole(role).map((contract) => ({
    contract,
    why:
      whyNot(contract) ??
      (namesRouter ? whyNotOfRouter(contract, factById) : undefined),
  }));
  if (candidates.length === 0) {
    return no(NONE_NAMED);
  }
  if (byFactory) {
    const foreign = candidates.find(({ why }) => why !== undefined);
    return foreign?.why === undefined
      ? {
          ok: true,
          value: candidates.flatMap(({ contract }) => contract.address ?? []),
        }
      : no(
          `the template ${foreign.contract.index}, ${foreign.contract.address}, is not recognised: ${foreign.why}`,
        );
  }
  return role === "token" ? chooseToken(ofRole(role)) : chooseOne(candidates);
}

const NONE_NAMED = "none is named";

function no(reason: string): Chosen {
  return { ok: false, reason };
}

interface Candidate {
  readonly contract: ContractVerification;
  readonly why: string | undefined;
}

/** Named beside the usual exchange; an address book has it under a name of its own. */
const OTHER_EXCHANGE = "FixedRateExchangeEnterprise";

/** The one that is recognised, unless another one may be, too. */
function chooseOne(candidates: readonly Candidate[]): Chosen {
  const recognised = candidates.filter(({ why }) => why === undefined);
  const usual = recognised.filter(
    ({ contract }) => contract.identity?.contract !== OTHER_EXCHANGE,
  );
  const good = usual.length > 0 ? usual : recognised;
  const [first, second] = good;
  const unread = candidates.find(({ contract }) => isUnread(contract));
  if (first?.contract.address === undefined) {
    const [candidate] = candidates;
    return no(
      candidates.length === 1
        ? `${candidate?.contract.address}: ${candidate?.why}`
        : `none of the ${candidates.length} that are named is recognised`,
    );
  }
  if (second !== undefined) {
    return no(
      `the router names several: ${good.map(({ contract }) => contract.address).join(", ")}. The chain does not tell which one clients use`,
    );
  }
  return unread === undefined
    ? { ok: true, value: first.contract.address }
    : no(
        `what ${unread.contract.address} is, which is named, too, is unknown: ${unread.why}`,
      );
}

/** The router has no getter for its base token, which its constructor approves. */
function chooseToken(tokens: readonly ContractVerification[]): Chosen {
  const [only] = tokens;
  const why = tokens.map(whyNot);
  const ocean = tokens.filter(
    ({ identity }, index) =>
      why[index] === undefined && identity?.contract === OCEAN_TOKEN,
  );
  const [first] = ocean;
  const isKnown = !tokens.some(isUnread);
  if (first?.address !== undefined && ocean.length === 1 && isKnown) {
    return { ok: true, value: first.address };
  }
  if (tokens.length === 1 && only?.address !== undefined) {
    return why[0] === undefined
      ? { ok: true, value: only.address }
      : no(`${only.address}: ${why[0]}`);
  }
  return no(
    isKnown
      ? `${tokens.length} tokens are approved, and not exactly one is the ${OCEAN_TOKEN}. The chain does not tell which one is the marketplace's`
      : "not every approved token could be read",
  );
}

const OCEAN_TOKEN = "OceanToken";

function isUnread(contract: ContractVerification): boolean {
  const { verdict, identity, proxy, proxyUnknown } = contract;
  return (
    verdict === "unknown" ||
    identity?.verdict === "unknown" ||
    proxy?.verdict === "unknown" ||
    proxyUnknown !== undefined
  );
}

/** Why a contract is not recognised; `undefined` if it is. */
function whyNot({
  verdict,
  reason,
  identity,
  proxy,
  proxyUnknown,
}: ContractVerification): string | undefined {
  if (verdict !== "present") {
    return reason ?? verdict;
  }
  if (identity?.verdict !== "recognised") {
    return identity?.reason ?? "it was not identified";
  }
  if (proxy !== undefined && proxy.verdict !== "present") {
    return `it is a proxy, whose implementation ${proxy.implementation} is ${proxy.verdict}`;
  }
  return proxyUnknown === undefined
    ? undefined
    : `whether it is a proxy is unknown: ${proxyUnknown}`;
}

function whyNotOfRouter(
  { address }: ContractVerification,
  factById: JudgingContext["factById"],
): string | undefined {
  const fact = factById.get(backFactId(address ?? "0x"));
  return fact?.verdict === "holds"
    ? undefined
    : `it does not name this router: ${fact?.reason ?? "it was not read"}`;
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
