import { setTimeout as sleep } from "node:timers/promises";
import type { AbiEvent } from "viem";
import { decodeEventLog } from "viem/utils";
import { type Address, addressInWord, isAddress } from "../../base/address.ts";
import { hexQuantity, isHex } from "../../base/hex.ts";
import {
  type Decoded,
  isRecord,
  recordOf,
  unread,
} from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import { eventsOf } from "../../contracts/permission-kinds.ts";
import { ROLE_EVENTS } from "../../contracts/types/roles.ts";
import { decodeBlock } from "../../rpc/decode-block.ts";
import { touchingCall } from "../../rpc/probe-calls.ts";
import type {
  History,
  NamedEvent,
  Question,
  RoleMember,
} from "../questions/question.ts";
import { codeKey } from "../questions/readings.ts";
import type { BlockReader } from "./block-reader.ts";

/** The addresses that the calls of each contract touch, where the node tells. */
export async function readTouched(
  reader: BlockReader,
  contracts: readonly Question<"touched">[],
): Promise<readonly Decoded<readonly Address[]>[]> {
  return await reader.readHints(
    "eth_createAccessList",
    contracts.map(({ calls }) => [touchingCall(calls), reader.byNumber]),
    (value, index) =>
      decodeAccessList(value, contracts[index]?.address ?? "0x"),
  );
}

/**
 * The share of the network's time for events: there are the first pass, and
 * later ones next to each other.
 */
const SHARE = 1 / 8;
/** Blocks that nodes serve at a time, where they do not serve all of them. */
const RANGES = [10_000n, 1_000n, 50n] as const;
const MAX_RANGES = 32;

/** Reads the members of the roles of contracts from their events. */
export async function readRoleHistories(
  reader: BlockReader,
  contracts: readonly Question<"events">[],
  { startBlock }: { readonly startBlock: bigint },
): Promise<readonly History<RoleMember>[]> {
  const topics = [...ROLE_EVENTS.keys()];
  const all = contracts.map(({ address }) =>
    readEvents(reader, { address, topics }, startBlock, roleInEvent),
  );
  return await Promise.all(all);
}

/** Reads what the events of contracts name that a kind of contract keeps. */
export async function readNameHistories(
  reader: BlockReader,
  contracts: readonly Question<"named">[],
  { startBlock }: { readonly startBlock: bigint },
): Promise<readonly History<NamedEvent>[]> {
  const all = contracts.map(({ address, by }) => {
    const events = eventsOf(by);
    const filter = { address, topics: [...events.keys()] };
    return readEvents(reader, filter, startBlock, (log) =>
      namedInEvent(log, events),
    );
  });
  return await Promise.all(all);
}

/**
 * Reads events of a contract: all at once, or else in ranges from the latest block back
 * to the network's first one, since what is not in a lock file yet is new. The backend has
 * to show that it has the pinned block: one that is behind has no events of it.
 */
async function readEvents<T>(
  reader: BlockReader,
  { address, topics }: { address: Address; topics: readonly string[] },
  startBlock: bigint,
  decodeOne: (log: unknown) => readonly T[] | undefined,
): Promise<History<T>> {
  const decode = (value: unknown) => decodeEvents(value, address, decodeOne);
  return await reader.within(SHARE, async (own) => {
    // The latest events come first.
    const ranges: (readonly T[])[] = [];
    let to = own.block.number;
    // A sandbox does not reach the first block of its network.
    const start = startBlock > to ? 0n : startBlock;
    let why = "";
    const sizes = [to + 1n, ...RANGES];
    for (let n = 0; n < MAX_RANGES && to >= start && sizes[0]; n += 1) {
      const from = to - sizes[0] + 1n;
      const fromBlock = from < start && n > 0 ? start : from;
      const filter = {
        address,
        topics: [topics],
        fromBlock: hexQuantity(fromBlock),
        toBlock: hexQuantity(to),
      };
      const isNewest = to === own.block.number;
      const some = await readRange(own, filter, decode, isNewest);
      if (some === undefined) {
        break;
      }
      if (some.ok) {
        ranges.push(some.value);
        to = fromBlock - 1n;
      } else {
        why = some.reason;
        sizes.splice(0, some.isMissing === true ? sizes.length : 1);
      }
    }
    const missing = `no events up to block ${to} were read: ${why}`;
    return {
      said: ranges.toReversed().flat(),
      missing: to < 0n ? undefined : missing,
    };
  });
}

/** How often events are asked for again of a backend that is behind, and after which time. */
const MAX_LATE = 2;
const LATE_MS = 500;

/**
 * Reads events of some blocks. With the newest ones, the backend has to have the pinned
 * block: where batches are taken, one backend answers both, unless one of them fails and
 * is asked again by itself.
 */
async function readRange<T>(
  reader: BlockReader,
  filter: object,
  decode: (value: unknown) => Decoded<readonly T[]>,
  isNewest: boolean,
): Promise<Decoded<readonly T[]> | undefined> {
  const blocks = isNewest ? [[reader.byNumber, false]] : [];
  for (let late = 0; late <= MAX_LATE; late += 1) {
    if (late > 0) {
      await sleep(LATE_MS);
    }
    const [[some], [newest]] = await Promise.all([
      reader.readHints("eth_getLogs", [[filter]], decode),
      reader.readHints("eth_getBlockByNumber", blocks, decodeBlock),
    ]);
    const hasBlock =
      newest?.ok === true && newest.value.hash === reader.block.hash;
    if (some?.ok !== true || newest === undefined || hasBlock) {
      return some;
    }
  }
  const reason = "the node that served them may not have the latest ones";
  return { ok: false, reason, isMissing: true };
}

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
function namedInEvent(
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
