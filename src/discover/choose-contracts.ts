import type { Address } from "../base/address.ts";
import type { Decoded } from "../base/records.ts";
import { typeOfRole } from "../contracts/contract-types.ts";
import type { ContractRole } from "../networks/definition.ts";
import type {
  ContractVerification,
  FactVerification,
} from "../verify/found.ts";
import { because } from "../verify/values/reason.ts";
import { sentence } from "../verify/words/sentences.ts";
import { isList, namingOf } from "./naming.ts";
import { factId } from "./registry-facts.ts";

/** What was read of a registry. */
export interface JudgingContext {
  readonly factById: ReadonlyMap<string, FactVerification>;
  readonly ofRole: (role: ContractRole) => readonly ContractVerification[];
}

/** The contracts of a role, or why there are none. */
type Chosen = Decoded<Address | readonly Address[]>;

/** The contracts of a role that make up the registry. */
export function choose(role: ContractRole, context: JudgingContext): Chosen {
  const { factById, ofRole } = context;
  const naming = namingOf(role);
  const candidates = ofRole(role).map((contract) =>
    candidateOf(
      contract,
      naming?.namesRouter === true
        ? (factById.get(factId(contract.address ?? "0x", "router")) ?? NOT_READ)
        : undefined,
    ),
  );
  if (naming === undefined) {
    return chooseOne(role, candidates);
  }
  if (!choose("router", context).ok) {
    return no("the router, which names it, is not recognised");
  }
  const factory = isList(naming) ? choose("erc721Factory", context) : undefined;
  if (factory?.ok === false) {
    return no(`the factory, which names them, is left out: ${factory.reason}`);
  }
  const fact = factById.get(naming.fact);
  if (fact?.verdict !== "listed") {
    return no(sentence(fact?.reason ?? NOT_READ.reason));
  }
  if (candidates.length === 0) {
    return no(NONE_NAMED);
  }
  return isList(naming) ? chooseAll(candidates) : chooseOne(role, candidates);
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
  /** Why it is not recognised; `undefined` if it is. */
  readonly why: string | undefined;
  /** Whether it may be all the same. */
  readonly isUnread: boolean;
}

const NOT_READ = { verdict: "unknown", reason: { code: "not-read" } } as const;

/** @param back the fact that it names the router, if it must */
function candidateOf(
  contract: ContractVerification,
  back: Pick<FactVerification, "verdict" | "reason"> | undefined,
): Candidate {
  const { identity, proxy } = contract;
  const foreign = back?.verdict === "holds" ? undefined : back;
  return {
    contract,
    why:
      whyNot(contract) ??
      (foreign &&
        `it does not name this router: ${sentence(foreign.reason ?? NOT_READ.reason)}`),
    isUnread:
      whyProxyUnread(contract) !== undefined ||
      [contract, identity, proxy, foreign].some(
        (one) => one?.verdict === "unknown",
      ),
  };
}

/** The one that is recognised, unless another one may be, too. */
function chooseOne(
  role: ContractRole,
  candidates: readonly Candidate[],
): Chosen {
  const unread = candidates.find(({ isUnread }) => isUnread);
  const recognised = candidates.filter(({ why }) => why === undefined);
  const name = typeOfRole(role)?.contracts;
  const usual = recognised.filter(
    ({ contract }) => contract.identity?.contract === name,
  );
  // The router has no getter for its base token, which its constructor approves.
  const isBaseToken = role === "token" && candidates.length > 1;
  const good = usual.length > 0 || isBaseToken ? usual : recognised;
  const [first, second] = good.flatMap(
    ({ contract }) => contract.address ?? [],
  );
  if (first === undefined) {
    const [candidate] = candidates;
    return no(
      candidates.length === 1
        ? `${candidate?.contract.address}: ${candidate?.why}`
        : `none of the ${candidates.length} that are named is recognised${isBaseToken ? ` as the ${name}` : ""}`,
    );
  }
  if (second !== undefined) {
    return no(
      `the router names several: ${good.map(({ contract }) => contract.address).join(", ")}. The chain does not tell which one clients use`,
    );
  }
  return unread === undefined
    ? { ok: true, value: first }
    : no(
        `what ${unread.contract.address} is, which is named, too, is unknown: ${unread.why}`,
      );
}

/** Why a contract is not recognised; `undefined` if it is. */
function whyNot(contract: ContractVerification): string | undefined {
  const { verdict, reason, identity, proxy } = contract;
  if (verdict !== "present") {
    return reason === undefined ? verdict : sentence(reason);
  }
  if (identity?.verdict !== "recognised") {
    return identity?.reason === undefined
      ? "it was not identified"
      : sentence(identity.reason);
  }
  if (proxy !== undefined && proxy.verdict !== "present") {
    return `it is a proxy, whose implementation ${proxy.implementation} is ${proxy.verdict}`;
  }
  return whyProxyUnread(contract);
}

function whyProxyUnread({
  proxyUnread,
}: ContractVerification): string | undefined {
  return proxyUnread && sentence(because("proxy-unread", proxyUnread.reason));
}
