/**
 * The modules that every Hardhat command imports: they are one file, together with the
 * plugin itself.
 */
export const START_UP = "start-up";

/**
 * Groups of modules that are imported on demand, where the folder does not decide:
 * modules that are needed together, and those that load a large package and would
 * delay the others.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "src/hardhat/hooks/config.ts": START_UP,
  "src/hardhat/hooks/hre.ts": START_UP,
  "src/hardhat/contracts/open-contract.ts": "contracts",
  "src/hardhat/contracts/read-token.ts": "contracts",
  "src/hardhat/forks/confirm-forked-node.ts": "http",
  "src/hardhat/fund/fund-account.ts": "contracts",
  "src/hardhat/transactions/wait-for-transaction.ts": "contracts",
  "src/hardhat/guard/check-connection.ts": "http",
  "src/hardhat/solidity/sandbox-states.ts": "sandbox",
  "src/connect/open-transport.ts": "hardhat",
  "src/rpc/provider-transport.ts": "hardhat",
  "src/rpc/http-transport.ts": "http",
  "src/sources/kinds.ts": "config",
  "tasks/export/formats/genesis.ts": "sandbox",
  "tasks/monitor/last-run.ts": "config",
  "tasks/verify/annotation-places.ts": "sources",
  // What reads values and compares with a lock needs an ABI codec, as a simulation does.
  "src/verify/asking/read-hints.ts": "simulate",
  "src/verify/asking/read-offers.ts": "simulate",
  "src/verify/follow/codec.ts": "simulate",
  "src/verify/audit-wiring.ts": "simulate",
  "src/verify/check-lock.ts": "simulate",
  "src/verify/lock-file/parse-lock.ts": "simulate",
  "src/verify/words/fact-words.ts": "simulate",
  "tasks/verify/write-restoration.ts": "simulate",
  "tasks/verify/simulate.ts": "simulate",
  "tasks/verify/write-lock.ts": "simulate",
};

/** Tasks that are small, or whose library nothing else needs. */
const TASKS: Readonly<Record<string, string>> = {
  config: "print",
  init: "print",
  networks: "print",
  verify: "verify-task",
};

/**
 * The group of a module that is imported dynamically: a file of the package from which
 * every one of its modules is imported.
 *
 * @param path Relative to the repository, with slashes.
 */
export function groupOf(path: string): string {
  const [root, folder = "other"] = path.split("/");
  return (
    EXCEPTIONS[path] ?? (root === "tasks" ? (TASKS[folder] ?? folder) : folder)
  );
}
