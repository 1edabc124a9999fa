import {
  ArgumentType,
  type OptionDefinition,
  type PositionalArgumentDefinition,
} from "hardhat/types/arguments";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import {
  type NewTaskActionFunction,
  type NewTaskDefinition,
  TaskDefinitionType,
} from "hardhat/types/tasks";
import type { NetworkSelection } from "../../src/connect/select-networks.ts";

/** An option of a task; by its description alone if it is a text without a default. */
type TaskOption = string | Omit<OptionDefinition, "name">;

/** What an action gets of a task's options. */
type ValuesOf<O> = {
  readonly [K in keyof O]: O[K] extends { readonly defaultValue: infer Value }
    ? Value
    : string | undefined;
};

/** The definition of a task, whose action is loaded when it runs. */
export function alphaTask<
  const P extends PositionalArgumentDefinition,
  O extends Readonly<Record<string, TaskOption>>,
>(
  name: string,
  description: string,
  positional: P,
  options: O,
  action: () => Promise<{
    default: NewTaskActionFunction<
      ValuesOf<O> &
        Record<P["name"], P["isVariadic"] extends true ? string[] : string>
    >;
  }>,
): NewTaskDefinition {
  const id = ["alpha", name];
  const named: Record<string, OptionDefinition> = {};
  for (const [key, option] of Object.entries(options)) {
    const text = typeof option === "string" ? textOption(option) : option;
    named[key] = { name: key, ...text };
  }
  return {
    type: TaskDefinitionType.NEW_TASK,
    id,
    description,
    options: named,
    positionalArguments: [positional],
    action: async () => {
      const { withAnswer } = await import("./task-result.ts");
      const { default: run } = await action();
      // Hardhat's type of actions says nothing of their arguments.
      return { default: withAnswer(id, run as NewTaskActionFunction) };
    },
  };
}

function textOption(description: string) {
  const type = ArgumentType.STRING_WITHOUT_DEFAULT;
  return { description, type, defaultValue: undefined };
}

/** The networks that a task applies to. */
export const NAMES = {
  name: "names" as const,
  description: "Networks; without any, that of --network, or all enabled",
  type: ArgumentType.STRING,
  defaultValue: [],
  isVariadic: true as const,
};

/** An option that is set or not. */
export function flag(description: string) {
  return { description, type: ArgumentType.FLAG, defaultValue: false };
}

export function withDefault(defaultValue: string, description: string) {
  return { description, type: ArgumentType.STRING, defaultValue };
}

/** The option for the output format, of which `table` is the default. */
export function formatOf(formats: string) {
  return withDefault("table", `Output format: ${formats}`);
}

/** The file of the output. */
export const OUT = {
  out: "Write the output to this file instead of stdout",
  force: flag("Replace an existing file that this command did not write"),
};

/** The options of repeated runs. */
export const REPEAT = {
  quiet: flag("Print nothing if everything is ok"),
  changesSince: "Print only what is new since the report in this JSON file",
};

export const SANDBOX = flag(
  "Use the in-process sandboxes instead of live nodes",
);

/** The arguments of repeated runs. */
export interface RepeatArguments {
  readonly quiet: boolean;
  readonly changesSince: string | undefined;
}

/** The arguments of every task, as passed to its action. */
export interface CommonArguments {
  readonly names: string[];
  readonly format: string;
  readonly out: string | undefined;
  readonly force: boolean;
}

/** The networks that a task's arguments and Hardhat's global options select. */
export function selectionOf(
  args: { readonly names: readonly string[]; readonly sandbox?: boolean },
  hre: Pick<HardhatRuntimeEnvironment, "globalOptions">,
): NetworkSelection {
  return {
    names: args.names,
    globalNetwork: hre.globalOptions.network,
    sandbox: args.sandbox ?? false,
  };
}
