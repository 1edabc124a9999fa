import { readJson } from "../read-json.ts";
import { readError } from "../read-source-file.ts";
import { readScript } from "../script/read-script.ts";
import type { ReadValue } from "../values.ts";
import {
  type ChainsOptions,
  chainsIn,
  type FoundChains,
  namedLists,
  withLists,
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
  const { listNames = ["chains"] } = options;
  const [list, ...others] =
    value.kind === "object" ? namedLists(value, listNames) : [];
  const exported = list?.value ?? otherExport(value, isModule);
  if (exported === undefined) {
    throw readError(file, `The file exports no chains. ${HOW_TO_EXPORT}.`);
  }
  const found = chainsIn(exported, file, options);
  return { ...withLists(found, others, file), code };
}

/** The default export, or else all of CommonJS. */
function otherExport(
  value: ReadValue,
  isModule: boolean,
): ReadValue | undefined {
  if (value.kind !== "object") {
    return value;
  }
  const isEmpty = isModule || value.members.size === 0;
  return value.members.get("default")?.value ?? (isEmpty ? undefined : value);
}
