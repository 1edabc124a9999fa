import { task } from "hardhat/config";

import { FORCE, FORMAT, NAMES, OUT, SANDBOX } from "../cli/arguments.ts";

export const walletTask = task(
  ["alpha", "wallet"],
  "Print the requests that add the networks and their payment tokens to a wallet, checked against wallets' rules. Exit code 1: a rule is broken; 2: a value is not set or could not be read",
)
  .addVariadicArgument(NAMES)
  .addFlag({
    name: "online",
    description: "Read the tokens' symbols and decimals from their contracts",
  })
  .addFlag(SANDBOX)
  .addOption({
    ...FORMAT,
    description: "Output format: table, json, or html for a page with buttons",
  })
  .addFlag({
    name: "reveal",
    description:
      "Include URLs that come from configuration variables or contain credentials",
  })
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
