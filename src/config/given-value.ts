import type {
  NetworkDefinition,
  NetworkValues,
} from "../networks/definition.ts";

import { recordOf } from "./narrow.ts";
import { valueAt } from "./value-at.ts";

/** A value that the user gives, and its path below the network's config. */
export interface GivenValue {
  readonly value: unknown;
  readonly path: string;
}

/**
 * What the user gives for one of a network's own values: directly, or in the
 * portal field that repeats it. A chain id given alone is the network id too.
 */
export function givenValue(
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  key: keyof NetworkValues,
): GivenValue | undefined {
  if (user[key] !== undefined) {
    return { value: user[key], path: key };
  }
  const field = Object.entries(definition.portal).find(
    ([, candidate]) => "from" in candidate && candidate.from === key,
  )?.[0];
  const repeated =
    field === undefined ? undefined : recordOf(user["portal"])[field];
  if (repeated !== undefined) {
    return { value: repeated, path: `portal.${field}` };
  }
  return key === "networkId"
    ? givenValue(user, definition, "chainId")
    : undefined;
}

/**
 * Whether the user gives the value at a path, or a portal field that repeats a
 * network's own value there.
 */
export function isGiven(
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  path: string,
): boolean {
  const portal = recordOf(user["portal"]);
  return (
    valueAt(user, path.split(".")) !== undefined ||
    Object.entries(definition.portal).some(
      ([field, rule]) =>
        "from" in rule && rule.from === path && portal[field] !== undefined,
    )
  );
}
