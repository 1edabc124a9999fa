import { untrustedText } from "../rpc/secrets/untrusted-text.ts";

const MOST_LENGTH = 60;

/** What a service calls itself, as far as it does. */
export interface Software {
  readonly software?: string;
  readonly version?: string;
}

/** The `software` and `version` of a service's description, printable. */
export function softwareOf(
  description: Readonly<Record<string, unknown>>,
): Software {
  const software = textOf(description["software"]);
  const version = textOf(description["version"]);
  return {
    ...(software === undefined ? {} : { software }),
    ...(version === undefined ? {} : { version }),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string"
    ? untrustedText(value, { maxLength: MOST_LENGTH }) || undefined
    : undefined;
}
