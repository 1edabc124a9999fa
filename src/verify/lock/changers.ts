import { isZeroAddress } from "../../base/address.ts";
import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { isClone, VALUES_OF_KINDS } from "../../contracts/code-kinds.ts";
import type { Changer } from "../../contracts/contract-type.ts";
import { CONTRACT_INTERFACES } from "../../contracts/contract-types.ts";
import { DERIVED } from "../../contracts/followed-values.ts";
import { ROLE_NAMES } from "../../contracts/types/roles.ts";
import {
  SAFE_1_0_0_POWERS,
  SAFE_DECIDING,
  SAFE_POWERS,
} from "../../contracts/types/safe.ts";
import {
  addressIn,
  type CheckedFindings,
  type ContractVerification,
} from "../found.ts";
import type { LockedNetwork, LockedProxy } from "../lock-file/lock-file.ts";
import type { LockChange } from "../lock-report.ts";
import type { ReportedChanger } from "../report.ts";
import { contractId, partsOfId } from "../values/path.ts";
import { hopsOf, isSameKind, isSameProxy } from "../values/proxy.ts";
import type { Reason } from "../values/reason.ts";
import {
  addressesOf,
  addressValue,
  offered,
  type Reading,
  type Value,
  valueIn,
} from "../values/value.ts";
import {
  type Holders,
  holdersBetween,
  isKnownSafe,
  isSafe,
  safeAt,
  type Times,
} from "./power-holders.ts";

/** The powers that could have made a change. */
export interface ChangePower {
  /** A phrase, as contracts name those that they have: `the Router's owner`. */
  readonly power?: string | undefined;
  /** The addresses with this power. */
  readonly holders?: Holders | undefined;
  /** The holders, as values. */
  readonly by?: readonly ReportedChanger[] | undefined;
  /** The reason why the power or its holder is not known. */
  readonly unknownPower?: Reason | undefined;
  /**
   * The power of those who could make it if the code does what its functions
   * are named after.
   */
  readonly likely?: LikelyPower | undefined;
}

export interface LikelyPower {
  /** The contract that has these functions, and who it is up to there; else its owner. */
  readonly like?:
    | { readonly contract: string; readonly changer: string }
    | undefined;
  readonly holders: Holders;
}

/** The powers that could have made a change. */
export function powerOf(
  { contract = "", fact = "", field }: LockChange,
  found: CheckedFindings,
  times: Times,
): ChangePower {
  const { entry } = found.lock ?? {};
  if (field === "policy" && entry !== undefined) {
    return powerOfFact(fact, found, entry, times);
  }
  const was = ownValue(entry?.contracts ?? {}, contract);
  const is = found.contracts.find((one) => contractId(one) === contract);
  // At another address, the code is another one anyway.
  if (!isSameText(was?.address, is?.address)) {
    return {};
  }
  if (field === "proxy") {
    return powerOfProxy(contract, was?.proxy, is?.proxy, times);
  }
  return field === "codeHash" ? CODE_POWER : {};
}

/** The code at an address changed. */
const CODE_POWER: ChangePower = {
  unknownPower: { code: "code-at-address" },
};

/** The power to change a policy value. */
function powerOfFact(
  id: string,
  found: CheckedFindings,
  entry: LockedNetwork,
  times: Times,
): ChangePower {
  const changed = found.facts?.find((fact) => fact.id === id);
  const { contract = "", power = {} } = changed ?? {};
  const asked = found.contracts.find((one) => contractId(one) === contract);
  const wasAsked = ownValue(entry.contracts, contract)?.address;
  if (wasAsked !== undefined && !isSameText(wasAsked, asked?.address)) {
    // It is another contract's value, and nobody has changed it.
    return {};
  }
  const { words, fact = "", reason } = power;
  if (words !== undefined) {
    // The new owner cannot have made the change that made it owner.
    const now = fact === id ? undefined : times.now(fact);
    const was = times.locked(fact);
    return powerNamedBy(fact, words, was, now, times);
  }
  return (
    powerOfSafe(id, reason, times) ?? likelyPower(id, asked, reason, times)
  );
}

/** The power to change what a proxy runs. */
function powerOfProxy(
  contract: string,
  locked: LockedProxy | undefined,
  now: LockedProxy | undefined,
  times: Times,
): ChangePower {
  if (locked === undefined || !isSameKind(locked.kind, now?.kind)) {
    return CODE_POWER;
  }
  const { admin, beacon } = locked;
  if (admin !== undefined) {
    const [was, is] = [admin, now?.admin].map(
      (one) => one && offered(addressValue(one)),
    );
    // A new admin cannot have made the change that made it admin.
    const isAdminAlone = isSameProxy({ ...locked, admin: now?.admin }, now);
    const path = `${contract}.proxy.admin`;
    const after = isAdminAlone === true ? was : is;
    return powerNamedBy(path, "the proxy's admin", was, after, times);
  }
  if (beacon !== undefined) {
    return { unknownPower: { code: "beacon-unread", facts: { beacon } } };
  }
  const hops = hopsOf(locked);
  if (hops.every(({ kind }) => isClone(kind))) {
    return CODE_POWER;
  }
  const { implementation } = hops.at(-1) ?? locked;
  const facts = { implementation };
  return { unknownPower: { code: "implementation-decides", facts } };
}

/** A power whose holders a value names. */
function powerNamedBy(
  path: string,
  power: string,
  before: Reading | undefined,
  after: Reading | undefined,
  times: Times,
): ChangePower {
  const by = changersOf(path, before, after, times);
  return { power, ...holdersBetween(before, after, times), by };
}

/** The holders of a power as values. */
function changersOf(
  path: string,
  before: Reading | undefined,
  after: Reading | undefined,
  { locked }: Times,
): readonly ReportedChanger[] {
  const [was, is] = [before, after].map((one) => one && addressIn(one));
  if (was === undefined) {
    return [];
  }
  const safe = safeAt(was, locked);
  if (safe === undefined) {
    return [{ path, was, is }];
  }
  const threshold = String(safe.threshold.value);
  return [{ path, was, is, threshold, owners: addressesOf(safe.owners) }];
}

const OF_SAFES = { is: "", ...SAFE_POWERS, ...SAFE_1_0_0_POWERS };

/**
 * The power to change a value of a Safe, whose code is known as a whole.
 *
 * @param id of the value
 * @param reason why nobody is known for other code
 * @returns `undefined` if it was locked as something else
 */
function powerOfSafe(
  id: string,
  reason: Reason | undefined,
  times: Times,
): ChangePower | undefined {
  const { address: safe, name = "" } = partsOfId(id) ?? {};
  if (
    safe === undefined ||
    !Object.hasOwn(OF_SAFES, name) ||
    !isKnownSafe(safe, times.locked)
  ) {
    return undefined;
  }
  // New owners cannot have made the change that made them owners.
  const isLockedOnly =
    SAFE_DECIDING.includes(name) || Object.hasOwn(SAFE_1_0_0_POWERS, name);
  const self: Reading = { kind: "read", value: addressValue(safe) };
  const after = isLockedOnly ? undefined : self;
  const { holders, ...present } = holdersBetween(self, after, times);
  // If it runs other code now, that decides who can change the value since then.
  const isOther = !isSafe(times.now(`${safe}.is`));
  const unknownPower = present.unknownPower ?? (isOther ? reason : undefined);
  const by = changersOf(`${safe}.is`, self, self, times);
  return { power: "the Safe itself", holders, unknownPower, by };
}

/**
 * The power to change a value if the code does what its functions are named
 * after, and the reason why that is not certain.
 */
function likelyPower(
  id: string,
  contract: ContractVerification | undefined,
  reason: Reason | undefined,
  times: Times,
): ChangePower {
  const prefix =
    partsOfId(id)?.address ?? (contract && contractId(contract)) ?? "";
  const name = id.slice(prefix.length + 1);
  const isByOwner = contract?.kind === "own" && !NOT_BY_OWNER.includes(name);
  const likely =
    changerIn(prefix, name, times) ?? (isByOwner ? OWNER : undefined);
  const named = `${prefix}.${likely?.value}`;
  const before = holdersIn(times.locked(named), likely);
  if (likely === undefined || before === undefined) {
    return { unknownPower: reason };
  }
  const after = named === id ? undefined : holdersIn(times.now(named), likely);
  const { holders } = holdersBetween(before, after, times);
  const { like } = likely;
  return { unknownPower: reason, likely: holders && { like, holders } };
}

/** Whom a value names who can change another one. */
type LikelyChanger = Omit<Changer, "words"> & Pick<LikelyPower, "like">;

const OWNER: LikelyChanger = { value: "owner" };

/** Values of own contracts that depend on other code, too. */
const NOT_BY_OWNER = Object.keys({ ...DERIVED, ...VALUES_OF_KINDS });

/**
 * The function that changes a value, in an interface that the contract had and
 * still has.
 */
function changerIn(
  prefix: string,
  name: string,
  { locked, now }: Times,
): LikelyChanger | undefined {
  const isRead = (id: string) =>
    locked(id)?.kind === "read" && now(id)?.kind === "read";
  const found = CONTRACT_INTERFACES.find(({ offers }) =>
    offers.every((one) => isRead(`${prefix}.${one}`)),
  );
  const changer = found && ownValue(found.changers, name);
  if (found === undefined || changer === undefined) {
    return undefined;
  }
  const { words, ...named } = changer;
  return { ...named, like: { contract: found.words, changer: words } };
}

/** Those of a value who can change another one; `undefined` if there is nobody. */
function holdersIn(
  reading: Reading | undefined,
  { roles }: Partial<LikelyChanger> = {},
): Reading | undefined {
  const value = valueIn(reading);
  // The zero address stands for nobody, or for everybody with a role.
  const isZero = (one: Value | undefined) =>
    one?.kind === "address" && isZeroAddress(one.value);
  if (roles === undefined || value?.kind !== "set") {
    return value === undefined || isZero(value) ? undefined : reading;
  }
  const items = value.items.filter((item) => {
    const { role, member } = item.kind === "record" ? item.fields : {};
    const name = role?.kind === "bytes" && ROLE_NAMES.get(role.value);
    return name && roles.includes(name) && !isZero(member);
  });
  if (items.length === 0) {
    return undefined;
  }
  return { kind: "read", value: { ...value, items } };
}
