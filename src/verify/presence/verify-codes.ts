import type { Hex } from "../../base/hex.ts";
import { READS } from "../../connect/confirm.ts";
import { identifyCode } from "../../contracts/releases.ts";
import { readAgreed } from "../asking/agreement.ts";
import type { BlockReader } from "../asking/reader.ts";
import type { ProbedCodes } from "../asking/state-reader.ts";
import { isReleased, MAX_CHECKED } from "../follow/follow-code.ts";
import { mayRunOtherCode } from "../follow/runs-other-code.ts";
import {
  addressOf,
  type CodeReading,
  type CodeReadings,
  codeKey,
  NOT_READ,
} from "../questions/readings.ts";
import {
  judgeAbsence,
  needsItsCode,
  SAME_CODE,
  smallestContract,
  withEarlyCodes,
  withShortCodes,
} from "./judge-codes.ts";

/** Codes that were read before the block was known, as of a block at its time. */
export interface EarlyCodes {
  readonly probes: readonly ProbedCodes[];
  /** No proof by themselves, since they do not tell their block. */
  readonly codes: CodeReadings;
}

const NOTHING: EarlyCodes = { probes: [], codes: new Map() };

/** Codes after the first read; `settle` re-reads what needs confirmation. */
export interface StartedCodes {
  /** What is there, in the addresses' order. */
  readonly first: CodeReadings;
  /** The keys of those that may be proxies: no release has their code. */
  readonly possibleProxies: readonly string[];
  /** Whether the endpoint ran the bulk probe for all of them. */
  readonly isProbed: boolean;
  /**
   * Reads absences and codes of no release again, and returns all readings.
   *
   * @param known codes of which one shows that the endpoint has any; by default these
   */
  settle(known?: CodeReadings): Promise<CodeReadings>;
}

/**
 * The code at each address at one block. One valid read proves the code of a release. No
 * code was read in two different ways, while random addresses are empty, and a contract
 * that is known has code. Anything else is unknown, with the reason.
 *
 * It has two steps, so that more can be asked of the contracts that are there while the
 * rest is read again.
 */
export async function startCodes(
  reader: BlockReader,
  addresses: readonly Hex[],
  early: EarlyCodes = NOTHING,
): Promise<StartedCodes> {
  const { readings, probed } = await reader.readCodes(addresses, early.probes);
  const known = withEarlyCodes(readings, early.codes);
  const short = addresses.filter((address) =>
    needsItsCode(known.get(codeKey(address))),
  );
  const texts = Array.from({ length: READS - 1 }, () =>
    reader.readTexts(short),
  );
  const found = withShortCodes(known, await Promise.all(texts));
  const keys = addresses.map(codeKey);
  const all = new Map(keys.map((key) => [key, found.get(key) ?? NOT_READ]));
  const unreleased = await possibleProxies(all);
  return {
    possibleProxies: unreleased,
    first: new Map([...all].filter(([, { kind }]) => kind !== "none")),
    isProbed: keys.every((key) => probed.has(key)),
    settle: async (others = all) => {
      const witness = smallestContract(others);
      const absent = keys.filter((key) => all.get(key)?.kind === "none");
      const [evidence, agreed] = await Promise.all([
        reader.readAbsences(absent.map(addressOf), witness),
        readAgreedCodes(reader, unreleased.slice(0, MAX_CHECKED), all),
      ]);
      const absences = absent.map(
        (key) => [key, judgeAbsence(probed.has(key), evidence)] as const,
      );
      return new Map([...all, ...agreed, ...absences]);
    },
  };
}

/** The contracts that may run the code of another one, as far as their code tells. */
async function possibleProxies(
  codes: CodeReadings,
): Promise<readonly string[]> {
  const proxies: string[] = [];
  for (const [key, reading] of codes) {
    if (await mayBeProxy(reading)) {
      proxies.push(key);
    }
  }
  return proxies;
}

/** Whether code is of no release, and may run the code of another contract. */
export async function mayBeProxy(reading: CodeReading): Promise<boolean> {
  return (
    reading.kind === "code" &&
    !isReleased(reading) &&
    (reading.code === undefined ||
      (mayRunOtherCode(reading.code) &&
        (await identifyCode(reading.code)) === undefined))
  );
}

/** The codes of no release, as far as further reads of them agree. */
async function readAgreedCodes(
  reader: BlockReader,
  keys: readonly string[],
  first: CodeReadings,
): Promise<CodeReadings> {
  const of = (codes: CodeReadings) =>
    keys.map((key) => codes.get(key) ?? NOT_READ);
  const read = async () =>
    of((await reader.readCodes(keys.map(addressOf))).readings);
  const agreed = await readAgreed(read, SAME_CODE, of(first));
  return new Map(keys.map((key, index) => [key, agreed[index] ?? NOT_READ]));
}
