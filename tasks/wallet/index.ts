import { task } from "hardhat/config";
import {
  FORCE,
  flag,
  formatOf,
  NAMES,
  OUT,
  SANDBOX,
} from "../cli/arguments.ts";

export const walletTask = task(
  ["alpha", "wallet"],
  "Print the requests that add the networks and tokens to a wallet",
)
  .addVariadicArgument(NAMES)
  .addFlag(
    flag("online", "Read the tokens' symbols and decimals from the nodes"),
  )
  .addFlag(SANDBOX)
  .addOption(formatOf("table, json or html (a page with buttons)"))
  .addFlag(
    flag("reveal", "Include URLs of variables, or that contain credentials"),
  )
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
