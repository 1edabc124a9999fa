import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, NAMES, OUT, SANDBOX } from "../cli/arguments.ts";

export const verifyTask = task(
  ["alpha", "verify"],
  "Verify that every registered contract is deployed on chain. Exit code 1: something is proven wrong; 2: it could not be determined",
)
  .addVariadicArgument(NAMES)
  .addFlag(SANDBOX)
  .addOption({
    name: "level",
    description:
      "What to verify: presence, identity or wiring (default: wiring with --lock or --write-lock, else presence)",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({
    name: "strict",
    description:
      "Fail also on code of no known release, and, with --lock, on values that are not in the lock file",
  })
  .addOption({
    name: "addresses",
    description:
      "Verify the addresses in this file instead: JSON, or CSV with a name and an address per line",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({
    name: "lock",
    description:
      "Compare the networks with alpha.lock.json too: any change fails",
  })
  .addFlag({
    name: "writeLock",
    description:
      "Write the state of the networks to alpha.lock.json if the verification passes",
  })
  .addOption({
    name: "accept",
    description:
      "With --write-lock: contracts whose code of no known release is accepted, by registry key and separated by commas, or all",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    ...FORMAT,
    description: "Output format: table, json, junit, github or markdown",
  })
  .addOption(OUT)
  .addOption({
    name: "report",
    description:
      "Additional outputs, separated by commas: junit:FILE, markdown:FILE, json:FILE, table:FILE, github (annotations and step summary)",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
