import { HardhatPluginError } from "hardhat/plugins";

/** viem wraps an error about three times. */
const MOST_WRAPPED = 20;

/**
 * Lets plugins' own errors leave a client as they are, such as the guard's refusal.
 * viem's actions wrap them in their own errors, which Hardhat's CLI takes for
 * unexpected ones.
 */
export function withPluginErrors<T extends object>(client: T): T {
  for (const [name, action] of Object.entries(client)) {
    if (isFunction(action)) {
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
  for (let depth = 0; depth < MOST_WRAPPED; depth++) {
    if (!(inner instanceof Error)) {
      break;
    }
    if (HardhatPluginError.isHardhatPluginError(inner)) {
      throw inner;
    }
    inner = inner.cause;
  }
  throw error;
}

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === "function";
}
