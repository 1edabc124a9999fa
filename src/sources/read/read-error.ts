import { HardhatPluginError } from "hardhat/plugins";

import { PLUGIN_ID } from "../../constants.ts";
import { untrustedText } from "../../rpc/secrets/untrusted-text.ts";

const MOST_OF_A_NAME = 300;
const MOST_OF_A_MESSAGE = 600;

/** Where reading a file failed: from 1; no column where only the line is known. */
export interface ReadErrorPlace {
  readonly line: number;
  readonly column?: number;
}

/** A failure to read a file; its message has the file and the place in it. */
export class ReadError extends HardhatPluginError {
  /** What failed, without file and place. */
  readonly detail: string;
  readonly place: ReadErrorPlace | undefined;
  /** Whether the text is proven to be none of its language. */
  readonly isSyntax: boolean;

  constructor(
    file: string,
    detail: string,
    place: ReadErrorPlace | undefined,
    isSyntax: boolean,
  ) {
    super(PLUGIN_ID, `${shownFile(file)}${shownPlace(place)}: ${detail}`);
    this.detail = detail;
    this.place = place;
    this.isSyntax = isSyntax;
  }
}

/** A failure to read a file, with the place in it where one is known. */
export function readError(
  file: string,
  message: string,
  place?: ReadErrorPlace | undefined,
  { isSyntax = false }: { readonly isSyntax?: boolean } = {},
): ReadError {
  const detail = untrustedText(message, { maxLength: MOST_OF_A_MESSAGE });
  return new ReadError(file, detail, place, isSyntax);
}

/** A file's name on one line. */
export function shownFile(file: string): string {
  return untrustedText(file, { maxLength: MOST_OF_A_NAME });
}

function shownPlace(place: ReadErrorPlace | undefined): string {
  if (place === undefined) {
    return "";
  }
  const { line, column } = place;
  return `, line ${line}${column === undefined ? "" : `, column ${column}`}`;
}
