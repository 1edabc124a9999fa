import {
  alphaTask,
  flag,
  formatOf,
  NAMES,
  OUT,
  SANDBOX,
} from "../cli/arguments.ts";

export const walletTask = alphaTask(
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
  () => import("./action.ts"),
);
