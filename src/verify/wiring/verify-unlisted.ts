import { type Address, isAddress } from "../../base/address.ts";
import { describeReleases, identifyCode } from "../../contracts/releases.ts";
import type { BlockReader } from "../reading/reader.ts";
import { codeKey } from "../reading/readings.ts";
import type { FactVerification } from "../report.ts";
import { distinctAddresses, type VerificationTarget } from "../targets.ts";
import { wiringFacts } from "./facts.ts";

/** Of each list, since the whole code of a contract is read to name it. */
const MAX_NAMED = 16;

/**
 * Notes on the contracts that lists on chain have and the registry does not: neither is
 * wrong because of the other. Each is named by its release, if its code has one.
 */
export async function verifyUnlisted(
  reader: BlockReader,
  facts: readonly FactVerification[],
  targets: readonly VerificationTarget[],
): Promise<readonly string[]> {
  const known = new Set(distinctAddresses(targets).map(codeKey));
  const lists = wiringFacts(targets).flatMap((fact) =>
    fact.class === "policy" && fact.type !== undefined ? [fact.id] : [],
  );
  const listed = facts.filter(({ id }) => lists.includes(id));
  const notes = await Promise.all(
    listed.map(async ({ id, items = [] }) => {
      // Behind a template stands whether it is active.
      const unlisted = items
        .map((item) => item.split(",")[0])
        .filter(isAddress)
        .filter((address) => !known.has(codeKey(address)));
      const named = await Promise.all(
        unlisted
          .slice(0, MAX_NAMED)
          .map(async (one) => `${one} (${await nameOf(reader, one)})`),
      );
      const more = unlisted.length - named.length;
      return unlisted.length === 0
        ? []
        : [
            `${id} has contracts that are not in the registry: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
          ];
    }),
  );
  return notes.flat();
}

async function nameOf(reader: BlockReader, address: Address): Promise<string> {
  const reading = await reader.readCode(address);
  const release =
    reading.kind === "code" && reading.code !== undefined
      ? await identifyCode(reading.code)
      : undefined;
  return release === undefined
    ? "not recognised"
    : `${release.contract} ${describeReleases(release.versions)}`;
}
