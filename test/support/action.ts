import { readFileSync } from "node:fs";
import { parse } from "yaml";

type Described<K extends string> = Readonly<
  Record<string, Readonly<Record<K | "description", string>>>
>;
/** The parts of an `action.yml` of a composite action that this repository uses. */
interface CompositeAction {
  readonly inputs: Described<"default">;
  readonly outputs: Described<"value">;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly {
      readonly name: string;
      readonly id?: string;
      readonly shell: string;
      readonly "working-directory": string;
      readonly env: Readonly<Record<string, string>>;
      readonly run: string;
    }[];
  };
}

const FILE = new URL("../../action.yml", import.meta.url);

/** The action that this repository publishes. */
export function readAction(): CompositeAction {
  return parse(readFileSync(FILE, "utf8"));
}

/** A value of a step's key, as GitHub would fill in its expressions. */
export function withoutExpressions(
  text: string,
  values: Readonly<Record<string, string>>,
): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) {
      throw new Error(`${whole} has no value`);
    }
    return value;
  });
}
