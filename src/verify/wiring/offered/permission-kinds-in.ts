import {
  eventsOf,
  PERMISSION_KINDS,
  type PermissionKind,
} from "../../../contracts/permission-kinds.ts";
import { encodeCall, selectorIn } from "../../follow/codec.ts";
import type { AnalysedCode } from "./analysed-contract.ts";

interface Marks {
  readonly kind: PermissionKind;
  readonly topics: readonly string[];
  readonly selectors: readonly string[];
}

let known: readonly Marks[] | undefined;

/** The kinds of contracts, with what their code has at least. It takes a while. */
function marks(): readonly Marks[] {
  known ??= PERMISSION_KINDS.map((kind) => ({
    kind,
    topics: [...eventsOf(kind.id).keys()].map((topic) => topic.slice(2)),
    selectors: kind.views.map((view) => selectorIn(encodeCall(view))),
  }));
  return known;
}

/** The kinds of which a contract may be, by the events and views in its codes. */
export function permissionKindsIn(
  codes: readonly AnalysedCode[],
): readonly PermissionKind[] {
  if (codes.length === 0) {
    return [];
  }
  const isIn = (digits: string) =>
    codes.some(({ code }) => code.includes(digits));
  return marks()
    .filter(
      ({ topics, selectors }) =>
        (selectors.length === 0 || selectors.some(isIn)) &&
        (topics.length === 0 || topics.some(isIn)),
    )
    .map(({ kind }) => kind);
}
