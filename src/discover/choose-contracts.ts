import type { Address } from "../base/address.ts";
import { FIXED_PRICE } from "../contracts/types/fixed-price.ts";
import { TOKEN } from "../contracts/types/token.ts";
import type { ContractRole } from "../networks/definition.ts";
import type {
  ContractVerification,
  FactVerification,
} from "../verify/report.ts";
import { namingOf } from "./naming.ts";
import { backFactId } from "./registry-facts.ts";

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
  const whyNotRouter =
    router === undefined ? "it was not read" : whyNot(router);
  const naming = namingOf(role);
  if (naming === undefined) {
    return whyNotRouter === undefined && router?.address !== undefined
      ? { ok: true, value: router.address }
      : no(whyNotRouter ?? "it was not read");
  }
  if (whyNotRouter !== undefined) {
    return no("the router, which names it, is not recognised");
  }
  const isList = naming.list !== undefined;
  const factory = isList ? choose("erc721Factory", context) : undefined;
  if (factory?.ok === false) {
    return no(`the factory, which names them, is left out: ${factory.reason}`);
  }
  const fact = factById.get(naming.fact);
  if (fact?.verdict !== "listed") {
    return no(fact?.reason ?? "it was not read");
  }
  const contracts = ofRole(role);
  if (contracts.length === 0) {
    return no(NONE_NAMED);
  }
  if (role === "token") {
    return chooseToken(contracts);
  }
  const candidates = contracts.map((contract) => ({
    contract,
    why:
      whyNot(contract) ??
      (naming.namesRouter ? whyNotOfRouter(contract, factById) : undefined),
  }));
  return isList ? chooseAll(candidates) : chooseOne(candidates);
}

/** All templates, since their place in the list is their index on chain. */
function chooseAll(candidates: readonly Candidate[]): Chosen {
  const foreign = candidates.find(({ why }) => why !== undefined);
  return foreign === undefined
    ? {
        ok: true,
        value: candidates.flatMap(({ contract }) => contract.address ?? []),
      }
    : no(
        `the template ${foreign.contract.index}, ${foreign.contract.address}, is not recognised: ${foreign.why}`,
      );
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
  const good = (usual.length > 0 ? usual : recognised).flatMap(
    ({ contract }) => contract.address ?? [],
  );
  const [first, second] = good;
  if (first === undefined) {
    const [candidate] = candidates;
    return no(
      candidates.length === 1
        ? `${candidate?.contract.address}: ${candidate?.why}`
        : `none of the ${candidates.length} that are named is recognised`,
    );
  }
  if (second !== undefined) {
    return no(
      `the router names several: ${good.join(", ")}. The chain does not tell which one clients use`,
    );
  }
  const unread = candidates.find(({ contract }) => isUnread(contract));
  return unread === undefined
    ? { ok: true, value: first }
    : no(
        `what ${unread.contract.address} is, which is named, too, is unknown: ${unread.why}`,
      );
}

/** The router has no getter for its base token, which its constructor approves. */
function chooseToken(tokens: readonly ContractVerification[]): Chosen {
  const [only] = tokens;
  if (only?.address !== undefined && tokens.length === 1) {
    const why = whyNot(only);
    return why === undefined
      ? { ok: true, value: only.address }
      : no(`${only.address}: ${why}`);
  }
  if (tokens.some(isUnread)) {
    return no("not every approved token could be read");
  }
  const [first, second] = tokens.flatMap((token) =>
    whyNot(token) === undefined && token.identity?.contract === OCEAN_TOKEN
      ? (token.address ?? [])
      : [],
  );
  return first !== undefined && second === undefined
    ? { ok: true, value: first }
    : no(
        `${tokens.length} tokens are approved, and not exactly one is the ${OCEAN_TOKEN}. The chain does not tell which one is the marketplace's`,
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
