import type { Address } from "../../../base/address.ts";
import type {
  PrivilegedValue,
  PrivilegedValues,
} from "../../../contracts/contract-type.ts";
import {
  SAFE_1_0_0_POWERS,
  SAFE_POWERS,
} from "../../../contracts/types/safe.ts";
import { decodeResult, encodeCall } from "../../follow/codec.ts";
import { addressesIn } from "../../follow/decode-answers.ts";
import type { Answers } from "../../questions/answers.ts";
import type { AnalysedCode } from "./analysed-contract.ts";
import { offeredValue } from "./offered-values.ts";
import { permissionKindsIn } from "./permission-kinds-in.ts";

/** The values that list the modules of a Safe. */
const LISTS = [SAFE_POWERS["modules"], SAFE_1_0_0_POWERS["allModules"]];

/**
 * What the modules of a Safe keep for it, as far as they were read.
 *
 * @param codesAt the code of a module that is analysed
 */
export function keptByModules(
  of: Address,
  answers: Answers,
  codesAt: (module: Address) => readonly AnalysedCode[],
): PrivilegedValues {
  const values: Record<string, PrivilegedValue> = {};
  for (const module of LISTS.flatMap((list) => listedIn(list, of, answers))) {
    for (const { id: permissions, lists } of permissionKindsIn(
      codesAt(module),
    )) {
      if (lists !== undefined) {
        const id = `${permissions}[${module}]`;
        values[id] = offeredValue(id, { permissions, module });
      }
    }
  }
  return values;
}

function listedIn(
  list: PrivilegedValue | undefined,
  to: Address,
  answers: Answers,
): readonly Address[] {
  const { source } = list ?? {};
  if (source === undefined || !("view" in source)) {
    return [];
  }
  const data = encodeCall(source.view, source.args);
  const read = answers.known({ kind: "call", call: { to, data } });
  if (read?.kind !== "returned") {
    return [];
  }
  return addressesIn(decodeResult(source.view, read.data));
}
