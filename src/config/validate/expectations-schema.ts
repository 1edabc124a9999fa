import { z } from "zod";
import { hasValidChecksum, isAddress } from "../../base/address.ts";
import { isRecord } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import type { NetworkDefinition } from "../../networks/definition.ts";
import { idKey, isBounds } from "../expectations.ts";
import { TOKEN_KINDS } from "../types.ts";
import { BAD_CHECKSUM } from "./fields.ts";

type Path = readonly (string | number)[];
type Add = (message: string, path: Path) => void;

const VALUE =
  'Expected a value as reports show it: a text, a whole number, true or false, a list, an object, { min }, { max } or "any"';
const WHOLE =
  'Expected a whole number that JavaScript holds exactly. Write others as a text: "0.1 %", "1000000000000000000"';
const BOUND = 'Expected a number, or a text with a unit, such as "0.1 %"';

/** The schema of what people expect of a network's values. */
export function expectationsSchema(definition: NetworkDefinition) {
  return z.record(z.unknown()).superRefine(async (expect, context) => {
    const add: Add = (message, path) =>
      context.addIssue({ code: "custom", message, path: [...path] });
    const ids = new Map<string, string>();
    for (const [id, value] of Object.entries(expect)) {
      const problem = await idProblem(id, definition);
      const other = ids.get(idKey(id));
      ids.set(idKey(id), id);
      if (problem !== undefined) {
        add(problem, [id]);
      } else if (other !== undefined) {
        add(`Repeats "${other}". Remove one of the two`, [id]);
      }
      if (value !== undefined) {
        await addProblems(value, [id], add);
      }
    }
  });
}

async function addProblems(
  value: unknown,
  path: Path,
  add: Add,
): Promise<void> {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) {
      await addProblems(one, [...path, index], add);
    }
  } else if (isRecord(value)) {
    for (const [name, one] of Object.entries(value)) {
      const isBound = ["string", "number", "bigint"].includes(typeof one);
      if (isBounds(value) && !isBound) {
        add(BOUND, [...path, name]);
      } else {
        await addProblems(one, [...path, name], add);
      }
    }
  } else if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) {
      add(WHOLE, path);
    }
  } else if (isAddress(value)) {
    if (!(await hasValidChecksum(value))) {
      add(BAD_CHECKSUM, path);
    }
  } else if (!["string", "bigint", "boolean"].includes(typeof value)) {
    add(VALUE, path);
  }
}

/**
 * The reason why no value of a network can have an id; `undefined` if one may.
 * Which values code offers is only known once it is read.
 */
async function idProblem(
  id: string,
  { registry, portal }: NetworkDefinition,
): Promise<string | undefined> {
  const [, head = "", rest = ""] = /^([^.]+)\.(.+)$/.exec(id) ?? [];
  if (rest === "") {
    return `Expected the id of a value, such as router.owner. alpha verify --format expect prints all of them`;
  }
  if (/^0x/i.test(head)) {
    return isAddress(head)
      ? (await hasValidChecksum(head))
        ? undefined
        : BAD_CHECKSUM
      : `Expected an address before the name of its value: 0x and 40 hexadecimal digits`;
  }
  // Loaded for those who expect something only.
  const { typeOfRole } = await import("../../contracts/contract-types.ts");
  const prefixes = new Map(
    Object.entries(registry).map(([key, { role }]) => [
      key,
      typeOfRole(role).prefix,
    ]),
  );
  const keysOf: Readonly<Record<string, readonly string[] | undefined>> = {
    registry: [...prefixes].flatMap(([key, prefix]) => (prefix ? [] : [key])),
    token: TOKEN_KINDS,
    portal: Object.entries(portal).flatMap(([field, { type }]) => {
      if (type === "address") {
        return [field];
      }
      return [];
    }),
  };
  const heads = [...prefixes].flatMap(([key, prefix]) => prefix ?? key);
  const valid = [...heads, ...Object.keys(keysOf), "own"];
  if (!valid.includes(withoutIndex(head))) {
    return `No value has such an id. ${didYouMean(head, valid)}Ids begin with ${valid.join(", ")} or an address`;
  }
  const [place = "", ...names] = rest.split(".");
  const key = withoutIndex(place);
  const keys = keysOf[head];
  if (keys === undefined || (keys.includes(key) && names[0])) {
    return undefined;
  }
  const prefix = prefixes.get(key);
  const other = prefix && `The id is ${[prefix, ...names].join(".")}. `;
  return `No value has such an id. ${other || didYouMean(key, keys)}Ids that begin with ${head} go on with ${keys.join(", ")}, and the name of a value`;
}

/** `ERC20Template` of `ERC20Template[0]`. */
function withoutIndex(key: string): string {
  return key.replace(/\[\d+\]$/, "");
}
