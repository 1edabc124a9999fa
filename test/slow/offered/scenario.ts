import { getAddress } from "viem";

import type { Address } from "../../../src/base/address.ts";
import type { Happening, Place } from "./world.ts";

/** A contract behind the registry, with what may happen to it. */
export interface Scenario {
  readonly title: string;
  readonly place: Place;
  /** The name in the world, the contract, and the arguments of its constructor. */
  readonly contracts: readonly (readonly [string, string, ...unknown[]])[];
  /** What else there is before the lock is written. */
  readonly given?: Happening;
  /** What has happened in the blocks before the lock is written. */
  readonly lately?: Happening;
  /** What a line says from the beginning that is not read. */
  readonly unread?: string;
  /** Changes of somebody's power, by their names. */
  readonly changes: Readonly<Record<string, Happening>>;
  /** What happens without anybody's power being another one. */
  readonly calm?: Readonly<Record<string, Happening>>;
}

export const STRANGER: Address = getAddress(
  "0x0bad00000000000000000000000000000badbad1",
);
export const OTHER: Address = getAddress(
  "0x0bad00000000000000000000000000000badbad2",
);

/** A scenario of one contract. */
export function one(
  title: string,
  place: Place,
  contract: string,
  changes: Scenario["changes"],
  calm: NonNullable<Scenario["calm"]> = {},
): Scenario {
  return { title, place, contracts: [["subject", contract]], changes, calm };
}
