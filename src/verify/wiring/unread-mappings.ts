import type { Hex } from "../../base/hex.ts";
import type { Offer, Variable } from "../../contracts/analysis/offer.ts";
import {
  functionName,
  isTransfer,
} from "../../contracts/analysis/signatures.ts";
import { ROLE_EVENTS } from "../../contracts/types/roles.ts";
import type { AnalysedCode } from "./offered-values.ts";

/** Functions that give roles which are read by their events. */
const GRANTS: ReadonlySet<Hex> = new Set<Hex>([
  "0x2f2ff15d", // grantRole(bytes32,address)
  "0x4e44d956", // configureMinter(address,uint256)
  "0x65fae35e", // rely(address)
]);
const TOPICS = [...ROLE_EVENTS.keys()].map((topic) => topic.slice(2));
const MAX_NAMED = 8;

/**
 * The mappings that others than transfers, approvals and permits write, and that nothing
 * lists, in words: `isMinter (addMinter)`; `undefined` if there are none.
 */
export function unreadMappings(
  { variables, functions }: Offer,
  codes: readonly AnalysedCode[],
): string | undefined {
  const hasEvents = codes.some(({ code }) =>
    TOPICS.some((topic) => code.includes(topic)),
  );
  const changing = new Set(variables.flatMap((one) => one.writers));
  const getters = functions
    .map(({ selector }) => selector)
    .filter((one) => !changing.has(one));
  const bySlot = Map.groupBy(
    variables.filter(({ type }) => type.startsWith("mapping")),
    ({ slot }) => slot,
  );
  const unread = [...bySlot.values()].flatMap((all) => {
    const writers = new Set(all.flatMap((one) => one.writers));
    const isRead =
      [...writers].some((one) => isTransfer(one)) ||
      (hasEvents && [...writers].some((one) => GRANTS.has(one)));
    const isWritten = functions.some(({ selector }) => writers.has(selector));
    return isWritten && !isRead ? [describe(all, [...writers], getters)] : [];
  });
  const more = unread.length - MAX_NAMED;
  const named = unread.slice(0, MAX_NAMED).join(", ");
  return named === ""
    ? undefined
    : `${named}${more > 0 ? ` and ${more} more` : ""}`;
}

function describe(
  variables: readonly Variable[],
  writers: readonly Hex[],
  getters: readonly Hex[],
): string {
  const getter = getters.find((one) =>
    variables.some(({ readers }) => readers.includes(one)),
  );
  const by = [...new Set(writers.map(functionName))].slice(0, 3).join(", ");
  const name = getter && functionName(getter);
  const slot = variables[0]?.slot;
  return `${name ?? `mapping at ${slot}`} (written by ${by})`;
}
