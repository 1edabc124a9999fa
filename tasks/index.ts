import { emptyTask } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import type { TaskDefinition } from "hardhat/types/tasks";
import {
  alphaTask,
  flag,
  formatOf,
  NAMES,
  OUT,
  REPEAT,
  SANDBOX,
  withDefault,
} from "./cli/arguments.ts";

/** All tasks of the plugin. */
export const TASKS: TaskDefinition[] = [
  emptyTask(
    "alpha",
    "Work with the Alpha networks: configuration, contracts, sync status",
  ).build(),
  alphaTask(
    "networks",
    "List the Alpha networks of this project",
    NAMES,
    { sandbox: SANDBOX, format: formatOf("table or json"), ...OUT },
    () => import("./networks/action.ts"),
  ),
  alphaTask(
    "config",
    "Print the networks' portal configuration",
    NAMES,
    {
      explain: flag("Show where each value comes from (table only)"),
      reveal: flag("Print values of variables, or that contain credentials"),
      format: formatOf("table, json, yaml, env or js"),
      dialect: withDefault(
        "reference",
        "Field names: reference, ocean or market (.env only)",
      ),
      module: "With --format js: commonjs or esm (default: by file extension)",
      default: "With --format js: the network to select first",
      check: "Compare this portal file with the configuration",
      ...OUT,
    },
    () => import("./config/action.ts"),
  ),
  alphaTask(
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
    () => import("./verify/action.ts"),
  ),
  alphaTask(
    "status",
    "Query the sync status of the networks' nodes",
    NAMES,
    {
      sandbox: SANDBOX,
      maxBlockAge:
        "Maximum age of the latest block in seconds, overriding the config",
      wait: flag("Retry until everything is ok or --timeout is reached"),
      timeout: "Maximum duration of --wait in seconds (default: 300)",
      watch: flag("Repeat until Ctrl-C, on the terminal or to --out"),
      interval:
        "Seconds between two queries of --watch (default: 2; with --out 15)",
      services: flag("Check the provider, metadata cache and subgraph, too"),
      format: formatOf("table, json or prometheus"),
      ...REPEAT,
      ...OUT,
    },
    () => import("./status/action.ts"),
  ),
  alphaTask(
    "sandbox",
    "Serve the sandbox of a network over JSON-RPC until Ctrl-C",
    {
      ...NAMES,
      description: "Networks; without any, that of --network, or the first one",
    },
    {
      port: withDefault(
        "8545",
        "Port of the first sandbox; others follow. 0: free ports",
      ),
      hostname: withDefault(
        "127.0.0.1",
        "The hostname or address to listen on",
      ),
      allowOrigin: "Web pages that may use it: origins, comma-separated",
      addressFile:
        "Write the addresses to this address.json; keep other entries",
      script: "Run this script on the sandbox once it is served",
      noCompile: flag("Do not compile the project before the script"),
      all: flag("Serve the sandboxes of all enabled networks"),
      accounts: flag("List all accounts of the sandboxes, not only three"),
    },
    () => import("./sandbox/action.ts"),
  ),
  alphaTask(
    "export",
    "Export the networks' addresses for other programs",
    NAMES,
    {
      format: withDefault(
        "json",
        "Output format: json, address-json, typescript, solidity …",
      ),
      check: "Compare this file with the export instead of printing it",
      abis: flag("With --format typescript: ABIs of your own contracts"),
      as: "With --format address-json: the key of the entry",
      checkFormat: withDefault(
        "table",
        "Format of --check: table, json, sarif or github",
      ),
      reveal: flag("Include URLs of variables, or that contain credentials"),
      ...OUT,
    },
    () => import("./export/action.ts"),
  ),
  alphaTask(
    "wallet",
    "Print the requests that add the networks and tokens to a wallet",
    NAMES,
    {
      online: flag("Read the tokens' symbols and decimals from the nodes"),
      sandbox: SANDBOX,
      format: formatOf("table, json or html (a page with buttons)"),
      reveal: flag("Include URLs of variables, or that contain credentials"),
      ...OUT,
    },
    () => import("./wallet/action.ts"),
  ),
  alphaTask(
    "lint",
    "Check portal files for mistakes, and compare them with the networks",
    {
      name: "files",
      description: "Portal files and address books, such as chains.config.js",
      type: ArgumentType.FILE,
      isVariadic: true,
    },
    {
      fix: flag("Repair checksums, misspelled fields and trailing slashes"),
      format: formatOf("table, json, sarif or github"),
      ...OUT,
    },
    () => import("./lint/action.ts"),
  ),
  alphaTask(
    "discover",
    "Read the registry of a marketplace from the address of its router",
    {
      name: "router",
      description: "The address of the marketplace's router",
      type: ArgumentType.STRING,
      isVariadic: false,
    },
    {
      rpcUrl: "A node's URL; ALPHA_DISCOVER_RPC_URL is for URLs with a key",
      maxBlockAge: "Maximum age of the latest block in seconds",
      format: formatOf("table, json, config or address-json"),
      as: "Network of --format config, or entry of --format address-json",
      ...OUT,
    },
    () => import("./discover/action.ts"),
  ),
  alphaTask(
    "init",
    "Write an example into this project: a script, a test, a CI workflow",
    {
      name: "example",
      description: "script, test, solidity or ci; without one, they are listed",
      type: ArgumentType.STRING_WITHOUT_DEFAULT,
      defaultValue: undefined,
      isVariadic: false,
    },
    {},
    () => import("./init/action.ts"),
  ),
];
