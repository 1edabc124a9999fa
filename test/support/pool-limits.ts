import type { PoolCase } from "./pool-cases.ts";

/** Endpoints on which a wrong verdict cannot be avoided, and why. */
interface PoolLimit {
  readonly why: string;
  readonly applies: (one: PoolCase) => boolean;
}

const CODE = "eth_getCode";
const CALL = "eth_call";
const BLOCK = "eth_getBlockByNumber";

/**
 * In each of these, one backend answers for a method every time, whatever connection
 * and moment a request has, so that no repetition shows the other one. Where the bulk
 * programs run, they tell the chain, its block and its codes in one answer: then only
 * a backend that has lost part of a state that it claims to have remains.
 */
const LIMITS: readonly PoolLimit[] = [
  {
    why: "every answer about code comes from a backend that knows the block and has lost a contract, as if it were not there",
    applies: (one) =>
      one.foreign === "a state without a contract" &&
      isForeign(one, CODE) &&
      (isForeign(one, CALL) || !one.runsPrograms),
  },
  {
    why: "every code comes from another chain, whose backend takes no block's hash and runs no program: nothing it says tells its chain",
    applies: (one) =>
      isOtherChain(one) &&
      isForeign(one, CODE) &&
      !isForeign(one, BLOCK) &&
      one.hashes !== "both",
  },
  {
    why: "every chain id is another chain's, and no program runs that tells the chain id in another way",
    applies: (one) =>
      isOtherChain(one) &&
      one.foreign === "another chain" &&
      isForeign(one, "eth_chainId") &&
      // Else the outcome is the same one by chance.
      one.own.name === "whole",
  },
  {
    why: "every block and every code is another chain's, only the chain id is right, and no program runs that tells it in another way",
    applies: (one) =>
      isOtherChain(one) &&
      one.foreign === "another chain" &&
      isForeign(one, CODE) &&
      isForeign(one, BLOCK),
  },
  {
    why: "every block comes from another chain with the same id, all else does not, takes no block's hash, and runs no program",
    applies: (one) =>
      isOtherChain(one) &&
      one.foreign === "another chain with the same id" &&
      isForeign(one, BLOCK) &&
      !isForeign(one, CODE) &&
      one.hashes === "none",
  },
];

/** Why no client could know; `undefined` where one could. */
export function whyUnknowable(one: PoolCase): string | undefined {
  return LIMITS.find(({ applies }) => applies(one))?.why;
}

/** Whether a backend of another chain is there, and no program tells the chain. */
function isOtherChain({ foreign, runsPrograms }: PoolCase): boolean {
  return foreign.startsWith("another chain") && !runsPrograms;
}

/** Whether the second backend answers each request of a method. */
function isForeign({ foreignMethods }: PoolCase, method: string): boolean {
  return foreignMethods.includes(method);
}
