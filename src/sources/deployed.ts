import { type RefinementCtx, z } from "zod";
import { someOf } from "../base/text.ts";
import type { ConfiguredNetwork } from "../config/configured-networks.ts";
import { chainsWithSameId } from "../config/network-values.ts";
import { nameProblem } from "../config/validate/schema.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { readError } from "./read-source-file.ts";
import {
  expectedName,
  networkField,
  type SourceNetwork,
  type SourceReading,
  type SourceValue,
} from "./source-kind.ts";
import type { ReadMember, ReadValue } from "./values.ts";

/** A contract of a deployment: its name there, and its address. */
export interface DeployedContract extends ReadMember {
  /** The file that has it, if that is not the source's. */
  readonly file?: string;
  /** The file of its artifact, or its name in the project. */
  readonly artifact?: string | undefined;
}

/** Fields of sources that are deployments. */
export function deploymentFields(networks: readonly ConfiguredNetwork[]) {
  return {
    network: networkField(networks).optional(),
    keys: z.record(z.string()).optional(),
    optional: z.boolean().optional(),
  };
}

interface Deployment {
  readonly network?: AlphaNetworkName | undefined;
  readonly keys?: Readonly<Record<string, string>> | undefined;
  readonly optional?: boolean | undefined;
}

/** Reports wrong keys: what belongs into the registry has to be there, and complete. */
export function checkKeys(networks: readonly ConfiguredNetwork[]) {
  return ({ network, keys = {} }: Deployment, context: RefinementCtx): void => {
    const report = (path: string[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    const found = networks.find(({ name }) => name === network);
    if (found === undefined && Object.keys(keys).length > 0) {
      report(["network"], "Required with keys");
    }
    const targets: ReturnType<typeof targetsOf> = found
      ? targetsOf(found.definition, keys)
      : new Map();
    const valid = [...targets.values()].flat();
    const given = new Set<string>();
    for (const [future, target] of Object.entries(keys)) {
      if (found && (given.has(target) || !valid.includes(target))) {
        const message = given.has(target)
          ? "Another future already has this key"
          : expectedName(target, valid);
        report(["keys", future], message);
      }
      given.add(target);
    }
    for (const items of targets.values()) {
      const missing = items.filter((item) => !given.has(item));
      // The rest of an incomplete list would come from another source.
      if (missing.length > 0 && missing.length < items.length) {
        const message = `Set the whole list: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing`;
        report(["keys"], message);
      }
    }
  };
}

/** The network of a deployment that has a chain id. */
export function networkOfChain(
  { network: name }: Deployment,
  chainId: number,
  { networks, file }: { networks: readonly SourceNetwork[]; file: string },
): SourceNetwork | undefined {
  const possible = networks.filter((one) => {
    if (name !== undefined) {
      return one.name === name;
    }
    const { definition } = one;
    const others = chainsWithSameId({ definition, values: one });
    return one.chainId === chainId && others.length === 0;
  });
  const [found] = possible;
  const isOne = possible.length === 1 && found?.chainId === chainId;
  // The network may be disabled.
  if (isOne || (name !== undefined && found === undefined)) {
    return found;
  }
  throw readError(
    file,
    `The deployment is on chain ${chainId}, which is not the chain of ${name ?? "exactly one network"}. ${name === undefined ? "Set network" : "Correct one of them"}.`,
  );
}

interface ReadingOptions {
  readonly file: string;
  /** True if contracts that are not in `keys` are own contracts. */
  readonly isOwn?: boolean;
  /** The name of a contract in messages. */
  readonly what?: string;
}

/** The values of a deployment: those in `keys` of the registry, the others own contracts. */
export function readingOf(
  { definition, name: network }: SourceNetwork,
  contracts: readonly DeployedContract[],
  { keys = {}, optional = false }: Deployment,
  { file, isOwn = true, what = "contract" }: ReadingOptions,
): SourceReading {
  const names = contracts.map(({ name }) => name);
  const missing = Object.keys(keys).find((name) => !names.includes(name));
  if (missing !== undefined && !optional) {
    const has = names.length === 0 ? "none" : someOf(names);
    throw readError(
      file,
      `There is no ${what} ${JSON.stringify(missing)}. The file has ${has}. If it is not deployed yet, set optional: true.`,
    );
  }
  const deployed = new Map(
    contracts
      .filter(({ name }) => Object.hasOwn(keys, name))
      .map((one) => [keys[one.name] ?? "", one]),
  );
  const values = [...targetsOf(definition, keys)].flatMap(
    ([key, items]) => valueAt(key, items, deployed) ?? [],
  );
  const taken = new Set<string>();
  const named = contracts.map((one) => ownContract(one, taken, definition));
  const own = named.filter(({ field }) => isOwn && !Object.hasOwn(keys, field));
  return { network, values: [...values, ...own], warnings: [] };
}

/**
 * The registry's keys that deployed contracts may set: `Router`, or the items of a list,
 * `ERC20Template[0]`. A network of the project's own has as many as it sets.
 */
function targetsOf(
  { like, registry }: NetworkDefinition,
  keys: Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly string[]> {
  const given = Object.values(keys);
  return new Map(
    Object.entries(registry).map(([key, { length: usual }]) => {
      if (usual === undefined) {
        return [key, [key]];
      }
      const own = given.filter((one) => one.startsWith(`${key}[`)).length;
      const length = like === undefined ? usual : Math.max(own, 1);
      return [key, Array.from({ length }, (_, at) => `${key}[${at}]`)];
    }),
  );
}

/** The value of a key. A list is not set until all of it is deployed. */
function valueAt(
  key: string,
  items: readonly string[],
  deployed: ReadonlyMap<string, DeployedContract>,
): SourceValue | undefined {
  const members = items.flatMap((item) => deployed.get(item) ?? []);
  const [first] = members;
  if (first === undefined || members.length < items.length) {
    return undefined;
  }
  const { key: place, name, file } = first;
  const { place: at } = first.value;
  const isList = !items.includes(key);
  const list = members.map(({ value }) => value);
  return {
    path: `registry.${key}`,
    field: isList ? key : name,
    value: isList ? { kind: "list", items: list, place: at } : first.value,
    place,
    file,
  };
}

/**
 * A contract of a deployment. The first keeps its short name, so that a module that is
 * added renames none.
 *
 * @param taken the names of those before it
 */
function ownContract(
  { name: field, key: place, value, file, artifact }: DeployedContract,
  taken: Set<string>,
  definition: NetworkDefinition,
): SourceValue {
  // "Market#Token" is the future Token of the module Market.
  const short = field.replace(/^.*#/, "");
  const isTaken = taken.has(short) || nameProblem(short, definition);
  const name = (isTaken ? field : short).replaceAll(/\W/g, "_");
  taken.add(name);
  const parts = Object.entries({
    address: value,
    artifact: {
      kind: "scalar",
      value: artifact ?? (name === short ? undefined : short),
      place: value.place,
    },
  } satisfies Record<string, ReadValue>);
  const members = parts.map(
    ([key, part]) =>
      [key, { name: key, key: place, at: place, value: part }] as const,
  );
  return {
    path: `contracts.${name}`,
    field,
    value: {
      kind: "object",
      members: new Map(members),
      duplicates: [],
      place: value.place,
    },
    place,
    file,
  };
}
