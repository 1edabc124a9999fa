import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { BlockReader } from "../reading/reader.ts";
import { codeKey, type ProbedChunk } from "../reading/readings.ts";
import { isReleased } from "./follow-proxies.ts";
import { judgeProbed } from "./judge-codes.ts";
import { probeEarly } from "./probe-codes.ts";
import {
  type Hop,
  hasCloneSize,
  MAX_CHECKED,
  MAX_READ_OFTEN,
  readUpgradable,
} from "./read-proxies.ts";

/** What was read of some contracts while the codes of others were still read. */
export interface StartedProxies {
  /** Further probes of them. */
  readonly again: readonly ProbedChunk[];
  /** What their storage says, each by its key among readings. */
  readonly slots: ReadonlyMap<string, Decoded<Hop | undefined>>;
}

export const NO_PROXIES: StartedProxies = { again: [], slots: new Map() };

/**
 * Reads what the look at proxies will need of the first contracts of a long list, as
 * soon as a probe has shown them. It only guesses which these are: what turns out to
 * be needed of others is read then.
 */
export async function startProxies(
  reader: BlockReader,
  addresses: readonly Hex[],
  chunk: ProbedChunk,
): Promise<StartedProxies> {
  const readings = judgeProbed([chunk], reader);
  const first = addresses
    .filter((address) => {
      const reading = readings.get(codeKey(address));
      return (
        reading?.kind === "code" &&
        !isReleased(reading) &&
        !hasCloneSize(reading)
      );
    })
    .slice(0, MAX_CHECKED);
  if (first.length <= MAX_READ_OFTEN) {
    return NO_PROXIES;
  }
  const [again, slots] = await Promise.all([
    probeEarly(reader, first),
    readUpgradable(reader, first),
  ]);
  return {
    again,
    slots: new Map(
      first.flatMap((address, index) => {
        const slot = slots[index];
        return slot === undefined ? [] : [[codeKey(address), slot] as const];
      }),
    ),
  };
}
