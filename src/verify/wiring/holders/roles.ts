import { getAddress } from "viem/utils";
import {
  type Address,
  addressOf,
  uniqueAddresses,
} from "../../../base/address.ts";
import type { Hex } from "../../../base/hex.ts";
import type { View, ViewArgument } from "../../../contracts/contract-type.ts";
import {
  ANY_ROLE,
  HAS_ROLE,
  ROLE_COUNT,
  ROLE_MEMBER,
  ROLE_NAMES,
} from "../../../contracts/types/roles.ts";
import { codeKey } from "../../reading/readings.ts";
import {
  NO_QUESTIONS,
  type WiringAnswers,
  type WiringQuestions,
} from "../answers.ts";
import { encodeCall } from "../codec.ts";
import { type ReadValue, viewValue } from "../decode-answers.ts";
import type { LockedValue } from "../facts.ts";
import { addressIn } from "../policy-facts.ts";
import type { RoleMember } from "./decode-hints.ts";

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
  const call = (view: View, ...args: ViewArgument[]) => ({
    to: of,
    data: encodeCall(view, args),
  });
  if (locked === undefined && !hasAccessControl(of, answers)) {
    return NO_QUESTIONS;
  }
  const candidates = candidatesOf(of, answers, locked);
  return {
    ...NO_QUESTIONS,
    logs: [of],
    optional: [
      ...[...ROLE_NAMES.keys()].flatMap((role) => [
        call(ROLE_COUNT, role as Hex),
        ...Array.from({ length: countOf(of, role as Hex, answers) }, (_, at) =>
          call(ROLE_MEMBER, role as Hex, BigInt(at)),
        ),
      ]),
      ...candidates.map(({ role, member }) => call(HAS_ROLE, role, member)),
    ],
  };
}

/** Who has roles; `undefined` of a contract without any. */
export function readRoles(
  of: Address,
  answers: WiringAnswers,
  locked: LockedValue | undefined,
): ReadValue<Roles> {
  const offered = viewValue(of, HAS_ROLE, ANY_ROLE, answers);
  if (offered.kind !== "read") {
    return offered;
  }
  const members: RoleMember[] = [];
  for (const one of candidatesOf(of, answers, locked)) {
    const has = viewValue(of, HAS_ROLE, [one.role, one.member], answers);
    if (has.kind === "unknown") {
      return has;
    }
    if (has.kind === "read" && has.value === true) {
      members.push(one);
    }
  }
  const history = answers.logs.get(codeKey(of));
  const missing = history === undefined ? "it was not asked" : history.missing;
  return { kind: "read", value: { members, missing } };
}

/** A role by its name, where that is known. */
export function roleName(role: string): string {
  return ROLE_NAMES.get(role) ?? role;
}

function hasAccessControl(of: Address, answers: WiringAnswers): boolean {
  return viewValue(of, HAS_ROLE, ANY_ROLE, answers).kind === "read";
}

/** Who may have a role: by events, by an enumeration, and by the lock file. */
function candidatesOf(
  of: Address,
  answers: WiringAnswers,
  locked: LockedValue | undefined,
): readonly RoleMember[] {
  const listed = [...ROLE_NAMES.keys()].flatMap((role) =>
    Array.from({ length: countOf(of, role as Hex, answers) }, (_, at) =>
      viewValue(of, ROLE_MEMBER, [role as Hex, BigInt(at)], answers),
    ).flatMap((read) => {
      const member = read.kind === "read" ? addressOf(read.value) : undefined;
      return member === undefined ? [] : [{ role: role as Hex, member }];
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

function countOf(of: Address, role: Hex, answers: WiringAnswers): number {
  const read = viewValue(of, ROLE_COUNT, [role], answers);
  return read.kind === "read" ? Math.min(Number(read.value), MAX_MEMBERS) : 0;
}
