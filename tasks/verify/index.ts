import { task } from "hardhat/config";

import {
  FORCE,
  formatOf,
  NAMES,
  OUT,
  optional,
  SANDBOX,
} from "../cli/arguments.ts";

export const verifyTask = task(
  ["alpha", "verify"],
  "Verify that every registered contract is deployed on chain",
)
  .addVariadicArgument(NAMES)
  .addFlag(SANDBOX)
  .addOption(
    optional(
      "level",
      "presence, identity or wiring (default: presence; wiring with a lock)",
    ),
  )
  .addFlag({
    name: "strict",
    description: "Fail on what is unidentified, or not in the lock file",
  })
  .addOption(
    optional(
      "addresses",
      "Verify the addresses in this JSON or CSV file instead",
    ),
  )
  .addFlag({
    name: "lock",
    description: "Compare with alpha.lock.json, too: any change fails",
  })
  .addFlag({
    name: "writeLock",
    description: "Write the state to alpha.lock.json if everything is ok",
  })
  .addOption(
    optional(
      "accept",
      "With --write-lock: accept code of no known release, by KEY,… or all",
    ),
  )
  .addOption(formatOf("table, json, junit, github or markdown"))
  .addFlag({
    name: "quiet",
    description: "Print a line per network, and problems (table only)",
  })
  .addOption(OUT)
  .addOption(
    optional(
      "report",
      "More outputs: junit:FILE,markdown:FILE,json:FILE,table:FILE,github",
    ),
  )
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
