import { createRequire } from "node:module";
import type * as Undici from "undici";

/** What connections without a proxy need of undici. */
type DirectUndici = Pick<typeof Undici, "Agent" | "buildConnector">;

/** Loads CommonJS without Hardhat's hook for TypeScript, which takes twice as long. */
const load = createRequire(import.meta.url);

/** Loads the whole of undici. */
export function loadUndici(): typeof Undici {
  return load("undici");
}

/**
 * Loads what connections without a proxy need of undici, which takes half as long as
 * its entry: that also loads caches, mocks, WebSockets and `fetch`. If a release has
 * other files, this is the whole of undici.
 */
export function loadDirectUndici(): DirectUndici {
  try {
    // As its entry does.
    Object.assign(
      load("undici/lib/dispatcher/dispatcher.js").prototype,
      load("undici/lib/api/index.js"),
    );
    const parts: DirectUndici = {
      Agent: load("undici/lib/dispatcher/agent.js"),
      buildConnector: load("undici/lib/core/connect.js"),
    };
    return isComplete(parts) ? parts : loadUndici();
  } catch {
    return loadUndici();
  }
}

const isComplete = ({ Agent, buildConnector }: DirectUndici): boolean =>
  typeof Agent?.prototype?.request === "function" &&
  typeof buildConnector === "function";
