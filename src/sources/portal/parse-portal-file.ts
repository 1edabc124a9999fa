import { readJson } from "../read-json.ts";
import { readError } from "../read-source-file.ts";
import { readScript } from "../script/read-script.ts";
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
  if (value.kind !== "object") {
    return { ...chainsIn(value, file, options), code };
  }
  const { listNames = ["chains"] } = options;
  const lists = namedLists(value, listNames);
  const isEmpty = isModule || value.members.size === 0;
  // A known name, or else the default export, or else all of CommonJS.
  const [list, ...others] =
    lists.length > 0 ? lists : namedLists(value, ["default"]);
  if (list === undefined && isEmpty) {
    throw readError(file, `The file exports no chains. ${HOW_TO_EXPORT}.`);
  }
  if (list === undefined) {
    return { ...chainsIn(value, file, options), code };
  }
  const found = chainsIn(list.value, file, options);
  return { ...withLists(found, value, [list, ...others]), code };
}
