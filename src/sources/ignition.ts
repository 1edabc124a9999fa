import { z } from "zod";
import { someOf } from "../base/text.ts";
import { strictObject } from "../config/validate/fields.ts";
import { nameProblem } from "../config/validate/own-contracts.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import { readError } from "./read-source-file.ts";
import {
  expectedName,
  FILE_FIELDS,
  networkField,
  type SourceNetwork,
  type SourceValue,
  sourceKind,
} from "./source-kind.ts";
import type { ReadMember } from "./values.ts";

export const IGNITION = sourceKind(
  (networks) =>
    strictObject({
      type: z.literal("ignition"),
      ...FILE_FIELDS,
      file: FILE_FIELDS.file.optional(),
      deployment: FILE_FIELDS.file.optional(),
      network: networkField(networks),
      keys: z.record(z.string()).optional(),
    }).superRefine(({ network, file, deployment, keys }, context) => {
      if ((deployment === undefined) === (file === undefined)) {
        const message = "Required: the file, or the folder in deployment";
        context.addIssue({ code: "custom", path: ["file"], message });
      } else if (keys === undefined && file !== undefined) {
        const message = "Required. With deployment, it is not";
        context.addIssue({ code: "custom", path: ["keys"], message });
      }
      const found = networks.find(({ name }) => name === network);
      if (found === undefined) {
        return;
      }
      const targets = targetsOf(found.definition);
      const valid = [...targets.values()].flat();
      const given = new Set<string>();
      for (const [future, target] of Object.entries(keys ?? {})) {
        const message = given.has(target)
          ? "Another future already has this key"
          : expectedName(target, valid);
        if (given.has(target) || !valid.includes(target)) {
          context.addIssue({ code: "custom", path: ["keys", future], message });
        }
        given.add(target);
      }
      for (const items of targets.values()) {
        const missing = items.filter((item) => !given.has(item));
        // The rest of an incomplete list would come from another source.
        if (missing.length > 0 && missing.length < items.length) {
          const message = `Set the whole list: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing`;
          context.addIssue({ code: "custom", path: ["keys"], message });
        }
      }
    }),
  async (
    { network: name, keys = {}, optional = false, deployment },
    { text, file, networks },
  ) => {
    const network = networks.find((candidate) => candidate.name === name);
    if (network === undefined) {
      return [];
    }
    const { readJsonObject } = await import("./read-json.ts");
    const root = readJsonObject(text, file, "addresses by future id");
    const { members, duplicates } = root;
    const [repeated] = duplicates;
    if (repeated !== undefined) {
      throw readError(
        file,
        `The future id ${JSON.stringify(repeated.name)} is repeated. Remove one.`,
        repeated.key,
      );
    }
    const deployed = new Map<string, ReadMember>();
    for (const [future, target] of Object.entries(keys)) {
      const member = members.get(future);
      if (member !== undefined) {
        deployed.set(target, member);
      } else if (!optional) {
        throw readError(
          file,
          `There is no future ${JSON.stringify(future)}. ${futuresOf(members)}. If it is not deployed yet, set optional: true.`,
        );
      }
    }
    const values = [...targetsOf(network.definition)].flatMap(
      ([key, items]) => valueAt(key, items, deployed) ?? [],
    );
    const taken = new Set<string>();
    const named = [...members.values()].map((member) =>
      ownContract(member, taken, network),
    );
    const own = named.filter(
      ({ field }) => deployment !== undefined && !Object.hasOwn(keys, field),
    );
    return [{ network: name, values: [...values, ...own], warnings: [] }];
  },
);

/** What futures may set, by key: `Router`, or the items of a list, `ERC20Template[0]`. */
function targetsOf({
  registry,
}: NetworkDefinition): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(registry).map(([key, { length }]) => [
      key,
      length === undefined
        ? [key]
        : Array.from({ length }, (_, index) => `${key}[${index}]`),
    ]),
  );
}

/** The value of a key. A list is not set until all of it is deployed. */
function valueAt(
  key: string,
  items: readonly string[],
  deployed: ReadonlyMap<string, ReadMember>,
): SourceValue | undefined {
  const members = items.flatMap((item) => deployed.get(item) ?? []);
  const [first] = members;
  if (first === undefined || members.length < items.length) {
    return undefined;
  }
  const path = `registry.${key}`;
  const { key: place, value, name } = first;
  if (items.includes(key)) {
    return { path, field: name, value, place };
  }
  const list = members.map((member) => member.value);
  return {
    path,
    field: key,
    value: { kind: "list", items: list, place: value.place },
    place,
  };
}

/**
 * A contract of a deployment. The first keeps its short name, so that a module that is
 * added renames none.
 *
 * @param taken the names of those before it
 */
function ownContract(
  { name: field, key: place, value }: ReadMember,
  taken: Set<string>,
  { definition }: SourceNetwork,
): SourceValue {
  // "Market#Token" is the future Token of the module Market.
  const short = field.replace(/^.*#/, "");
  const isTaken = taken.has(short) || nameProblem(short, definition);
  const name = (isTaken ? field : short).replaceAll(/\W/g, "_");
  taken.add(name);
  return { path: `contracts.${name}`, field, value, place };
}

function futuresOf(members: ReadonlyMap<string, ReadMember>): string {
  const names = [...members.keys()];
  return names.length === 0
    ? "The file has none"
    : `The file has ${someOf(names)}`;
}
