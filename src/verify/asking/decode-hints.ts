import type { AbiEvent } from "viem";
import { decodeEventLog } from "viem/utils";
import { type Address, addressInWord, isAddress } from "../../base/address.ts";
import { isHex } from "../../base/hex.ts";
import { type Decoded, isRecord, recordOf } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import { ROLE_EVENTS } from "../../contracts/types/roles.ts";
import type { NamedEvent, RoleMember } from "../questions/question.ts";
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

/** What events name that a kind of contract keeps, in their order. */
export function decodeNamingLogs(
  value: unknown,
  of: Address,
  events: ReadonlyMap<string, readonly AbiEvent[]>,
): Decoded<readonly NamedEvent[]> {
  const all = Array.isArray(value)
    ? value
        .toSorted((one, other) => placeOf(one) - placeOf(other))
        .map((log) => (isEventOf(of, log) ? namedBy(log, events) : undefined))
    : [undefined];
  if (all.every((one) => one !== undefined)) {
    return { ok: true, value: all.flat() };
  }
  return {
    ok: false,
    reason: `eth_getLogs: expected events of a known kind, got ${describeValue(value)}`,
  };
}

/** Some nodes ignore the filter, or send what a reorganisation has removed. */
function isEventOf(of: Address, log: unknown): boolean {
  const { address, removed } = recordOf(log);
  return isSameText(String(address), of) && removed !== true;
}

const LOGS_OF_BLOCK = 1e6;

function placeOf(log: unknown): number {
  const { blockNumber, logIndex } = recordOf(log);
  return Number(blockNumber) * LOGS_OF_BLOCK + Number(logIndex);
}

function namedBy(
  log: unknown,
  events: ReadonlyMap<string, readonly AbiEvent[]>,
): readonly NamedEvent[] | undefined {
  const { topics, data } = recordOf(log);
  const list = Array.isArray(topics) ? topics : [];
  const known = events.get(String(list[0]).toLowerCase());
  if (known === undefined || !list.every(isHex) || !isHex(data)) {
    return undefined;
  }
  try {
    const [topic = "0x", ...others] = list;
    return known.map((event) => {
      const { args } = decodeEventLog({
        abi: [event],
        topics: [topic, ...others],
        data,
      });
      return { event, args: recordOf(args) };
    });
  } catch {
    return undefined;
  }
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
