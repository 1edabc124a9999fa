import type { Abi, AbiFunction, AbiParameter } from "viem";
import type { Severity } from "../../base/problems.ts";
import type { Decoded } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import { VALUES_OF_KINDS } from "../code-kinds.ts";
import type { PrivilegedValue, PrivilegedValues } from "../contract-type.ts";
import { DERIVED } from "../followed-values.ts";

/** A view without arguments whose value is verified and locked. */
export interface WatchedView<Name = string> {
  readonly view: Name;
  /** Default: by its type and its name. */
  readonly severity?: Severity | undefined;
}

/** Views that tell who controls a contract. */
const TELLING = /^(?:owner|pendingOwner|admin|paused)$/;
/** A word in the name of a value whose change matters like that of a fee. */
const FEES = /(?:^|_)(?:fee|rate|limit)s?(?:_|$)/i;
/** Values that every contract has, by their names. */
const TAKEN = { ...VALUES_OF_KINDS, ...DERIVED };

/**
 * The values of a contract to verify and to lock: those of the views that are named, or
 * else those that tell who controls it, and all addresses.
 *
 * @returns what is wrong with the names, if something is
 */
export function watchedViews(
  abi: Abi,
  watch: readonly WatchedView[] | undefined,
): Decoded<PrivilegedValues> {
  const views = viewsOf(abi);
  const names = views.map(({ name }) => name);
  const wrong = watch?.find(({ view }) => !names.includes(view))?.view;
  if (wrong !== undefined) {
    const reason = `it has no view without arguments called "${wrong}". ${didYouMean(wrong, names)}Its views: ${names.join(", ") || "none"}`;
    return { ok: false, reason };
  }
  const watched = views.flatMap((view) => {
    const { name } = view;
    const value = watchedValue(view);
    const isTelling = TELLING.test(name) || value.form === "holder";
    const asked = watch?.find((one) => one.view === name);
    const severity = asked?.severity ?? value.severity;
    const key = Object.hasOwn(TAKEN, name) ? `${name}()` : name;
    const isWatched = watch ? asked !== undefined : isTelling;
    if (isWatched) {
      return [[key, { ...value, severity }] as const];
    }
    return [];
  });
  return { ok: true, value: Object.fromEntries(watched) };
}

function viewsOf(abi: Abi): readonly AbiFunction[] {
  return abi.filter(
    (item): item is AbiFunction =>
      item.type === "function" &&
      item.inputs.length === 0 &&
      item.outputs.length > 0 &&
      /^(?:view|pure)$/.test(item.stateMutability),
  );
}

/** Tells whether all views have names and types that a compiler writes. */
export async function hasValidViews(abi: Abi): Promise<boolean> {
  const { parseAbi } = await import("viem/utils");
  try {
    const views: readonly string[] = viewsOf(abi).map(
      ({ name, outputs }) => `function ${name}() returns (${typesOf(outputs)})`,
    );
    return views.length === 0 || parseAbi(views).length > 0;
  } catch {
    return false;
  }
}

/** Bytes that a view returns alone are named, since they are no word of storage. */
function typesOf(outputs: readonly AbiParameter[]): string {
  const types = outputs.map(textOf).join(", ");
  return types === "bytes" ? "bytes data" : types;
}

function watchedValue({ name, outputs }: AbiFunction): PrivilegedValue {
  const types = typesOf(outputs);
  const source = { view: `${name}() returns (${types})` } as const;
  switch (types) {
    case "address":
      return { words: name, source, form: "holder" };
    case "address[]":
      return { words: name, source, form: "holders" };
    case "bool":
      return { words: name, source, form: "flag", severity: "control" };
    default: {
      const isFee = FEES.test(name.replace(/(?<=[a-z\d])(?=[A-Z])/g, "_"));
      const severity = isFee ? "fees" : undefined;
      return { words: name, source, form: "any", severity };
    }
  }
}

/**
 * A type as ABIs in words have it. A function is the 24 bytes of its address and selector,
 * which viem does not decode.
 */
function textOf(parameter: AbiParameter): string {
  const { type } = parameter;
  const parts = "components" in parameter ? parameter.components : [];
  return type
    .replace(/^function/, "bytes24")
    .replace(/^tuple/, `(${parts.map(textOf).join(",")})`);
}
