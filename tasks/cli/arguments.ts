import { ArgumentType } from "hardhat/types/arguments";

/** The networks that a task is for. */
export const NAMES = {
  name: "names" as const,
  description:
    "Alpha networks, or Hardhat networks that are one (default: --network, else all that are switched on)",
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
  description: "Write it to this file instead of printing it",
  type: ArgumentType.STRING_WITHOUT_DEFAULT,
  defaultValue: undefined,
} as const;

export const FORCE = {
  name: "force",
  description: "Replace an existing file that this command did not write",
} as const;

export const SANDBOX = {
  name: "sandbox",
  description:
    "Ask the in-process sandboxes with the real contracts instead of live nodes",
} as const;

/** The arguments that every task takes, as its action gets them. */
export interface CommonArguments {
  readonly names: string[];
  readonly format: string;
  readonly out: string | undefined;
  readonly force: boolean;
}
