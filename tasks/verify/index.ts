import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, NAMES, OUT, SANDBOX } from "../cli/arguments.ts";

export const verifyTask = task(
  ["alpha", "verify"],
  "Verify that every registered contract is deployed on chain",
)
  .addVariadicArgument(NAMES)
  .addFlag(SANDBOX)
  .addOption({
    name: "level",
    description:
      "presence, identity or wiring (default: presence; wiring with a lock)",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({
    name: "strict",
    description: "Fail on what is unidentified, or not in the lock file",
  })
  .addOption({
    name: "addresses",
    description: "Verify the addresses in this JSON or CSV file instead",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({
    name: "lock",
    description: "Compare with alpha.lock.json, too: any change fails",
  })
  .addFlag({
    name: "writeLock",
    description: "Write the state to alpha.lock.json if everything is ok",
  })
  .addOption({
    name: "accept",
    description:
      "With --write-lock: accept code of no known release, by KEY,… or all",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    ...FORMAT,
    description: "Output format: table, json, junit, github or markdown",
  })
  .addFlag({
    name: "quiet",
    description: "Print a line per network, and problems (table only)",
  })
  .addOption(OUT)
  .addOption({
    name: "report",
    description:
      "More outputs: junit:FILE,markdown:FILE,json:FILE,table:FILE,github",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
