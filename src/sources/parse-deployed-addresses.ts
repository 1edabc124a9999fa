import { readError } from "./read-source-file.ts";
import { parsePlacedJson } from "./script/placed-json.ts";
import type { ReadMember } from "./script/values.ts";

/**
 * Ignition's `deployed_addresses.json`: addresses by future id, such as
 * `Marketplace#FactoryRouter`.
 *
 * @throws HardhatPluginError with the line of a syntax error, or the place of
 * what is no object, or of an id that is there twice.
 */
export function parseDeployedAddresses(
  text: string,
  file: string,
): ReadonlyMap<string, ReadMember> {
  const root = parsePlacedJson(text, file);
  if (root.kind !== "object") {
    throw readError(
      file,
      "Expected an object of addresses by future id.",
      root.place,
    );
  }
  const [repeated] = root.duplicates;
  if (repeated !== undefined) {
    throw readError(
      file,
      `The future id ${JSON.stringify(repeated.name)} is there twice. Keep one.`,
      repeated.key,
    );
  }
  return root.members;
}
