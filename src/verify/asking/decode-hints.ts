import { type Address, addressInWord, isAddress } from "../../base/address.ts";
import { isHex } from "../../base/hex.ts";
import { type Decoded, isRecord } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import { ROLE_EVENTS } from "../../contracts/types/roles.ts";
import type { RoleMember } from "../questions/question.ts";
import { codeKey } from "../questions/readings.ts";

/**
 * Every address of an access list (EIP-2930); of a call that failed, it is cut off.
 *
 * @param called the contract that was called, which each complete list has
 * @see https://github.com/NethermindEth/nethermind/issues/11209
 */
export function decodeAccessList(
  value: unknown,
  called: Address,
): Decoded<readonly Address[]> {
  const { accessList, error } = isRecord(value) ? value : {};
  const list = error === undefined ? accessList : undefined;
  const addresses = Array.isArray(list)
    ? list.map((entry) => (isRecord(entry) ? entry["address"] : undefined))
    : [undefined];
  if (!addresses.every(isAddress)) {
    return {
      ok: false,
      reason: `eth_createAccessList: expected an access list, got ${describeValue(value)}`,
    };
  }
  if (addresses.some((one) => codeKey(one) === codeKey(called))) {
    return { ok: true, value: addresses };
  }
  return {
    ok: false,
    reason: `eth_createAccessList: the list lacks ${called}, which was called`,
  };
}

/** The roles and members of {@link ROLE_EVENTS}. */
export function decodeRoleLogs(value: unknown): Decoded<readonly RoleMember[]> {
  const members = Array.isArray(value) ? value.map(roleMember) : [undefined];
  if (members.every((member) => member !== undefined)) {
    return { ok: true, value: members };
  }
  return {
    ok: false,
    reason: `eth_getLogs: expected events with a role and a member, got ${describeValue(value)}`,
  };
}

function roleMember(log: unknown): RoleMember | undefined {
  const topics = isRecord(log) ? log["topics"] : undefined;
  const [event, first] = Array.isArray(topics) ? topics : [];
  const { member: at = 0, role = first } = ROLE_EVENTS.get(event) ?? {};
  const word: unknown = Object(topics)[at];
  const member = isHex(word) ? addressInWord(word) : undefined;
  if (isHex(role) && role.length === 66 && member !== undefined) {
    return { role, member };
  }
  return undefined;
}
