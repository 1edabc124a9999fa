import { task } from "hardhat/config";

import { FORCE, FORMAT, NAMES, OUT, SANDBOX } from "../cli/arguments.ts";

export const walletTask = task(
  ["alpha", "wallet"],
  "Print what adds the networks and their payment tokens to a wallet, checked against wallets' rules. Exit code 1: a rule is broken; 2: a value is unset or unread",
)
  .addVariadicArgument(NAMES)
  .addFlag({
    name: "online",
    description: "Read the tokens' symbols and decimals from their contracts",
  })
  .addFlag({
    ...SANDBOX,
    description:
      "Read the tokens' symbols and decimals from the in-process sandboxes",
  })
  .addOption({
    ...FORMAT,
    description:
      "How to print it: table, json, or html for a page with buttons",
  })
  .addFlag({
    name: "reveal",
    description:
      "Write URLs that come from configuration variables or carry credentials",
  })
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
