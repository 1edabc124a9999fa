import { mkdir, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HardhatPluginError } from "hardhat/plugins";
import type { HookContext } from "hardhat/types/hooks";
import { PLUGIN_ID } from "../../base/errors.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { writeTextFile } from "../../files/write-text.ts";
import { genesisAllocation } from "../../sandbox/genesis.ts";
import { planForNetwork } from "../../sandbox/plan.ts";
import { readSandbox } from "../../sandbox/read-state.ts";
import { allocationFile } from "./allocation-file.ts";

/** What is needed of Hardhat to prepare its Solidity tests. */
export type SolidityTestContext = Pick<
  HookContext,
  "config" | "network" | "solidity"
>;

/**
 * Prepares the sandboxes of the networks for Solidity tests, if a compiled contract
 * imports `AlphaSandbox.sol`: writes the allocation file of each network, and sets the
 * environment variable from which the contract reads the addresses. Cheatcodes read
 * the environment of this process.
 *
 * @throws HardhatPluginError if a file cannot be written.
 */
export async function prepareSolidityTests(
  context: SolidityTestContext,
): Promise<void> {
  if (!(await usesSandbox(context))) {
    return;
  }
  for (const network of Object.values(context.config.alpha.networks)) {
    process.env[`${VARIABLE}${network.name}`] = JSON.stringify(
      await sandboxOf(context, network),
    );
  }
}

/** The prefix of the variables that `AlphaSandbox.sol` reads. */
const VARIABLE = "HARDHAT_ALPHA_NETWORKS_";

/** What `AlphaSandbox.sol` reads; the error is that of a test that uses the network. */
type SandboxData =
  | { readonly error: string }
  | Readonly<Record<string, string | number | readonly string[] | undefined>>;

async function sandboxOf(
  { config, network: connections }: SolidityTestContext,
  network: ResolvedAlphaNetwork,
): Promise<SandboxData> {
  const { name, tokens, values } = network;
  try {
    const { extraTokens, tokenHoldings, owner, ...contracts } = planForNetwork(
      network,
      config.alpha.sandbox,
    );
    const { accounts, state } = await readSandbox(connections, network);
    const allocation = allocationFile(config.paths, name);
    // If it cannot be created, writing the file reports the reason.
    await mkdir(dirname(allocation), { recursive: true }).catch(() => {});
    await writeTextFile(allocation, JSON.stringify(genesisAllocation(state)));
    return {
      ...contracts,
      euro: tokens.euro.address,
      alpha: tokens.alpha.address,
      chainId: values.chainId,
      accounts,
      allocation,
    };
  } catch (error) {
    if (HardhatPluginError.isHardhatPluginError(error)) {
      return { error: error.message };
    }
    throw error;
  }
}

/** How Hardhat names the package in the sources of a build. */
const SOURCE_PREFIX = `npm/${PLUGIN_ID}@`;
const SOURCE = "/contracts/AlphaSandbox.sol";

/** Whether a build of the project includes the sandbox contract. */
async function usesSandbox({
  solidity,
}: Pick<SolidityTestContext, "solidity">): Promise<boolean> {
  for (const scope of ["contracts", "tests"] as const) {
    const artifacts = await solidity.getArtifactsDirectory(scope);
    const folder = join(artifacts, "build-info");
    for (const name of await readdir(folder).catch(() => [])) {
      const isInput = !name.endsWith(".output.json");
      const text = isInput ? await readFile(join(folder, name), "utf8") : "";
      if (text.includes(SOURCE_PREFIX) && text.includes(SOURCE)) {
        return true;
      }
    }
  }
  return false;
}
