import { task } from "hardhat/config";
import {
  CHANGES_SINCE,
  FORCE,
  FORMAT,
  flag,
  NAMES,
  OUT,
  optional,
  QUIET,
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
      "presence (default), identity or wiring (default with lock or expect)",
    ),
  )
  .addFlag(
    flag("strict", "Fail on what is unidentified, or not in the lock file"),
  )
  .addOption(
    optional(
      "addresses",
      "Verify the addresses in this JSON or CSV file instead",
    ),
  )
  .addFlag(flag("lock", "Compare with alpha.lock.json, too: any change fails"))
  .addFlag(
    flag("writeLock", "Write the state to alpha.lock.json if everything is ok"),
  )
  .addOption(
    optional(
      "accept",
      "With --write-lock: accept code of no known release, by KEY,… or all",
    ),
  )
  .addOption(
    optional("simulate", "Say what the transactions in this file would change"),
  )
  .addOption(
    optional("from", "The sender of simulated transactions that name none"),
  )
  .addOption(optional("to", "Simulate a call of this contract, with --data"))
  .addOption(optional("data", "The data of the simulated call"))
  .addOption(
    optional("allow", "Changes that a simulation does not fail on, by ID,…"),
  )
  .addOption(
    optional("restore", "With --lock: write what undoes changes to this file"),
  )
  .addOption({
    ...FORMAT,
    description: "table, json, junit, github, markdown, prometheus, expect",
  })
  .addFlag(QUIET)
  .addOption(CHANGES_SINCE)
  .addOption(OUT)
  .addOption(
    optional(
      "report",
      "More outputs: junit:FILE,markdown:FILE,json:FILE,…, and github",
    ),
  )
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
