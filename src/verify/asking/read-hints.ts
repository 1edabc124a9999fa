import { type Address, addressInWord, addressOf } from "../../base/address.ts";
import { hexQuantity } from "../../base/hex.ts";
import {
  IMPLEMENTATION_SLOTS,
  IMPLEMENTATION_VIEWS,
} from "../../contracts/types/owned.ts";
import { ROLE_EVENTS } from "../../contracts/types/roles.ts";
import { touchingCall } from "../../rpc/probe-calls.ts";
import { decodeResult, encodeCall } from "../follow/codec.ts";
import type {
  RoleHistory,
  RunsReading,
  ViewsAt,
} from "../questions/answers.ts";
import {
  decodeAccessList,
  decodeRoleLogs,
  type RoleMember,
} from "./decode-hints.ts";
import { tryContracts } from "./read-calls.ts";
import type { BlockReader } from "./reader.ts";

/**
 * What a contract may run: the addresses that its views touch, and those that proxies
 * of known kinds name, which nodes without `eth_createAccessList` can show, too.
 */
export async function readRuns(
  reader: BlockReader,
  { address: to, calls }: ViewsAt,
): Promise<RunsReading> {
  const [touched, words, answers] = await Promise.all([
    reader.readHint(
      "eth_createAccessList",
      (block) => [touchingCall(calls), block],
      (value) => decodeAccessList(value, to),
    ),
    reader.readSlots(IMPLEMENTATION_SLOTS.map((slot) => [to, slot])),
    tryContracts(
      reader,
      IMPLEMENTATION_VIEWS.map((view) => ({ to, data: encodeCall(view) })),
    ),
  ]);
  const inSlots = words.flatMap((word) =>
    word.ok ? (addressInWord(word.value) ?? []) : [],
  );
  const told = answers.flatMap((answer, index) => {
    const view = IMPLEMENTATION_VIEWS[index];
    return answer.kind === "returned" && view !== undefined
      ? [decodeResult(view, answer.data)].flat()
      : [];
  });
  return {
    touched,
    named: [...inSlots, ...told.flatMap((one) => addressOf(one) ?? [])],
  };
}

/** Of the network's time: there are the first pass, and later ones next to each other. */
const SHARE = 1 / 8;
/** Blocks that nodes serve at a time, where they do not serve all of them. */
const RANGES = [10_000n, 1_000n, 50n] as const;
const MAX_RANGES = 32;

/**
 * Who was given roles of a contract, by its events: all at once, or else in ranges from
 * the latest block back to the network's first one, since those that are not in a lock
 * file yet are new.
 */
export async function readRoleHistory(
  reader: BlockReader,
  address: Address,
  startBlock: bigint,
): Promise<RoleHistory> {
  return await reader.within(SHARE, async (own) => {
    const members: RoleMember[] = [];
    let to = own.block.number;
    let why = "";
    const sizes = [to + 1n, ...RANGES];
    for (let n = 0; n < MAX_RANGES && to >= startBlock && sizes[0]; n += 1) {
      const from = to - sizes[0] + 1n;
      const fromBlock = from < startBlock && n > 0 ? startBlock : from;
      const filter = {
        address,
        topics: [[...ROLE_EVENTS.keys()]],
        fromBlock: hexQuantity(fromBlock),
        toBlock: hexQuantity(to),
      };
      const some = await own.readHint(
        "eth_getLogs",
        () => [filter],
        decodeRoleLogs,
      );
      if (some.ok) {
        members.push(...some.value);
        to = fromBlock - 1n;
      } else {
        why = some.reason;
        sizes.splice(0, some.isMissing === true ? sizes.length : 1);
      }
    }
    const missing = `no events up to block ${to} were read: ${why}`;
    return { members, missing: to < 0n ? undefined : missing };
  });
}
