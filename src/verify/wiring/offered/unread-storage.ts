import { toFunctionSelector } from "viem/utils";
import type { Hex } from "../../../base/hex.ts";
import type { Offer, Variable } from "../../../contracts/analysis/offer.ts";
import {
  functionName,
  isTransfer,
  isUse,
} from "../../../contracts/analysis/signatures.ts";
import type { PermissionKind } from "../../../contracts/permission-kinds.ts";
import { ROLE_EVENTS } from "../../../contracts/types/roles.ts";
import { encodeCall } from "../../follow/codec.ts";
import {
  type AnalysedCode,
  type Candidate,
  isSame,
} from "./analysed-contract.ts";
import { isReadByName } from "./stored-variables.ts";

/** Functions that give roles which are read by their events. */
const GRANTS: ReadonlySet<Hex> = new Set<Hex>([
  "0x2f2ff15d", // grantRole(bytes32,address)
  "0x4e44d956", // configureMinter(address,uint256)
  "0x65fae35e", // rely(address)
]);
const TOPICS = [...ROLE_EVENTS.keys()].map((topic) => topic.slice(2));
const MAX_NAMED = 8;

/**
 * The storage that is written and not read, in words: `isMinter (written by addMinter)`;
 * empty if there is none. Mappings count that others than transfers, approvals and
 * permits write, and that nothing lists, and further variables that functions with
 * arguments write.
 *
 * @param found the values that are read
 * @param named the selectors of views that are asked by name
 * @param kinds what the contract keeps in mappings that are read
 */
export function unreadStorage(
  offer: Offer,
  codes: readonly AnalysedCode[],
  found: readonly Candidate[],
  named: ReadonlySet<string>,
  kinds: readonly PermissionKind[],
): string {
  const { variables, functions } = offer;
  const listing = new Set(
    kinds
      .filter(({ hasMore }) => hasMore !== true)
      .flatMap(({ views, lists = [] }) => [...views, ...lists])
      .map((view) => encodeCall(view)),
  );
  const told = new Set(
    kinds.flatMap(({ said }) => said?.writers.map(toFunctionSelector) ?? []),
  );
  const hasEvents = codes.some(({ code }) =>
    TOPICS.some((topic) => code.includes(topic)),
  );
  const changing = new Set(variables.flatMap((one) => one.writers));
  const getters = functions
    .map(({ selector }) => selector)
    .filter((one) => !changing.has(one));
  const setting = new Set(
    functions
      .filter(({ takes, selector }) => takes.length > 0 && !isUse(selector))
      .map(({ selector }) => selector),
  );
  const isListed = (all: readonly Variable[]) =>
    all.some(({ readers }) => readers.some((one) => listing.has(one)));
  const isMappingRead = (writers: readonly Hex[]) =>
    writers.some((one) => isTransfer(one)) ||
    (hasEvents && writers.some((one) => GRANTS.has(one)));
  const isVariableRead = (one: Variable) =>
    isReadByName(one, named, offer) ||
    found.some((value) => value.variables.some((of) => isSame(of, one)));
  const groups = Map.groupBy(
    variables,
    ({ slot, offset, kind }) => `${kind === "mapping"} ${slot} ${offset}`,
  );
  const unread: string[] = [];
  for (const [first, ...others] of groups.values()) {
    const all = first === undefined ? [] : [first, ...others];
    const writers = [...new Set(all.flatMap((one) => one.writers))];
    if (isListed(all) || writers.every((one) => told.has(one))) {
      continue;
    }
    if (first?.kind === "mapping") {
      const isWritten = functions.some(({ selector }) =>
        writers.includes(selector),
      );
      if (isWritten && !isMappingRead(writers)) {
        unread.push(describe(all, writers, getters));
      }
    } else if (
      writers.some((one) => setting.has(one)) &&
      !writers.some((one) => isUse(one)) &&
      !all.some(isVariableRead)
    ) {
      unread.push(describe(all, writers, getters));
    }
  }
  const more = unread.length - MAX_NAMED;
  const text = unread.slice(0, MAX_NAMED).join(", ");
  return more > 0 ? `${text} and ${more} more` : text;
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
  const [first] = variables;
  const what = first?.kind === "mapping" ? "mapping at" : "slot";
  const name = getter ? functionName(getter) : `${what} ${first?.slot}`;
  return `${name} (written by ${by})`;
}
