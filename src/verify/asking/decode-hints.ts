import type { AbiEvent } from "viem";
import { decodeEventLog } from "viem/utils";
import { type Address, addressInWord, isAddress } from "../../base/address.ts";
import { isHex } from "../../base/hex.ts";
import {
  type Decoded,
  isRecord,
  recordOf,
  unread,
} from "../../base/records.ts";
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
    return unread(
      `eth_createAccessList: expected an access list, got ${describeValue(value)}`,
    );
  }
  if (addresses.some((one) => codeKey(one) === codeKey(called))) {
    return { ok: true, value: addresses };
  }
  return unread(
    `eth_createAccessList: the list lacks ${called}, which was called`,
  );
}

/**
 * Decodes the events of a contract, in their order.
 *
 * Some nodes ignore the filter, or send what a reorganisation has removed, so that an
 * event of another contract is an error as one of an unknown kind is.
 *
 * @param decodeOne `undefined` of an event of an unknown kind
 */
export function decodeEvents<T>(
  value: unknown,
  of: Address,
  decodeOne: (log: unknown) => readonly T[] | undefined,
): Decoded<readonly T[]> {
  const found: T[] = [];
  const logs = Array.isArray(value) ? value : [undefined];
  for (const log of logs.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const { address, removed } = recordOf(log);
    const isOwn = isSameText(String(address), of) && removed !== true;
    const decoded = isOwn ? decodeOne(log) : undefined;
    if (decoded === undefined) {
      return unread(
        `eth_getLogs: expected events of ${of} of a known kind, got ${describeValue(value)}`,
      );
    }
    found.push(...decoded);
  }
  return { ok: true, value: found };
}

const LOGS_OF_BLOCK = 1e6;

function placeOf(log: unknown): number {
  const { blockNumber, logIndex } = recordOf(log);
  return Number(blockNumber) * LOGS_OF_BLOCK + Number(logIndex);
}

/** What an event names that a kind of contract keeps. */
export function namedInEvent(
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

/** The role and the member of one of {@link ROLE_EVENTS}. */
export function roleInEvent(log: unknown): readonly RoleMember[] | undefined {
  const { topics } = recordOf(log);
  const [event, first] = Array.isArray(topics) ? topics : [];
  const { member: at = 0, role = first } = ROLE_EVENTS.get(event) ?? {};
  const word: unknown = Object(topics)[at];
  const member = isHex(word) ? addressInWord(word) : undefined;
  if (isHex(role) && role.length === 66 && member !== undefined) {
    return [{ role, member }];
  }
  return undefined;
}
