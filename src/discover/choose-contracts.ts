import type { Address } from "../base/address.ts";
import { type Decoded, unread } from "../base/records.ts";
import type { ContractType } from "../contracts/contract-type.ts";
import { typeOfRole } from "../contracts/contract-types.ts";
import type { ContractRole } from "../networks/definition.ts";
import type {
  ContractVerification,
  FactVerification,
} from "../verify/found.ts";
import { because, type Reason } from "../verify/values/reason.ts";
import { sentence } from "../verify/words/sentences.ts";
import { namesRouter, namingOf, roleOf } from "./named-contracts.ts";
import { factId } from "./read-registry.ts";

/** The facts and the contracts of a registry. */
export interface JudgingContext {
  readonly factById: ReadonlyMap<string, FactVerification>;
  readonly ofRole: (role: ContractRole) => readonly ContractVerification[];
}

/** The contracts of a role, or why there are none. */
type Chosen = Decoded<Address | readonly Address[]>;

/** The reason if the chain names no contract of a role. */
export const NONE_NAMED = "none is named";

const NOT_READ: Reason = { code: "not-read" };

/** The contracts of a role that make up the registry. */
export function choose(role: ContractRole, context: JudgingContext): Chosen {
  const unnamed = whyNotNamed(role, context);
  if (unnamed !== undefined) {
    return unread(unnamed);
  }
  const candidates = context
    .ofRole(role)
    .map((contract) => candidateOf(contract, context.factById));
  if (namingOf(role)?.isList === true) {
    return chooseAll(candidates);
  }
  return chooseOne(role, candidates);
}

/** The reason why no contract is proven to be named. Nothing names the router. */
function whyNotNamed(
  role: ContractRole,
  context: JudgingContext,
): string | undefined {
  const naming = namingOf(role);
  if (naming === undefined) {
    return undefined;
  }
  if (!choose("router", context).ok) {
    return "the router, which names it, is not recognised";
  }
  if (naming.isList) {
    const factory = choose("erc721Factory", context);
    if (!factory.ok) {
      return `the factory, which names them, is left out: ${factory.reason}`;
    }
  }
  const fact = context.factById.get(naming.fact);
  if (fact?.verdict !== "listed") {
    return sentence(fact?.reason ?? NOT_READ);
  }
  return context.ofRole(role).length === 0 ? NONE_NAMED : undefined;
}

interface Candidate {
  readonly contract: ContractVerification;
  /** The reasons why it is not recognised; empty if it is. */
  readonly obstacles: readonly Obstacle[];
}

interface Obstacle {
  readonly reason: string;
  /** Set if another read could show that there is no obstacle. */
  readonly isUnread: boolean;
}

/** A contract, and what keeps it from being recognised. */
function candidateOf(
  contract: ContractVerification,
  factById: JudgingContext["factById"],
): Candidate {
  const { address = "0x", key, verdict, identity, proxy } = contract;
  const obstacles: Obstacle[] = [];
  const add = (found: string | undefined, reason: string) =>
    obstacles.push({ reason, isUnread: found === "unknown" });
  if (verdict !== "present") {
    add(verdict, inWords(contract.reason) ?? verdict);
  }
  if (identity?.verdict !== "recognised") {
    const reason = inWords(identity?.reason) ?? "it was not identified";
    add(identity?.verdict, reason);
  }
  if (proxy !== undefined && proxy.verdict !== "present") {
    const runs = `whose implementation ${proxy.implementation} is ${proxy.verdict}`;
    add(proxy.verdict, `it is a proxy, ${runs}`);
  }
  if (contract.proxyUnread !== undefined) {
    const { reason } = contract.proxyUnread;
    add("unknown", sentence(because("proxy-unread", reason)));
  }
  const back = factById.get(factId(address, "router"));
  if (namesRouter(roleOf(key)) && back?.verdict !== "holds") {
    const { verdict: found = "unknown", reason = NOT_READ } = back ?? {};
    add(found, `it does not name this router: ${sentence(reason)}`);
  }
  return { contract, obstacles };
}

/** All templates, since their place in the list is their index on chain. */
function chooseAll(candidates: readonly Candidate[]): Chosen {
  const addresses: Address[] = [];
  for (const { contract, obstacles } of candidates) {
    const { index, address } = contract;
    const [first] = obstacles;
    if (first !== undefined) {
      return unread(
        `the template ${index}, ${address}, is not recognised: ${first.reason}`,
      );
    }
    addresses.push(address ?? "0x");
  }
  return { ok: true, value: addresses };
}

/** The only contract that is recognised, unless another one may be, too. */
function chooseOne(
  role: ContractRole,
  candidates: readonly Candidate[],
): Chosen {
  const name = typeOfRole(role).contracts;
  const recognised = candidates
    .filter(({ obstacles }) => obstacles.length === 0)
    .map(({ contract }) => contract);
  const usual = recognised.filter(
    ({ identity }) => identity?.contract === name,
  );
  // The router has no getter for its base token, which its constructor approves.
  const isBaseToken = role === "token" && candidates.length > 1;
  const good = usual.length > 0 || isBaseToken ? usual : recognised;
  const [first, second] = good.flatMap(({ address }) => address ?? []);
  if (first === undefined) {
    return unread(
      whyNoneRecognised(candidates, isBaseToken ? name : undefined),
    );
  }
  if (second !== undefined) {
    return unread(
      `the router names several: ${good.map(({ address }) => address).join(", ")}. The chain does not tell which one clients use`,
    );
  }
  for (const { contract, obstacles } of candidates) {
    if (obstacles.some(({ isUnread }) => isUnread)) {
      return unread(
        `what ${contract.address} is, which is named, too, is unknown: ${obstacles[0]?.reason}`,
      );
    }
  }
  return { ok: true, value: first };
}

/** @param name the contract that one of several must be */
function whyNoneRecognised(
  candidates: readonly Candidate[],
  name: ContractType["contracts"] | undefined,
): string {
  const [candidate] = candidates;
  if (candidates.length === 1) {
    return `${candidate?.contract.address}: ${candidate?.obstacles[0]?.reason}`;
  }
  const as = name === undefined ? "" : ` as the ${name}`;
  return `none of the ${candidates.length} that are named is recognised${as}`;
}

/** The sentence of a reason; `undefined` if there is none. */
export function inWords(reason: Reason | undefined): string | undefined {
  return reason && sentence(reason);
}
