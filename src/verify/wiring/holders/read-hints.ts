import {
  type Address,
  addressInWord,
  addressOf,
} from "../../../base/address.ts";
import { hexQuantity } from "../../../base/hex.ts";
import {
  IMPLEMENTATION_SLOTS,
  IMPLEMENTATION_VIEWS,
} from "../../../contracts/types/owned.ts";
import { ROLE_EVENTS } from "../../../contracts/types/roles.ts";
import { touchingCall } from "../../../rpc/probe-calls.ts";
import { tryContracts } from "../../reading/call-contracts.ts";
import type { BlockReader } from "../../reading/reader.ts";
import type { RoleHistory, RunsReading, ViewsAt } from "../answers.ts";
import { decodeResult, encodeCall } from "../codec.ts";
import {
  decodeAccessList,
  decodeRoleLogs,
  type RoleMember,
} from "./decode-hints.ts";

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

/** Blocks that ordinary nodes serve at a time, where they do not serve all of them. */
const RANGE = 10_000n;
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
  const read = async (fromBlock: bigint, toBlock: bigint) =>
    await reader.readHint(
      "eth_getLogs",
      () => [
        {
          address,
          topics: [[...ROLE_EVENTS.keys()]],
          fromBlock: hexQuantity(fromBlock),
          toBlock: hexQuantity(toBlock),
        },
      ],
      decodeRoleLogs,
    );
  const head = reader.block.number;
  const all = await read(0n, head);
  if (all.ok) {
    return { members: all.value, missing: undefined };
  }
  const members: RoleMember[] = [];
  let to = head;
  for (let range = 0; range < MAX_RANGES && to >= startBlock; range += 1) {
    const from = to - RANGE + 1n > startBlock ? to - RANGE + 1n : startBlock;
    const some = all.isMissing === true ? all : await read(from, to);
    if (!some.ok) {
      return { members, missing: some.reason };
    }
    members.push(...some.value);
    to = from - 1n;
  }
  return to < 0n
    ? { members, missing: undefined }
    : {
        members,
        missing: `the node serves no events up to block ${to} at once`,
      };
}
