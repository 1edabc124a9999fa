import { readError } from "./read-source-file.ts";
import { readJsonObject } from "./script/read-json.ts";
import type { ReadMember } from "./script/values.ts";

/**
 * Ignition's `deployed_addresses.json`: addresses by future id, such as
 * `Marketplace#FactoryRouter`.
 *
 * @throws HardhatPluginError with the place, if the text is not a JSON object, or
 * if a future id is repeated.
 */
export function parseDeployedAddresses(
  text: string,
  file: string,
): ReadonlyMap<string, ReadMember> {
  const root = readJsonObject(text, file, "addresses by future id");
  const [repeated] = root.duplicates;
  if (repeated !== undefined) {
    throw readError(
      file,
      `The future id ${JSON.stringify(repeated.name)} is repeated. Remove one.`,
      repeated.key,
    );
  }
  return root.members;
}
