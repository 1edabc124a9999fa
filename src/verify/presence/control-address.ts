import { randomBytes } from "node:crypto";
import type { Hex } from "../../rpc/types.ts";

/** A random address: an honest node has no code there. */
export function controlAddress(): Hex {
  return `0x${randomBytes(20).toString("hex")}`;
}
