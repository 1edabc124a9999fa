import type { ResolvedConfigurationVariable } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { alphaError, PLUGIN_ID } from "../../base/errors.ts";

/**
 * Passes the sandboxes to Solidity tests, as aliases of their `rpcEndpoints`. Of the
 * cheatcodes that give a test text from outside, `rpcUrl` is the one that Hardhat
 * repeats to find out where a test failed: after others, it shows no stack trace.
 * Hardhat reads the aliases for each run, after it compiled the tests.
 */
export function addTestEndpoints(hre: HardhatRuntimeEnvironment): void {
  const { alpha, test } = hre.config;
  const names = Object.keys(alpha.networks);
  let states: Promise<ReadonlyMap<string, string>> | undefined;
  const readStates = async () =>
    (await import("./sandbox-states.ts")).sandboxStates(hre);
  const endpoints = Object.fromEntries([
    [
      PLUGIN_ID,
      // Read first: the contracts may have changed since the last run.
      textVariable(async () => {
        states = readStates();
        await states;
        return names.join(", ");
      }),
    ],
    ...names.map((network) => [
      `${PLUGIN_ID}/${network}`,
      textVariable(async () => (await states)?.get(network) ?? ""),
    ]),
  ]);
  for (const profile of Object.values(test.solidity.profiles)) {
    profile.forking = {
      ...profile.forking,
      rpcEndpoints: { ...endpoints, ...profile.forking?.rpcEndpoints },
    };
  }
}

/** A variable whose value is not cached. */
function textVariable(
  get: () => Promise<string>,
): ResolvedConfigurationVariable {
  const reject = () => Promise.reject(alphaError("Expected a text."));
  return {
    _type: "ResolvedConfigurationVariable",
    format: "{variable}",
    get,
    getUrl: reject,
    getBigInt: reject,
    getHexString: reject,
  };
}
