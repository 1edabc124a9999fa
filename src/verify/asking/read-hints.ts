import type { Address } from "../../base/address.ts";
import { hexQuantity } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { ROLE_EVENTS } from "../../contracts/types/roles.ts";
import { touchingCall } from "../../rpc/probe-calls.ts";
import type {
  Question,
  RoleHistory,
  RoleMember,
} from "../questions/question.ts";
import { decodeAccessList, decodeRoleLogs } from "./decode-hints.ts";
import type { BlockReader } from "./reader.ts";

/** The addresses that the calls of each contract touch, where the node tells. */
export async function readTouched(
  reader: BlockReader,
  contracts: readonly Question<"touched">[],
): Promise<readonly Decoded<readonly Address[]>[]> {
  return await reader.readHints(
    "eth_createAccessList",
    contracts.map(({ calls }) => (block) => [touchingCall(calls), block]),
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

/**
 * Reads the members of a contract's roles from its events: all at once, or else
 * in ranges from the latest block back to the network's first one, since those
 * that are not in a lock file yet are new.
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
      const [some] = await own.readHints(
        "eth_getLogs",
        [() => [filter]],
        decodeRoleLogs,
      );
      if (some === undefined) {
        break;
      }
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
