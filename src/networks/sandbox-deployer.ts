import type { Hex } from "../base/hex.ts";

/**
 * The text "alpha-sandbox-deploy" as an address. Nobody has its key, so it has sent
 * transactions on sandboxes only, which its nonce proves.
 */
export const SANDBOX_DEPLOYER: Hex =
  "0x616c7068612d73616e64626f782d6465706c6f79";
