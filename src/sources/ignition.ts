import { z } from "zod";
import type { NetworkDefinition } from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import { readError } from "./read-source-file.ts";
import type { ReadMember } from "./script/values.ts";
import {
  FILE_FIELDS,
  type Finding,
  networkField,
  sourceKind,
} from "./source-kind.ts";

const TARGET = /^(?<key>[^[\]]+)(?:\[(?<index>0|[1-9]\d{0,2})\])?$/;

export const IGNITION = sourceKind(
  z
    .object({
      type: z.literal("ignition"),
      ...FILE_FIELDS,
      network: networkField,
      keys: z.record(z.string()),
    })
    .strict()
    .superRefine(({ network, keys }, context) => {
      const taken = new Set<string>();
      for (const [future, target] of Object.entries(keys)) {
        const message = taken.has(target)
          ? "Another future is that key already"
          : targetProblem(target, NETWORK_DEFINITIONS[network]);
        taken.add(target);
        if (message !== undefined) {
          context.addIssue({ code: "custom", path: ["keys", future], message });
        }
      }
      for (const message of listProblems(taken, NETWORK_DEFINITIONS[network])) {
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
          `It has no future ${JSON.stringify(future)}. ${futuresOf(members)}. With optional: true it may be missing until it is deployed.`,
        );
      }
    }
    const { registry } = network.definition;
    return [
      {
        network: name,
        findings: Object.entries(registry).flatMap(([key, { length }]) =>
          findingsOf(key, length, deployed),
        ),
        warnings: [],
      },
    ];
  },
);

function findingsOf(
  key: string,
  length: number | undefined,
  deployed: ReadonlyMap<string, ReadMember>,
): Finding[] {
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
  // Until all of a list is deployed, it is no list.
  return first === undefined || members.length < length
    ? []
    : [
        {
          path,
          field: key,
          value: {
            kind: "list",
            items: members.map(({ value }) => value),
            beyond: [],
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
    return index === undefined ? undefined : "This key holds no list";
  }
  return index !== undefined && Number(index) < length
    ? undefined
    : `This key holds a list: give the place in it, ${key}[0]${length > 1 ? ` to ${key}[${length - 1}]` : ""}`;
}

/** Lists that are given in part: what is missing would come from elsewhere. */
function listProblems(
  targets: ReadonlySet<string>,
  { registry }: NetworkDefinition,
): string[] {
  return Object.entries(registry).flatMap(([key, { length = 0 }]) => {
    const places = Array.from({ length }, (_, index) => `${key}[${index}]`);
    const missing = places.filter((place) => !targets.has(place));
    return missing.length === 0 || missing.length === length
      ? []
      : [`Give the whole list: ${missing.join(", ")} is missing`];
  });
}

const MOST_LISTED = 10;

function futuresOf(members: ReadonlyMap<string, ReadMember>): string {
  const names = [...members.keys()];
  const more = names.length - MOST_LISTED;
  return names.length === 0
    ? "It has none"
    : `It has ${names.slice(0, MOST_LISTED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
