import type { AbiParameter } from "viem";
import { isZeroAddress } from "../../base/address.ts";
import { isZeroHex } from "../../base/hex.ts";
import type { Named } from "../questions/question.ts";
import { anyValue } from "../values/any-value.ts";
import type { Item, Scalar, Value } from "../values/value.ts";

/** Values by the names of parameters. */
export type Fields = Readonly<Record<string, Value>>;

export function fieldsOf(item: Item): Fields {
  return item.kind === "record" ? item.fields : {};
}

/** Values by the names of their parameters, but for those that do not count. */
export function namedAs(
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
): Fields {
  const named = parameters.map(
    ({ name = "" }, place) => [name, values[place]] as const,
  );
  return valuesIn(Object.fromEntries(named));
}

/** Parameters that do not count have a name with an underscore. */
export function isLeftOut(name: string): boolean {
  return name.at(0) === "_";
}

export function valuesIn(named: Named): Fields {
  const values = Object.entries(named)
    .filter(([name]) => !isLeftOut(name))
    .map(([name, one]) => [name, anyValue(one)] as const);
  return Object.fromEntries(values);
}

export function scalarsIn(
  fields: Fields,
): readonly (readonly [string, Scalar])[] {
  return Object.entries(fields).flatMap(([name, one]) =>
    isScalar(one) ? [[name, one] as const] : [],
  );
}

function isScalar(value: Value): value is Scalar {
  return !["set", "sequence", "record"].includes(value.kind);
}

/** Mappings are zero where nothing was written. */
export function isNothing({ kind, value }: Scalar): boolean {
  switch (kind) {
    case "address":
      return isZeroAddress(value);
    case "bytes":
      return isZeroHex(value);
    default:
      return !value;
  }
}

/** Fields with a list as fields for each of its items. */
export function spread(fields: Fields): readonly Fields[] {
  for (const [name, list] of Object.entries(fields)) {
    if (list.kind === "sequence") {
      const { [name]: _list, ...others } = fields;
      return list.items.flatMap((item) => {
        const own = item.kind === "record" ? item.fields : { [name]: item };
        return spread({ ...others, ...own });
      });
    }
  }
  return [fields];
}
