import type { Hex } from "../rpc/types.ts";

/**
 * The text "alpha-sandbox-deploy": nobody has its key, so it has sent
 * transactions on sandboxes alone. Its nonce, which no node lowers, is what
 * remains of it there.
 */
export const SANDBOX_DEPLOYER: Hex =
  "0x616c7068612d73616e64626f782d6465706c6f79";
