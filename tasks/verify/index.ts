import {
  alphaTask,
  flag,
  NAMES,
  OUT,
  REPEAT,
  SANDBOX,
  withDefault,
} from "../cli/arguments.ts";

export const verifyTask = alphaTask(
  "verify",
  "Verify that every registered contract is deployed on chain",
  NAMES,
  {
    sandbox: SANDBOX,
    level:
      "presence (default), identity or wiring (default with lock or expect)",
    strict: flag("Fail on what is unidentified, or not in the lock file"),
    addresses: "Verify the addresses in this JSON or CSV file instead",
    lock: flag("Compare with alpha.lock.json, too: any change fails"),
    writeLock: flag("Write the state to alpha.lock.json if everything is ok"),
    accept:
      "With --write-lock: accept code of no known release, by KEY,… or all",
    simulate: "Say what the transactions in this file would change",
    from: "The sender of simulated transactions that name none",
    to: "Simulate a call of this contract, with --data",
    data: "The data of the simulated call",
    allow: "Changes that a simulation does not fail on, by ID,…",
    restore: "With --lock: write what undoes changes to this file",
    format: withDefault(
      "table",
      "table, json, junit, github, markdown, prometheus, expect",
    ),
    report: "More outputs: junit:FILE,markdown:FILE,json:FILE,…, and github",
    ...REPEAT,
    ...OUT,
  },
  () => import("./action.ts"),
);
