import {
  hasValidChecksum,
  isAddress,
  toChecksum,
} from "../../config/checksum.ts";
import { alphaError } from "../../errors.ts";
import { untrustedText } from "../../rpc/secrets/untrusted-text.ts";
import type { VerificationTarget } from "../targets.ts";

/** A name and an address as a file gives them, and where. */
export interface ListedEntry {
  readonly name: unknown;
  readonly address: unknown;
  /** `line 3`, or `entry 3`. */
  readonly place: string;
}

const MOST_ENTRIES = 100_000;
/** Bad lines that are shown; of more than these only the number is told. */
const MOST_SHOWN = 20;
const MOST_NAME_LENGTH = 120;

/**
 * The entries of an address file as targets.
 *
 * @throws HardhatPluginError that lists the bad entries with their places.
 */
export async function listedTargets(
  entries: readonly ListedEntry[],
  file: string,
): Promise<readonly VerificationTarget[]> {
  if (entries.length === 0) {
    throw alphaError(`The address file ${file} lists no address.`);
  }
  if (entries.length > MOST_ENTRIES) {
    throw alphaError(
      `The address file ${file} lists ${entries.length} addresses, more than the ${MOST_ENTRIES} that are taken. Split it.`,
    );
  }
  const problems: string[] = [];
  const targets: VerificationTarget[] = [];
  for (const { name, address, place } of entries) {
    const problem = await problemOf(name, address);
    if (problem !== undefined) {
      problems.push(`  ${place}: ${problem}`);
    } else if (typeof name === "string" && isAddress(address)) {
      targets.push({
        kind: "list",
        key: untrustedText(name, { maxLength: MOST_NAME_LENGTH }),
        address: await toChecksum(address),
      });
    }
  }
  if (problems.length > 0) {
    const more = problems.length - MOST_SHOWN;
    throw alphaError(
      `The address file ${file} has ${problems.length} bad ${problems.length === 1 ? "line" : "lines"}; nothing was verified:\n${problems.slice(0, MOST_SHOWN).join("\n")}${more > 0 ? `\n  and ${more} more` : ""}`,
    );
  }
  return targets;
}

async function problemOf(
  name: unknown,
  address: unknown,
): Promise<string | undefined> {
  if (typeof name !== "string" || name.trim() === "") {
    return "expected a name";
  }
  if (!isAddress(address)) {
    const shown =
      typeof address === "string"
        ? `"${untrustedText(address, { maxLength: 60 })}"`
        : "nothing of the kind";
    return `expected an address (0x and 40 hexadecimal digits), got ${shown}`;
  }
  return (await hasValidChecksum(address))
    ? undefined
    : `the address ${address} has a bad checksum (EIP-55): a digit may be wrong`;
}
