import type { Hex } from "../../base/hex.ts";
import { HARDFORKS, type Hardfork } from "../../networks/hardforks.ts";

/** The instructions that were added since the oldest of {@link HARDFORKS}. */
const ADDED: ReadonlyMap<number, readonly [name: string, since: Hardfork]> =
  new Map([
    [0x1e, ["CLZ", "osaka"]],
    [0x48, ["BASEFEE", "london"]],
    [0x49, ["BLOBHASH", "cancun"]],
    [0x4a, ["BLOBBASEFEE", "cancun"]],
    [0x5c, ["TLOAD", "cancun"]],
    [0x5d, ["TSTORE", "cancun"]],
    [0x5e, ["MCOPY", "cancun"]],
    [0x5f, ["PUSH0", "shanghai"]],
  ]);

const JUMPDEST = 0x5b;
const PUSH1 = 0x60;
const PUSH32 = 0x7f;
const INVALID = 0xfe;
/** STOP, JUMP, RETURN, REVERT and SELFDESTRUCT: what follows is not run. */
const ENDS: ReadonlySet<number> = new Set([0x00, 0x56, 0xf3, 0xfd, 0xff]);

/** The instructions of a contract that an EVM version does not have. */
export interface NewerOpcodes {
  readonly names: ReadonlySet<string>;
  /** The first hardfork that has them all. */
  readonly needed: Hardfork;
  /** The code that was walked: the contract without its metadata and arguments. */
  readonly code: Hex;
}

/**
 * The instructions in the initcode of a contract that a hardfork does not have;
 * `undefined` if none was found. solc ends the constructor and the code of the contract
 * with INVALID, and puts data behind it, which may contain any bytes: only the two are
 * walked, and what no JUMPDEST leads to is skipped.
 */
export function newerOpcodes(
  initcode: Hex,
  hardfork: Hardfork,
): NewerOpcodes | undefined {
  const bytes = Buffer.from(initcode.slice(2), "hex");
  const names = new Set<string>();
  let needed = HARDFORKS.indexOf(hardfork);
  let isReached = true;
  let ends = 0;
  let at = 0;
  for (; at < bytes.length && ends < 2; at += 1) {
    const byte = bytes[at] ?? INVALID;
    isReached ||= byte === JUMPDEST;
    const [name = "", since = hardfork] = (isReached && ADDED.get(byte)) || [];
    const rank = HARDFORKS.indexOf(since);
    if (rank > HARDFORKS.indexOf(hardfork)) {
      names.add(name);
      needed = Math.max(needed, rank);
    }
    if (byte === INVALID) {
      ends += 1;
      isReached = true;
    } else if (ENDS.has(byte)) {
      isReached = false;
    } else if (byte >= PUSH1 && byte <= PUSH32) {
      at += byte - PUSH1 + 1;
    }
  }
  return names.size === 0
    ? undefined
    : {
        names,
        needed: HARDFORKS[needed] ?? hardfork,
        code: `0x${bytes.toString("hex", 0, at)}`,
      };
}
