import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { HardhatPluginError } from "hardhat/plugins";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { PLUGIN_ID } from "../../base/errors.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { encodeArguments, encodeCall } from "../../sandbox/encode-call.ts";
import { planForNetwork } from "../../sandbox/plan.ts";
import { type ChainState, readSandbox } from "../../sandbox/read-state.ts";
import { firstOthers } from "../../sandbox/sandbox-accounts.ts";
import { warnAboutOpcodes } from "./newer-opcodes.ts";

/** The part of Hardhat that builds the sandboxes of its Solidity tests. */
export type SolidityTestContext = Pick<
  HardhatRuntimeEnvironment,
  "artifacts" | "config" | "network" | "solidity"
>;

/**
 * Builds the sandboxes of Solidity tests: those of the networks whose names are in the
 * sources, if a compiled contract imports `AlphaSandbox.sol`.
 *
 * @returns what the contract reads, by network: the sandbox, or the error of a test that
 * uses it
 */
export async function sandboxStates(
  context: SolidityTestContext,
): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>();
  const sources = await sandboxSources(context);
  const { config, solidity } = context;
  const networks = Object.values(config.alpha.networks);
  if (sources.length > 0) {
    // Solidity tests run on the latest EVM version.
    await warnAboutOpcodes(context, networks, async ({ sourceName }) => {
      const file = join(config.paths.root, sourceName);
      return (await solidity.getScope(file)) !== "tests";
    });
  }
  for (const network of networks) {
    const { name } = network;
    // The sources are texts in JSON.
    const literals = [`\\"${name}\\"`, `'${name}'`];
    states.set(
      name,
      sources.some((text) => literals.some((one) => text.includes(one)))
        ? await sandboxState(context, network)
        : `The sandbox of ${name} was not built: write its name as a literal, as in AlphaSandbox("${name}")`,
    );
  }
  return states;
}

async function sandboxState(
  context: SolidityTestContext,
  network: ResolvedAlphaNetwork,
): Promise<string> {
  const { config } = context;
  const { tokens, values } = network;
  try {
    const plan = planForNetwork(network, config.alpha.sandbox);
    const { accounts, state } = await readSandbox(context, network);
    const { owner = accounts[0] } = plan;
    const [publisher, buyer] = firstOthers(accounts, owner);
    const addresses = [
      ...[plan.token, plan.communityFeeCollector, plan.router],
      ...[plan.fixedPrice, plan.dispenser, plan.erc721Factory],
      ...[tokens.euro.address, tokens.alpha.address],
      ...[owner, publisher, buyer],
    ].map((address) => address ?? ZERO);
    const listed = encodeArguments(
      ["uint256", "address[]", "address[]", "address[]", "address[]"],
      [
        ...[values.chainId, addresses],
        ...[plan.erc20Templates, plan.erc721Templates, accounts],
      ],
    );
    return JSON.stringify({
      state: [`0x${listed}`, ...(await restore(state))],
    });
  } catch (error) {
    if (HardhatPluginError.isHardhatPluginError(error)) {
      return error.message;
    }
    throw error;
  }
}

const ZERO = `0x${"00".repeat(20)}`;

/** The calls of cheatcodes that restore a state. */
async function restore(state: ChainState): Promise<string[]> {
  const calls: string[] = [];
  const add = async (...call: Parameters<typeof encodeCall>) => {
    calls.push(await encodeCall(...call));
  };
  const stored = ["address", "bytes32", "bytes32"];
  for (const { address, balance, nonce, code, storage } of state) {
    await add("deal", ["address", "uint256"], [address, balance]);
    await add("setNonce", ["address", "uint64"], [address, nonce]);
    if (code !== "0x") {
      await add("etch", ["address", "bytes"], [address, code]);
    }
    for (const [slot, value] of storage) {
      await add("store", stored, [address, slot, value]);
    }
  }
  return calls;
}

/** How Hardhat names the package in the sources of a build. */
const SOURCE_PREFIX = `npm/${PLUGIN_ID}@`;
const SOURCE = "/contracts/AlphaSandbox.sol";

/** The inputs of the project's builds that include the sandbox contract, as JSON. */
async function sandboxSources({
  solidity,
}: SolidityTestContext): Promise<readonly string[]> {
  const sources: string[] = [];
  for (const scope of ["contracts", "tests"] as const) {
    const artifacts = await solidity.getArtifactsDirectory(scope);
    const folder = join(artifacts, "build-info");
    for (const name of await readdir(folder).catch(() => [])) {
      const isInput = !name.endsWith(".output.json");
      const text = isInput ? await readFile(join(folder, name), "utf8") : "";
      if (text.includes(SOURCE_PREFIX) && text.includes(SOURCE)) {
        sources.push(text);
      }
    }
  }
  return sources;
}
