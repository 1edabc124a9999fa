import type { VerifyLevel } from "../../../src/verify/report.ts";
import type { Arrival, Behaviour } from "../faulty-server.ts";
import type { SeededRandom } from "../seeded-random.ts";
import type { ProfileChain } from "./profile-chain.ts";

/** What is verified of a node; `lock` is `wiring`, compared with a lock file. */
export type ProfileLevel = VerifyLevel | "lock";

/** An ordinary node or gateway, named after the product that it imitates. */
export interface NodeProfile {
  readonly family: string;
  readonly name: string;
  /** Where its behaviour is described. */
  readonly source: string;
  /** The node for one run, of a chain that is the same for all of them. */
  start(chain: ProfileChain, random: SeededRandom): ProfileNode;
  /** The network's `timeout` in ms. Default: Hardhat's, 20 s. */
  readonly timeoutMs?: number;
  /** Whether the network pins the hash of block 0. */
  readonly pinsGenesis?: boolean;
  /** Why nobody could know whether all is right, by what is asked. */
  readonly unknowable?: Partial<Record<ProfileLevel | "status", string>>;
  /** Why nobody could know in that time that something is missing. */
  readonly unprovable?: string;
}

/** How a node answers. */
export interface ProfileNode {
  ask(
    method: string,
    params: readonly unknown[],
    arrival: Arrival,
  ): Promise<unknown>;
  /** What happens to answers on their way. Default: nothing. */
  readonly behaviour?: Behaviour;
}
