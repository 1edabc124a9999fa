import { hexQuantity } from "../base/hex.ts";
import type { Cause } from "../base/problems.ts";
import { confirm } from "../connect/confirm.ts";
import { MORE_THAN_ONE_CHAIN } from "../connect/judge-chain.ts";
import { readHeader } from "../connect/read-node-view.ts";
import type { RpcTransport } from "../rpc/types.ts";
import type { EndpointStatus, NodeStatus } from "./report.ts";

/** Heads of honest nodes may differ for a moment: compare a little below. */
const SETTLED_BLOCKS = 2n;

/** An endpoint of a network and what it says of itself. */
export interface AskedEndpoint {
  readonly transport: RpcTransport;
  readonly status: NodeStatus;
  readonly isSandbox: boolean;
}

/**
 * Compares endpoints that should serve one chain: how far each is behind the
 * highest, and whether they have the same block at each height that some have,
 * so that one which is far behind hides no disagreement of the others. A sandbox in
 * place of the main one has a chain of its own, so nothing is compared.
 */
export async function compareEndpoints(
  main: AskedEndpoint,
  others: readonly AskedEndpoint[],
) {
  const asked = [main, ...others];
  const heights = asked.map(({ status }) =>
    main.isSandbox ? undefined : comparableHeight(status),
  );
  const highest = sorted(heights).at(-1) ?? 0n;
  const comparisons = await Promise.all(
    heightsToCompare(heights).map(async (height) => {
      const compared = asked.map((endpoint, index) =>
        (heights[index] ?? -1n) < height ? undefined : endpoint,
      );
      return await compareAt(compared, height);
    }),
  );
  const judge = ({ status }: AskedEndpoint, index: number): NodeStatus => {
    if (status.state !== "ok") {
      return status;
    }
    const found = comparisons.flatMap((at) => at[index] ?? []);
    const wrong = found.find(({ state }) => state === "wrong-chain");
    return { ...status, ...(wrong ?? found[0]) };
  };
  return {
    main: judge(main, 0),
    others: others.map((other, index): EndpointStatus => {
      const own = heights[index + 1];
      return {
        endpoint: other.transport.endpoint,
        ...judge(other, index + 1),
        ...(own !== undefined && { behind: (highest - own).toString() }),
      };
    }),
  };
}

/**
 * Compares the blocks of endpoints at one height. Those in the minority are on another
 * chain; where no hash has a majority nobody can tell which are, so the state of all is
 * unknown. Nodes that stopped on an old fork do not outvote one that went on. A
 * disagreement is only believed if each endpoint gives the same hash each time; a block
 * that could never be read says nothing.
 */
async function compareAt(
  asked: readonly (AskedEndpoint | undefined)[],
  height: bigint,
): Promise<readonly (Disagreement | undefined)[]> {
  const first = await Promise.all(
    asked.map((one) => one && hashAt(one.transport, height)),
  );
  if (new Set(first.filter((hash) => hash !== undefined)).size < 2) {
    return [];
  }
  const later = await Promise.all(
    asked.map(
      (one) => one && confirm(one.transport, (own) => hashAt(own, height)),
    ),
  );
  const hashes = first.map((hash, index) => {
    const read = new Set([hash, ...(later[index] ?? [])]);
    if (read.size === 1) {
      return hash;
    }
    const isReadOnce = read.delete(undefined) && read.size === 1;
    return isReadOnce ? UNCONFIRMED : UNSTABLE;
  });
  const known = hashes.filter((hash) => typeof hash === "string");
  const working = hashes.filter(
    (hash, index) =>
      typeof hash === "string" && asked[index]?.status.state === "ok",
  );
  const majority = known.find(
    (hash) => shareOf(hash, known) > 0.5 && shareOf(hash, working) > 0.5,
  );
  return hashes.map((hash) => {
    if (hash === undefined || hash === majority) {
      return undefined;
    }
    if (hash === UNCONFIRMED) {
      return {
        state: "unknown",
        reason: `the network's endpoints have different blocks at height ${height}, and that of this one could not be read each time`,
      };
    }
    if (hash === UNSTABLE) {
      return {
        state: "unknown",
        reason: `${MORE_THAN_ONE_CHAIN}: it does not return the same block ${height} each time`,
      };
    }
    if (majority === undefined) {
      return {
        state: "unknown",
        reason: `the network's endpoints have different blocks at height ${height}, this one ${hash}`,
        remedy:
          "Find out which of them is on the network's chain, and remove the others from the Hardhat config.",
      };
    }
    return {
      state: "wrong-chain",
      reason: `its block ${height} is ${hash}, while most of the network's endpoints have ${majority}: it is on a fork, or on another chain`,
    };
  });
}

function shareOf(hash: string, hashes: readonly unknown[]): number {
  return hashes.filter((other) => other === hash).length / hashes.length;
}

/** In place of the hash of an endpoint that does not give the same one each time. */
const UNSTABLE = Symbol("unstable");
/** The same of one that does not give any each time. */
const UNCONFIRMED = Symbol("unconfirmed");

/** The verdict on an endpoint that does not agree with the others. */
interface Disagreement extends Cause {
  readonly state: "wrong-chain" | "unknown";
}

/** A little below each head but the highest; heads close together count once. */
function heightsToCompare(
  heights: readonly (bigint | undefined)[],
): readonly bigint[] {
  const compared: bigint[] = [];
  for (const height of sorted(heights).slice(0, -1)) {
    const settled = height > SETTLED_BLOCKS ? height - SETTLED_BLOCKS : 0n;
    const last = compared.at(-1);
    if (last === undefined || settled > last + SETTLED_BLOCKS) {
      compared.push(settled);
    }
  }
  return compared;
}

function sorted(heights: readonly (bigint | undefined)[]): readonly bigint[] {
  return heights
    .filter((height) => height !== undefined)
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** The height of a node that is on the chain, as far as it tells. */
function comparableHeight({ state, head }: NodeStatus): bigint | undefined {
  if (head === undefined || state === "wrong-chain" || state === "unknown") {
    return undefined;
  }
  return BigInt(head.number);
}

async function hashAt(
  transport: RpcTransport,
  height: bigint,
): Promise<string | undefined> {
  const block = await readHeader(transport, hexQuantity(height));
  // A node that answers with another block than the one asked for says nothing.
  if (block.ok && block.value.number === height) {
    return block.value.hash;
  }
  return undefined;
}
