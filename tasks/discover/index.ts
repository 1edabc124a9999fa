import { ArgumentType } from "hardhat/types/arguments";
import { alphaTask, formatOf, OUT } from "../cli/arguments.ts";

export const discoverTask = alphaTask(
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
  () => import("./action.ts"),
);
