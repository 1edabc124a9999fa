import type {
  NetworkDefinition,
  NetworkValues,
} from "../networks/definition.ts";

import { isRecord } from "./narrow.ts";

/**
 * What the user gives for one of a network's own values: directly, or in the
 * portal field that repeats it. A chain id given alone is the network id too.
 */
export function givenValue(
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  key: keyof NetworkValues,
): unknown {
  if (user[key] !== undefined) {
    return user[key];
  }
  const field = Object.entries(definition.portal).find(
    ([, candidate]) => "from" in candidate && candidate.from === key,
  )?.[0];
  const portal = user["portal"];
  const repeated =
    field !== undefined && isRecord(portal) ? portal[field] : undefined;
  if (repeated === undefined && key === "networkId") {
    return givenValue(user, definition, "chainId");
  }
  return repeated;
}
