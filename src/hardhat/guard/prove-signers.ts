import { isRecord } from "../../base/records.ts";

const SIGNERS = ["getSigner", "getSigners"] as const;

/**
 * Runs a check before `connection.ethers` makes a signer, which may sign without a
 * request. hardhat-ethers may add its helpers before or after this plugin.
 */
export function proveSigners(
  connection: object,
  prove: () => Promise<void>,
): void {
  let helpers = proved(Reflect.get(connection, "ethers"), prove);
  Object.defineProperty(connection, "ethers", {
    configurable: true,
    enumerable: helpers !== undefined,
    get: () => helpers,
    set: (value: unknown) => {
      helpers = proved(value, prove);
    },
  });
}

function proved(helpers: unknown, prove: () => Promise<void>): unknown {
  if (!isRecord(helpers)) {
    return helpers;
  }
  for (const name of SIGNERS) {
    const make = helpers[name];
    if (typeof make === "function") {
      Object.assign(helpers, {
        [name]: async (...args: readonly unknown[]) => {
          await prove();
          return await make(...args);
        },
      });
    }
  }
  return helpers;
}
