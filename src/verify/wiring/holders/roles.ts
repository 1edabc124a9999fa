import { getAddress } from "viem/utils";
import {
  type Address,
  addressOf,
  uniqueAddresses,
} from "../../../base/address.ts";
import type { Hex } from "../../../base/hex.ts";
import type { View, ViewArgument } from "../../../contracts/contract-type.ts";
import {
  HAS_ROLE,
  OTHER_ROLES,
  ROLE_COUNT,
  ROLE_MEMBER,
  ROLE_NAMES,
  ROLE_OFFERS,
} from "../../../contracts/types/roles.ts";
import { codeKey } from "../../reading/readings.ts";
import type { WiringAnswers, WiringQuestions } from "../answers.ts";
import { encodeCall } from "../codec.ts";
import { type ReadValue, viewValue } from "../decode-answers.ts";
import type { LockedValue } from "../facts.ts";
import { addressIn } from "../policy-facts.ts";
import type { RoleMember } from "./decode-hints.ts";

const ROLE_IDS: readonly Hex[] = [...ROLE_NAMES.keys()];
/** More members of a role are only known by its events. */
const MAX_MEMBERS = 20;

/** Who has which role of a contract, in its own words. */
export interface Roles {
  /** Each role that somebody has, with the members. */
  readonly members: readonly RoleMember[];
  /** Why there may be others. */
  readonly missing: string | undefined;
}

/** What to ask to learn who has a role: nothing, if there are none. */
export function roleQuestions(
  of: Address,
  answers: WiringAnswers,
  locked: LockedValue | undefined,
): WiringQuestions {
  const ask = (view: View, ...args: ViewArgument[]) =>
    ({
      kind: "optional",
      call: { to: of, data: encodeCall(view, args) },
    }) as const;
  if (locked === undefined && offeredRoles(of, answers).kind !== "read") {
    return [];
  }
  return [
    { kind: "logs", address: of },
    ...ROLE_IDS.flatMap((role) => [
      ask(ROLE_COUNT, role),
      ...placesOf(of, role, answers).map((at) => ask(ROLE_MEMBER, role, at)),
    ]),
    ...candidatesOf(of, answers, locked).map((one) => {
      const { view, args } = viewOf(one);
      return ask(view, ...args);
    }),
  ];
}

/** Who has roles; `undefined` of a contract without any. */
export function readRoles(
  of: Address,
  answers: WiringAnswers,
  locked: LockedValue | undefined,
): ReadValue<Roles> {
  const offered = offeredRoles(of, answers);
  if (offered.kind !== "read") {
    return offered;
  }
  const members: RoleMember[] = [];
  for (const one of candidatesOf(of, answers, locked)) {
    const { view, args } = viewOf(one);
    const has = viewValue(of, view, args, answers);
    if (has.kind === "unknown") {
      return has;
    }
    if (has.kind === "read" && has.value) {
      members.push(one);
    }
  }
  const history = answers.logs.get(codeKey(of));
  const missing = history === undefined ? "it was not asked" : history.missing;
  return { kind: "read", value: { members, missing } };
}

/** A role by its name, where that is known. */
export function roleName(role: Hex): string {
  return ROLE_NAMES.get(role) ?? role;
}

/** What a contract answers if it has roles of any kind. */
function offeredRoles(of: Address, answers: WiringAnswers): ReadValue {
  const offers = ROLE_OFFERS.map(({ view, args }) =>
    viewValue(of, view, args, answers),
  );
  const [first = { kind: "failed" }] = ["read", "unknown", "failed"].flatMap(
    (kind) => offers.filter((offer) => offer.kind === kind),
  );
  return first;
}

/** The view that tells whether somebody has a role. */
function viewOf({ role, member }: RoleMember): (typeof ROLE_OFFERS)[number] {
  const view = OTHER_ROLES.get(role);
  return view === undefined
    ? { view: HAS_ROLE, args: [role, member] }
    : { view, args: [member] };
}

/** Who may have a role: by events, by an enumeration, and by the lock file. */
function candidatesOf(
  of: Address,
  answers: WiringAnswers,
  locked: LockedValue | undefined,
): readonly RoleMember[] {
  const listed = ROLE_IDS.flatMap((role) =>
    placesOf(of, role, answers).flatMap((at) => {
      const read = viewValue(of, ROLE_MEMBER, [role, at], answers);
      const member = read.kind === "read" ? addressOf(read.value) : undefined;
      return member === undefined ? [] : [{ role, member }];
    }),
  );
  const ids = new Map([...ROLE_NAMES].map(([id, name]) => [name, id]));
  const before = [locked ?? []].flat().flatMap((item) => {
    const [name = ""] = item.split(":");
    const member = addressIn(item.slice(name.length));
    const role = ids.get(name) ?? name;
    return member === undefined || !/^0x[\da-f]{64}$/.test(role)
      ? []
      : [{ role: role as Hex, member }];
  });
  const history = answers.logs.get(codeKey(of))?.members ?? [];
  const all = [...listed, ...before, ...history];
  return [...Map.groupBy(all, ({ role }) => role)].flatMap(([role, some]) =>
    uniqueAddresses(some.map(({ member }) => member)).map((member) => ({
      role,
      member: getAddress(member.toLowerCase()),
    })),
  );
}

/** The places of the members of a role, as far as the contract counts them. */
function placesOf(
  of: Address,
  role: Hex,
  answers: WiringAnswers,
): readonly bigint[] {
  const read = viewValue(of, ROLE_COUNT, [role], answers);
  const length =
    read.kind === "read" ? Math.min(Number(read.value), MAX_MEMBERS) : 0;
  return Array.from({ length }, (_, at) => BigInt(at));
}
