import type { Random } from "../base/random.ts";
import type { Decoded } from "../base/records.ts";
import type { RpcTransport } from "../rpc/types.ts";

/** How many readings begin at about the same time. */
const WAVES = [3, 3];
const MAX_PAUSE_MS = 50;

/**
 * Reads something six more times, so that a single odd answer, or one of several
 * backends, decides nothing. Each reading has new connections where the transport can
 * open some, and begins after a random pause, so that no order in which
 * backends take turns fits the readings. The time limit of the transport bounds it:
 * after that, readings fail.
 */
export async function readAgain<T>(
  transport: Pick<RpcTransport, "renew">,
  read: () => Promise<T>,
  random: Random = Math.random,
): Promise<readonly T[]> {
  const readings: T[] = [];
  for (const count of WAVES) {
    const wave = Array.from({ length: count }, async () => {
      await new Promise((resume) =>
        setTimeout(resume, random() * MAX_PAUSE_MS),
      );
      transport.renew?.();
      return await read();
    });
    readings.push(...(await Promise.all(wave)));
  }
  return readings;
}

/** Why later readings do not confirm what a first one says. */
export interface Unconfirmed {
  /** `disputed` if one says something else, `unread` if one says nothing. */
  readonly kind: "disputed" | "unread";
  /** What it says, or why it says nothing. */
  readonly by: string;
}

/**
 * Why later readings do not confirm what a first one says; `undefined` if all of them
 * say the same.
 */
export function whyUnconfirmed(
  first: string,
  later: readonly Decoded<string>[],
): Unconfirmed | undefined {
  const other = later.find((said) => said.ok && said.value !== first);
  if (other?.ok === true) {
    return { kind: "disputed", by: other.value };
  }
  const unread = later.find((said) => !said.ok);
  return unread?.ok === false
    ? { kind: "unread", by: unread.reason }
    : undefined;
}
