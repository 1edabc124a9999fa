import { z } from "zod";
import { strictObject } from "../config/validate/fields.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import { readError } from "./read-source-file.ts";
import type { ReadMember } from "./script/values.ts";
import {
  FILE_FIELDS,
  networkField,
  type SourceValue,
  sourceKind,
} from "./source-kind.ts";

/** `Router` or `ERC20Template[0]` */
const TARGET = /^(?<key>[^[\]]+)(?:\[(?<index>0|[1-9]\d{0,2})\])?$/;

export const IGNITION = sourceKind(
  (networks) =>
    strictObject({
      type: z.literal("ignition"),
      ...FILE_FIELDS,
      network: networkField(networks),
      keys: z.record(z.string()),
    }).superRefine(({ network, keys }, context) => {
      const targets = new Set<string>();
      const definition = networks.find(
        ({ name }) => name === network,
      )?.definition;
      if (definition === undefined) {
        return;
      }
      for (const [future, target] of Object.entries(keys)) {
        const message = targets.has(target)
          ? "Another future already has this key"
          : targetProblem(target, definition);
        targets.add(target);
        if (message !== undefined) {
          context.addIssue({ code: "custom", path: ["keys", future], message });
        }
      }
      for (const message of listProblems(targets, definition)) {
        context.addIssue({ code: "custom", path: ["keys"], message });
      }
    }),
  async (
    { network: name, keys, optional = false },
    { text, file, networks },
  ) => {
    const network = networks.find((candidate) => candidate.name === name);
    if (network === undefined) {
      return [];
    }
    const { parseDeployedAddresses } = await import(
      "./parse-deployed-addresses.ts"
    );
    const members = parseDeployedAddresses(text, file);
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
    const { registry } = network.definition;
    return [
      {
        network: name,
        values: Object.entries(registry).flatMap(([key, { length }]) =>
          valuesOf(key, length, deployed),
        ),
        warnings: [],
      },
    ];
  },
);

function valuesOf(
  key: string,
  length: number | undefined,
  deployed: ReadonlyMap<string, ReadMember>,
): SourceValue[] {
  const path = `registry.${key}`;
  if (length === undefined) {
    const member = deployed.get(key);
    return member === undefined
      ? []
      : [{ path, field: member.name, value: member.value, place: member.key }];
  }
  const members = Array.from({ length }, (_, index) =>
    deployed.get(`${key}[${index}]`),
  ).filter((member) => member !== undefined);
  const [first] = members;
  // A list is not set until all of it is deployed.
  return first === undefined || members.length < length
    ? []
    : [
        {
          path,
          field: key,
          value: {
            kind: "list",
            items: members.map(({ value }) => value),
            place: first.value.place,
          },
          place: first.key,
        },
      ];
}

function targetProblem(
  target: string,
  { registry }: NetworkDefinition,
): string | undefined {
  const { key = "", index } = TARGET.exec(target)?.groups ?? {};
  const rule = Object.hasOwn(registry, key) ? registry[key] : undefined;
  if (rule === undefined) {
    return `Expected a key of the network's registry: ${Object.keys(registry).join(", ")}`;
  }
  const { length } = rule;
  if (length === undefined) {
    return index === undefined ? undefined : "This key is not a list";
  }
  return index !== undefined && Number(index) < length
    ? undefined
    : `This key is a list. Set an index: ${key}[0]${length > 1 ? ` to ${key}[${length - 1}]` : ""}`;
}

/** The rest of an incomplete list would come from another source. */
function listProblems(
  targets: ReadonlySet<string>,
  { registry }: NetworkDefinition,
): string[] {
  return Object.entries(registry).flatMap(([key, { length = 0 }]) => {
    const items = Array.from({ length }, (_, index) => `${key}[${index}]`);
    const missing = items.filter((item) => !targets.has(item));
    return missing.length === 0 || missing.length === length
      ? []
      : [
          `Set the whole list: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing`,
        ];
  });
}

const MAX_LISTED = 10;

function futuresOf(members: ReadonlyMap<string, ReadMember>): string {
  const names = [...members.keys()];
  const more = names.length - MAX_LISTED;
  return names.length === 0
    ? "The file has none"
    : `The file has ${names.slice(0, MAX_LISTED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
