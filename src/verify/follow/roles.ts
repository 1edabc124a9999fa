import { getAddress } from "viem/utils";
import {
  type Address,
  addressOf,
  uniqueAddresses,
} from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { given } from "../../base/records.ts";
import {
  HAS_ROLE,
  OTHER_ROLES,
  ROLE_COUNT,
  ROLE_MEMBER,
  ROLE_NAMES,
  type ROLE_OFFERS,
} from "../../contracts/types/roles.ts";
import type { Answers, RoleMember } from "../questions/question.ts";
import type { Reason } from "../values/reason.ts";
import {
  addressValue,
  bytesValue,
  type Item,
  NOT_OFFERED,
  type Reading,
  record,
  valueIn,
} from "../values/value.ts";

import {
  type Asked,
  listValues,
  type Returned,
  viewValue,
} from "./decode-answers.ts";

import type { PolicyReading } from "./dependencies.ts";
import { readSet, unreadEvents } from "./permissions.ts";

const ROLE_IDS: readonly Hex[] = [...ROLE_NAMES.keys()];
/** More members of a role are only known by its events. */
const MAX_MEMBERS = 20;

/**
 * The members of roles, by the views of the contract; nothing is asked if it
 * has no roles.
 *
 * @param fact the fact that lists them
 */
export function readRoles(
  fact: Asked,
  answers: Answers,
  locked: Reading | undefined,
): PolicyReading {
  const { of } = fact;
  const offered = offeredRoles(fact, answers);
  // What the lock names is asked before it is known whether there are roles.
  if (offered.kind !== "read" && locked === undefined) {
    return { reading: offered };
  }
  const history = answers.get({ kind: "events", address: of });
  const candidates = candidatesOf(of, answers, locked).map((one) => {
    const all = viewsOf(one).map(({ view, args }) =>
      viewValue(of, view, args, answers),
    );
    const unread = all.find(({ kind }) => kind === "unread");
    return { one, has: all.find(isGranting) ?? unread ?? all[0] };
  });
  if (offered.kind !== "read") {
    return { reading: offered };
  }
  const before = new Set(membersIn(locked).map(memberKey));
  const members: Item[] = [];
  const gone: Item[] = [];
  for (const { one, has } of candidates) {
    if (has?.kind === "unread") {
      return { reading: has };
    }
    const { role, member } = one;
    const item = record({
      role: bytesValue(role),
      member: addressValue(member),
    });
    if (has !== undefined && isGranting(has)) {
      members.push(item);
    } else if (before.has(memberKey(one))) {
      gone.push(item);
    }
  }
  const why: Reason | undefined = history
    ? unreadEvents(history.missing)
    : { code: "not-asked" };
  return readSet(members, gone, why);
}

/** The answer of a contract that has roles of any kind. */
function offeredRoles(fact: Asked, answers: Answers) {
  const offers = listValues(fact, 0, answers);
  const [first = NOT_OFFERED] = ["read", "unread"].flatMap((kind) =>
    offers.filter((offer) => offer.kind === kind),
  );
  return first;
}

/** The views that tell whether somebody has a role: a contract may use any id for one. */
function viewsOf({ role, member }: RoleMember): typeof ROLE_OFFERS {
  const other = OTHER_ROLES.get(role);
  const hasRole = { view: HAS_ROLE, args: [role, member] } as const;
  return other === undefined
    ? [hasRole]
    : [{ view: other, args: [member] }, hasRole];
}

function isGranting(has: Returned): boolean {
  return has.kind === "read" && Boolean(has.value);
}

/**
 * The possible members of a role: by events, by an enumeration, and by the lock
 * file.
 */
function candidatesOf(
  of: Address,
  answers: Answers,
  locked: Reading | undefined,
): readonly RoleMember[] {
  const listed = ROLE_IDS.flatMap((role) =>
    placesOf(of, role, answers).flatMap((at) => {
      const read = viewValue(of, ROLE_MEMBER, [role, at], answers);
      const member = addressOf(valueIn(read));
      return given(member && { role, member });
    }),
  );
  const before = membersIn(locked);
  const { said: history = [] } =
    answers.get({ kind: "events", address: of }) ?? {};
  const all = [...listed, ...before, ...history];
  return [...Map.groupBy(all, ({ role }) => role)].flatMap(([role, some]) =>
    uniqueAddresses(some.map(({ member }) => member)).map((member) => ({
      role,
      member: getAddress(member.toLowerCase()),
    })),
  );
}

function memberKey({ role, member }: RoleMember): string {
  return `${role} ${member.toLowerCase()}`;
}

/** The members of roles in a locked value, and those that it is proven not to have. */
function membersIn(locked: Reading | undefined): readonly RoleMember[] {
  const value = valueIn(locked);
  const items =
    value?.kind === "set" ? [...value.items, ...(value.without ?? [])] : [];
  return items.flatMap((item) => {
    const { role, member } = item.kind === "record" ? item.fields : {};
    if (role?.kind === "bytes" && member?.kind === "address") {
      return [{ role: role.value, member: member.value }];
    }
    return [];
  });
}

/** The places of the members of a role, as far as the contract counts them. */
function placesOf(of: Address, role: Hex, answers: Answers): readonly bigint[] {
  const read = viewValue(of, ROLE_COUNT, [role], answers);
  const length =
    read.kind === "read" ? Math.min(Number(read.value), MAX_MEMBERS) : 0;
  return Array.from({ length }, (_, at) => BigInt(at));
}
