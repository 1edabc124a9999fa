import { HardhatPluginError } from "hardhat/plugins";

/** viem wraps errors about three times; the limit ends cyclic causes. */
const MAX_CAUSES = 20;

/**
 * Makes the actions of a client throw the errors of Hardhat and of plugins, such as
 * those of the guard, without viem's wrappers. Hardhat's CLI would report those as
 * unexpected errors.
 */
export function withPluginErrors<T extends object>(client: T): T {
  for (const [name, action] of Object.entries(client)) {
    if (typeof action === "function") {
      Object.assign(client, {
        [name]: (...args: unknown[]) => {
          const result = action(...args);
          return result instanceof Promise ? result.catch(unwrap) : result;
        },
      });
    }
  }
  return client;
}

function unwrap(error: unknown): never {
  let inner = error;
  for (let depth = 0; inner instanceof Error && depth < MAX_CAUSES; depth++) {
    if (isPluginError(inner)) {
      throw inner;
    }
    inner = inner.cause;
  }
  throw error;
}

/**
 * Returns whether Hardhat or a plugin raised an error. Hardhat does not export
 * HardhatError.
 */
export function isPluginError(error: Error): boolean {
  return (
    HardhatPluginError.isHardhatPluginError(error) ||
    error.name === "HardhatError"
  );
}
