import { ArgumentType } from "hardhat/types/arguments";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkSelection } from "../../src/connect/select-networks.ts";

/** The networks that a task applies to. */
export const NAMES = {
  name: "names" as const,
  description: "Networks; without any, that of --network, or all enabled",
  type: ArgumentType.STRING as const,
  defaultValue: [],
};

/** An option without a default. */
export function optional<N extends string>(name: N, description: string) {
  return {
    name,
    description,
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  } as const;
}

/** An argument that is set or not. */
export function flag<N extends string>(name: N, description: string) {
  return { name, description } as const;
}

/** The option for the output format, of which `table` is the default. */
export function formatOf(formats: string) {
  return {
    name: "format",
    description: `Output format: ${formats}`,
    type: ArgumentType.STRING,
    defaultValue: "table",
  } as const;
}

export const FORMAT = formatOf("table or json");

export const OUT = optional(
  "out",
  "Write the output to this file instead of stdout",
);

export const FORCE = flag(
  "force",
  "Replace an existing file that this command did not write",
);

export const QUIET = flag("quiet", "Print nothing if everything is ok");

export const CHANGES_SINCE = optional(
  "changesSince",
  "Print only what is new since the report in this JSON file",
);

export const SANDBOX = flag(
  "sandbox",
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
