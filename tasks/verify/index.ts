import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, NAMES, OUT, SANDBOX } from "../cli/arguments.ts";

export const verifyTask = task(
  ["alpha", "verify"],
  "Verify that every registered contract really is on chain. Exit code 1: something is proven wrong; 2: it could not be determined",
)
  .addVariadicArgument(NAMES)
  .addFlag(SANDBOX)
  .addOption({
    name: "level",
    description:
      "How much to verify: presence; identity, whether each is the contract its key says; or wiring, what they say of each other",
    type: ArgumentType.STRING,
    defaultValue: "presence",
  })
  .addFlag({
    name: "strict",
    description:
      "Fail also on code that no known release has, and on policy that differs from a fresh deployment",
  })
  .addOption({
    name: "addresses",
    description:
      "Verify the addresses of this file instead: JSON, or CSV with a name and an address a line",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({
    name: "lock",
    description:
      "Check the networks against alpha.lock.json too: any change fails",
  })
  .addFlag({
    name: "writeLock",
    description:
      "Write what the networks hold to alpha.lock.json, if everything holds",
  })
  .addOption({
    ...FORMAT,
    description: "Output format: table, json, junit, github or markdown",
  })
  .addOption(OUT)
  .addOption({
    name: "report",
    description:
      "More outputs in the same run, separated by commas: junit:FILE, markdown:FILE, json:FILE, table:FILE, github (annotations and the step's summary)",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
