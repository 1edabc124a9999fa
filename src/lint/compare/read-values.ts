import { readScript } from "../../sources/script/read-script.ts";
import type { ReadValue } from "../../sources/script/values.ts";

export { readJson } from "../../sources/script/read-json.ts";

/**
 * The exports of a TypeScript module by name.
 *
 * @throws ReadError if it cannot be read.
 */
export async function readModule(
  text: string,
  file: string,
): Promise<ReadValue> {
  const { value } = await readScript(text, file, "module.mts");
  return value;
}
