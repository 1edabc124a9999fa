import type { HardhatPluginError } from "hardhat/plugins";

import { alphaError } from "../../errors.ts";
import { untrustedText } from "../../rpc/untrusted-text.ts";
import type { Place } from "./types.ts";

const MOST_OF_A_NAME = 300;
const MOST_OF_A_MESSAGE = 600;

/** A failure to read a file, with the place in it where one is known. */
export function readError(
  file: string,
  message: string,
  place?: Pick<Place, "line" | "column"> | undefined,
): HardhatPluginError {
  const at =
    place === undefined ? "" : `, line ${place.line}, column ${place.column}`;
  const text = untrustedText(message, { maxLength: MOST_OF_A_MESSAGE });
  return alphaError(`${shownFile(file)}${at}: ${text}`);
}

/** A file's name on one line. */
export function shownFile(file: string): string {
  return untrustedText(file, { maxLength: MOST_OF_A_NAME });
}
