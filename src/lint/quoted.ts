import { endpointOrigin } from "../rpc/secrets/endpoint-origin.ts";
import { untrustedText } from "../rpc/secrets/untrusted-text.ts";

const MOST_LENGTH = 60;
const URL_TEXT = /[a-z][a-z\d+.-]*:\/\/\S+/gi;

/** A name of a file, in quotes, printable and short; of URLs their origin. */
export function quoted(text: string): string {
  const shown = text.slice(0, 1_000).replace(URL_TEXT, endpointOrigin);
  return JSON.stringify(untrustedText(shown, { maxLength: MOST_LENGTH }));
}
