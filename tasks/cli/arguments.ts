import { ArgumentType } from "hardhat/types/arguments";

/** The networks that a task applies to. */
export const NAMES = {
  name: "names" as const,
  description: "Networks; without any, that of --network, or all enabled",
  type: ArgumentType.STRING as const,
  defaultValue: [],
};

export const FORMAT = {
  name: "format",
  description: "Output format: table or json",
  type: ArgumentType.STRING,
  defaultValue: "table",
} as const;

export const OUT = {
  name: "out",
  description: "Write the output to this file instead of stdout",
  type: ArgumentType.STRING_WITHOUT_DEFAULT,
  defaultValue: undefined,
} as const;

export const FORCE = {
  name: "force",
  description: "Replace an existing file that this command did not write",
} as const;

export const SANDBOX = {
  name: "sandbox",
  description: "Use the in-process sandboxes instead of live nodes",
} as const;

/** The arguments of every task, as passed to its action. */
export interface CommonArguments {
  readonly names: string[];
  readonly format: string;
  readonly out: string | undefined;
  readonly force: boolean;
}
