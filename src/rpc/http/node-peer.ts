import type { HttpPeer } from "./answer-reader.ts";

/** A node, as it is spoken of. */
export const NODE: HttpPeer = { protocol: "JSON-RPC", name: "node" };
