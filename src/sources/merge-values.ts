import { isAddress } from "../base/address.ts";
import { isRecord } from "../base/records.ts";
import type { SourcedNetwork, SourceOrigin } from "../config/layers.ts";
import type { NetworkInput } from "../config/user-config.ts";
import type { SourceValue } from "./source-kind.ts";
import { variablesIn } from "./values.ts";

/** A known value of the right type, and its file. */
export interface FileValue extends SourceValue {
  readonly file: string;
  /** The value without places. */
  readonly plain: unknown;
  /** The value in the structure of the Hardhat config. */
  readonly input: NetworkInput;
}

/** Two different values of one path. */
export interface Disagreement {
  readonly used: FileValue;
  readonly other: FileValue;
}

/** Merges the values of one network. The first value of a path is used. */
export function mergeValues(fileValues: readonly FileValue[]) {
  const disagreements: Disagreement[] = [];
  const origins = new Map<string, SourceOrigin>();
  let values: NetworkInput = {};
  const byPath = Map.groupBy(fileValues, ({ path }) => path);
  for (const [path, [used, ...others]] of byPath) {
    if (used === undefined) {
      continue;
    }
    const { file, field, place, value, input, plain } = used;
    const different = others.filter(
      (other) => comparable(plain) !== comparable(other.plain),
    );
    disagreements.push(...different.map((other) => ({ used, other })));
    const variables = variablesIn(value);
    const against = different.map((other) => ({
      file: other.file,
      line: other.place.line,
    }));
    origins.set(path, {
      kind: "source",
      file,
      line: place.line,
      field,
      ...(variables.length === 0 ? {} : { variables }),
      ...(against.length === 0 ? {} : { against }),
    });
    values = mergeInputs(values, input);
  }
  const network: SourcedNetwork = { values, origins };
  return { network, disagreements };
}

/** Merges values of different paths. */
function mergeInputs(one: NetworkInput, other: NetworkInput): NetworkInput {
  return {
    ...one,
    ...other,
    registry: { ...one.registry, ...other.registry },
    portal: { ...one.portal, ...other.portal },
    backend: { ...one.backend, ...other.backend },
    contracts: { ...one.contracts, ...other.contracts },
  };
}

/** The case of addresses does not count. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) {
    return JSON.stringify(value.map(comparable));
  }
  if (isRecord(value)) {
    return comparable(value["address"]);
  }
  return isAddress(value) ? value.toLowerCase() : value;
}
