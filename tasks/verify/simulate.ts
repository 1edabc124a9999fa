import type {
  EdrNetworkUserConfig,
  HttpNetworkUserConfig,
} from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { alphaError } from "../../src/base/errors.ts";
import { type Cause, explain } from "../../src/base/problems.ts";
import {
  askNode,
  expectationsOf,
  isSandboxNetwork,
} from "../../src/connect/ask-networks.ts";
import { judgeChain } from "../../src/connect/judge-chain.ts";
import { whyOutdated } from "../../src/connect/judge-freshness.ts";
import { prepareTransport } from "../../src/connect/open-transport.ts";
import { readNodeView } from "../../src/connect/read-node-view.ts";
import type {
  Reachable,
  SelectedNetwork,
} from "../../src/connect/select-networks.ts";
import { FORK_HARDFORK } from "../../src/networks/hardforks.ts";
import { verificationTargets } from "../../src/verify/expect/targets.ts";
import type { JudgedReport } from "../../src/verify/found.ts";
import { lockedNetworkOf } from "../../src/verify/lock/renamed.ts";
import type { Lock } from "../../src/verify/lock-file/lock-file.ts";
import { readLock } from "../../src/verify/lock-file/parse-lock.ts";
import { readTransactions } from "../../src/verify/simulate/read-transactions.ts";
import { simulate } from "../../src/verify/simulate/simulate.ts";
import { taskConnections } from "../cli/task-connections.ts";
import type { SimulationArguments } from "./arguments.ts";

type Selected = Extract<SelectedNetwork, { readonly hardhatNetwork: string }>;

const FORK_DOUBT =
  "a fork caches its node's answers. Compare the network itself with --lock";

/**
 * Simulates transactions on a network: on a fork of it in this process, or in
 * its sandbox.
 *
 * @throws HardhatPluginError on wrong input, before any node is queried.
 */
export async function simulateOn(
  hre: HardhatRuntimeEnvironment,
  [selected, other]: readonly SelectedNetwork[],
  lock: Lock | undefined,
  args: SimulationArguments,
): Promise<JudgedReport> {
  if (selected === undefined || other || selected.hardhatNetwork === null) {
    throw alphaError("A simulation requires exactly one network.");
  }
  const { chain, limits } = expectationsOf(selected);
  const { chainId } = chain;
  const list = await readTransactions(args, chainId);
  const names = await hre.artifacts.getAllFullyQualifiedNames();
  const artifacts = [...names].map(async (name) => {
    const { abi } = await hre.artifacts.readArtifact(name);
    return abi;
  });
  const { hardhatNetwork, network } = selected;
  const live = hre.userConfig.networks?.[hardhatNetwork];
  const isLive = live?.type === "http";
  const name = isLive ? `${hardhatNetwork}Simulation` : hardhatNetwork;
  return await simulate(
    isLive ? await forkOf(hre, selected, live, name) : taskConnections(hre),
    name,
    {
      ...list,
      hardhatNetwork,
      targets: verificationTargets(network, isSandboxNetwork(selected)),
      allowed: (args.allow ?? "").split(",").flatMap((id) => id.trim() || []),
      locked: lockedNetworkOf(
        { hardhatNetwork, contracts: network.contracts },
        lock ?? (await readLock(hre.config.paths.root)).lock,
      ),
      isLockRequired: args.lock,
      strict: args.strict,
      doubt: isLive || limits.isFork ? FORK_DOUBT : undefined,
      abis: await Promise.all(artifacts),
    },
  );
}

/** The project with a fork of a live network, which opens at the latest block. */
async function forkOf(
  hre: HardhatRuntimeEnvironment,
  selected: Selected,
  { url, httpHeaders = {} }: HttpNetworkUserConfig,
  name: string,
): Promise<Reachable> {
  const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
  const { userConfig, globalOptions, config } = hre;
  const alpha = userConfig.alpha?.networks?.[selected.network.name];
  const { hardfork = FORK_HARDFORK } = alpha || {};
  const forking = { url, httpHeaders };
  const fork: EdrNetworkUserConfig = {
    type: "edr-simulated",
    alphaNetwork: selected.network.name,
    chainId: expectationsOf(selected).chain.chainId,
    hardfork,
    forking,
  };
  const networks = { ...userConfig.networks, [name]: fork };
  const forked = await createHardhatRuntimeEnvironment(
    { ...userConfig, networks },
    globalOptions,
    config.paths.root,
  );
  const create = async () => {
    const blockNumber = await latestBlock(hre, selected);
    const override = { forking: { ...forking, blockNumber } };
    return await forked.network.create({ network: name, override });
  };
  return { config: forked.config, network: { create } };
}

/**
 * The number of the block to fork.
 *
 * @throws HardhatPluginError if it could not be read, is that of another chain, or is too
 * old to tell what the transactions would change now.
 */
async function latestBlock(
  hre: HardhatRuntimeEnvironment,
  selected: Selected,
): Promise<number> {
  const { hardhatNetwork } = selected;
  const { chain, limits } = expectationsOf(selected);
  const refuse = (cause: Cause, network = hardhatNetwork): never => {
    throw alphaError(`${network} cannot be forked: ${explain(cause)}`);
  };
  return await askNode(await prepareTransport(hre, selected), {
    ask: async (transport) => {
      const view = await readNodeView(transport, chain);
      const { head } = view;
      const network = `${hardhatNetwork} at ${transport.endpoint}`;
      if (!head.ok) {
        return refuse(head, network);
      }
      const judged = judgeChain(view, chain);
      // The head of another chain says nothing of the network.
      const cause =
        judged.verdict === "right" ? whyOutdated({ view, limits }) : judged;
      return cause ? refuse(cause, network) : Number(head.value.number);
    },
    unreachable: refuse,
  });
}
