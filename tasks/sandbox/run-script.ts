import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { HardhatConfig } from "hardhat/types/config";
import { alphaError } from "../../src/base/errors.ts";
import { enabledNetwork } from "../../src/config/configured-networks.ts";
import {
  LayeredUrl,
  NODE_PART,
  servedVariable,
  variableName,
} from "../../src/config/layered-url.ts";
import type { StartedSandbox } from "../../src/sandbox/start-sandboxes.ts";

/**
 * Runs a script like `hardhat run`, in a process where the live networks of the served
 * sandboxes are these. Its network is that of the first one.
 *
 * @param run the arguments of `hardhat run`, of which the last one is the script
 * @param signal ends the script
 * @throws HardhatPluginError if it fails, or if the config has a URL of its own for one of
 * the networks, since the script would run there.
 */
export async function runScript(
  run: readonly string[],
  sandboxes: readonly StartedSandbox[],
  { alpha, networks, paths }: HardhatConfig,
  signal: AbortSignal,
): Promise<void> {
  const served = new Set(sandboxes.map(({ network }) => network));
  for (const [name, config] of Object.entries(networks)) {
    const { type, alphaNetwork: network } = config;
    const isOfServed = network !== undefined && served.has(network);
    if (type === "http" && isOfServed && !(config.url instanceof LayeredUrl)) {
      throw alphaError(
        `--script would run on the node of networks.${name}.url in the Hardhat config, and not on the sandbox. Set that URL as alpha.networks.${network}.url, and remove networks.${name}.url.`,
      );
    }
  }
  // Of two of one network, the first counts.
  const urls = sandboxes.toReversed().flatMap(({ network, url }) => {
    const name = variableName(network, NODE_PART);
    return [name, servedVariable(name)].map((one) => [one, url] as const);
  });
  const live = enabledNetwork(alpha, sandboxes[0]?.network)?.hardhatNetwork;
  if (live?.name == null) {
    throw alphaError(`--script has no network to run on: ${live?.reason}.`);
  }
  const cli = fileURLToPath(new URL("cli.js", import.meta.resolve("hardhat")));
  const config = paths.config === undefined ? [] : ["--config", paths.config];
  const child = spawn(
    process.execPath,
    [cli, ...config, "run", ...run, "--network", live.name],
    {
      env: { ...process.env, ...Object.fromEntries(urls) },
      stdio: ["ignore", "inherit", "inherit"],
      signal,
      killSignal: "SIGKILL",
    },
  );
  const [code] = await once(child, "close");
  if (code !== 0) {
    throw alphaError(
      `The script ${run.at(-1)} failed on ${live.name}: see its output above. The sandbox was stopped.`,
    );
  }
}
