import type { Address } from "../base/address.ts";
import { FIXED_PRICE } from "../contracts/types/fixed-price.ts";
import { TOKEN } from "../contracts/types/token.ts";
import type { ContractRole } from "../networks/definition.ts";
import type {
  ContractVerification,
  FactVerification,
} from "../verify/report.ts";
import { backFactId, NAMING_FACTS } from "./registry-facts.ts";

/** Which getter names the contracts of a role, and what else must hold of each. */
interface RoleRule {
  readonly named: string;
  /** Whether each must name the router. */
  readonly namesRouter?: boolean;
  /** Whether the factory, and not the router, names them. */
  readonly byFactory?: boolean;
}

/** The rule of each role but the router's, which everything is named by. */
export const RULES: Readonly<
  Record<Exclude<ContractRole, "router">, RoleRule>
> = {
  token: { named: NAMING_FACTS.approvedTokens },
  communityFeeCollector: { named: NAMING_FACTS.collector },
  fixedPrice: { named: NAMING_FACTS.exchanges, namesRouter: true },
  erc20Templates: { named: NAMING_FACTS.tokenTemplates, byFactory: true },
  erc721Templates: { named: NAMING_FACTS.nftTemplates, byFactory: true },
  dispenser: { named: NAMING_FACTS.dispensers, namesRouter: true },
  erc721Factory: { named: NAMING_FACTS.factory, namesRouter: true },
};

/** What was read of a registry. */
export interface JudgingContext {
  readonly factById: ReadonlyMap<string, FactVerification>;
  readonly ofRole: (role: ContractRole) => readonly ContractVerification[];
}

/** The contracts of a role, or why there are none. */
export type Chosen =
  | { readonly ok: true; readonly value: Address | readonly Address[] }
  | { readonly ok: false; readonly reason: string };

/** The contracts of a role that make up the registry. */
export function choose(role: ContractRole, context: JudgingContext): Chosen {
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

/** Why there are none, where the chain names none. */
export const NONE_NAMED = "none is named";

function no(reason: string): Chosen {
  return { ok: false, reason };
}

interface Candidate {
  readonly contract: ContractVerification;
  readonly why: string | undefined;
}

/** Named beside the usual exchange; an address book has it under a name of its own. */
const [OTHER_EXCHANGE] = FIXED_PRICE.others;

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

const OCEAN_TOKEN = TOKEN.contracts;

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
