import { readJson } from "../read-json.ts";
import { readError } from "../read-source-file.ts";
import { readScript } from "../script/read-script.ts";
import type { ReadValue } from "../values.ts";
import {
  type ChainsOptions,
  chainsIn,
  type FoundChains,
  overriddenBy,
} from "./chains-in.ts";

const HOW_TO_EXPORT =
  "Expected module.exports = { chains }, export const chains or export default chains";

/** The chains of a portal's file. */
export interface PortalFile extends FoundChains {
  /** The text, with a space for each comment. */
  readonly code: string;
}

/**
 * Reads a portal's `chains.config.js`, `.cjs`, `.mjs`, `.ts` or `.json`: a list of chains, an
 * object with such a list under `chains`, an object of chains by name, or one chain.
 *
 * @throws ReadError with the place of what cannot be read.
 */
export async function parsePortalFile(
  text: string,
  file: string,
  options: ChainsOptions = {},
): Promise<PortalFile> {
  if (/\.json$/i.test(file)) {
    return { ...chainsIn(readJson(text, file), file, options), code: text };
  }
  if (!/\.[cm]?[jt]s$/i.test(file)) {
    throw readError(
      file,
      "Expected a .js, .cjs, .mjs, .ts or .json file. Compile any other script to JavaScript, and pass the result.",
    );
  }
  const { value, isModule, code } = await readScript(text, file);
  const exported = exportedChains(value, isModule, options);
  if (exported === undefined) {
    throw readError(file, `The file exports no chains. ${HOW_TO_EXPORT}.`);
  }
  const found = chainsIn(exported, file, options);
  const duplicates = overriddenBy(exported, value).concat(found.duplicates);
  return { ...found, duplicates, code };
}

/** The exports with a known name, or else the default one, or else all of CommonJS. */
function exportedChains(
  value: ReadValue,
  isModule: boolean,
  { listNames = ["chains"] }: ChainsOptions,
): ReadValue | undefined {
  if (value.kind !== "object") {
    return value;
  }
  const named = [...listNames, "default"]
    .map((name) => value.members.get(name)?.value)
    .find((found) => found !== undefined);
  const isEmpty = isModule || value.members.size === 0;
  return named ?? (isEmpty ? undefined : value);
}
