import {
  eventsOf,
  PERMISSION_KINDS,
  type PermissionKind,
} from "../../../contracts/permission-kinds.ts";
import { encodeCall, selectorIn } from "../../follow/codec.ts";
import type { AnalysedCode } from "./analysed-contract.ts";

/** The kinds of contracts, with what their code has at least. */
const MARKS = PERMISSION_KINDS.map((kind) => ({
  kind,
  topics: [...eventsOf(kind.id).keys()].map((topic) => topic.slice(2)),
  selectors: kind.views.map((view) => selectorIn(encodeCall(view))),
}));

/** The kinds of which a contract may be, by the events and views in its codes. */
export function permissionKindsIn(
  codes: readonly AnalysedCode[],
): readonly PermissionKind[] {
  const isIn = (digits: string) =>
    codes.some(({ code }) => code.includes(digits));
  return MARKS.filter(
    ({ topics, selectors }) =>
      (selectors.length === 0 || selectors.some(isIn)) &&
      (topics.length === 0 || topics.some(isIn)),
  ).map(({ kind }) => kind);
}
