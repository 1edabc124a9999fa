import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { getAddress, keccak256 } from "viem";
import type { Address } from "../../src/base/address.ts";
import type { Hex } from "../../src/base/hex.ts";
import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import type { AlphaNetworkName } from "../../src/networks/definitions.ts";
import { createProviderTransport } from "../../src/rpc/provider-transport.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";
import { chainDriver } from "../../src/sandbox/driver.ts";
import { placeContractSet } from "../../src/sandbox/place-contract-set.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { planForNetwork } from "../../src/sandbox/plan.ts";
import { createAlphaHre } from "./alpha-hre.ts";
import { withRestoredChain } from "./sandbox-connection.ts";
import { planAddresses } from "./sandbox-plans.ts";

/** What a mutant can put in an entry's place; all but the account have code. */
export interface Replacements {
  readonly account: Address;
  readonly refusing: Address;
  readonly taking: Address;
  /** The same code as at an address, with no storage. */
  readonly unwiredCopy: (address: Address) => Address;
  /** What stands for an address in a second set, which is wired to itself. */
  readonly inSecondSet: (address: Address) => Address;
}

/** A network's sandbox, and beside it what a mistaken registry may name. */
export interface MutationChain {
  readonly network: ResolvedAlphaNetwork;
  readonly replacements: Replacements;
  readonly transport: RpcTransport;
  readonly request: (method: string, ...params: unknown[]) => Promise<unknown>;
  close(): Promise<void>;
}

/** What solc makes of `contract Empty {}`: it reverts whatever it is asked. */
const REFUSING_CODE =
  "0x6080604052600080fdfea26469706673582212208b0f2fd2b2cd1d4b1d1dd10a1b1ab3a1c6cd7f9b1d0e2a4f5d2f4ce9a1c7e30164736f6c634300080c0033";
/** STOP, behind a push: it returns nothing, and never fails. */
const TAKING_CODE = "0x600000";
const REFUSING: Address = "0x00000000000000000000000000000000000ef05E";
const TAKING: Address = "0x000000000000000000000000000000000057a90b";
const DEPLOYER: Hex = "0x7365636f6e642d7365742d6465706c6f7965722e";
const GAS_PRICE = 10n ** 11n;

/** Opens a chain for the tests of a suite; what a test changes is undone after it. */
export function withMutationChain(
  name: AlphaNetworkName,
  use: (chain: MutationChain) => void,
  options: Parameters<typeof createAlphaHre>[0] = {},
): void {
  withRestoredChain(
    async () => await openMutationChain(await createAlphaHre(options), name),
    use,
  );
}

/** The sandbox of a network as a user gets it. Close it. */
export async function openMutationChain(
  hre: HardhatRuntimeEnvironment,
  name: AlphaNetworkName,
): Promise<MutationChain> {
  const network = hre.config.alpha.networks[name];
  if (network === undefined) {
    throw new Error(`${name} is disabled`);
  }
  const connection = await hre.network.create(`${name}Sandbox`);
  const { provider } = connection;
  const request = (method: string, ...params: unknown[]) =>
    provider.request({ method, params });
  const plan = planForNetwork(network, hre.config.alpha.sandbox);
  const addresses = planAddresses(plan);

  for (const address of addresses) {
    const code = await request("eth_getCode", address, "latest");
    await request("hardhat_setCode", elsewhere(address, "copy"), code);
  }
  await request("hardhat_setCode", REFUSING, REFUSING_CODE);
  await request("hardhat_setCode", TAKING, TAKING_CODE);
  await request("evm_setAutomine", false);
  await placeContractSet(chainDriver(provider), secondSetOf(plan), {
    deployer: DEPLOYER,
    gasPrice: GAS_PRICE,
  });
  await request("evm_setAutomine", true);
  const [account] = Object(await request("eth_accounts"));

  return {
    network,
    replacements: replacementsOf(account),
    transport: createProviderTransport(provider),
    request,
    close: async () => {
      await connection.close();
    },
  };
}

/** An address of its own for each address and purpose. */
function elsewhere(address: Hex, purpose: string): Address {
  const hash = keccak256(
    `${getAddress(address)}${Buffer.from(purpose).toString("hex")}` as Hex,
  );
  return getAddress(`0x${hash.slice(-40)}`);
}

/** What a mutant can put in place of an address, on a chain that has all of it. */
export function replacementsOf(account: string): Replacements {
  return {
    account: getAddress(account),
    refusing: REFUSING,
    taking: TAKING,
    unwiredCopy: (address) => elsewhere(address, "copy"),
    inSecondSet: (address) => elsewhere(address, "second set"),
  };
}

/** The same set at other addresses. */
export function secondSetOf(plan: ContractSetPlan): ContractSetPlan {
  const moved = (address: Hex) => elsewhere(address, "second set");
  return {
    token: moved(plan.token),
    communityFeeCollector: moved(plan.communityFeeCollector),
    router: moved(plan.router),
    fixedPrice: moved(plan.fixedPrice),
    dispenser: moved(plan.dispenser),
    erc721Factory: moved(plan.erc721Factory),
    erc20Templates: plan.erc20Templates.map(moved),
    erc721Templates: plan.erc721Templates.map(moved),
    extraTokens: plan.extraTokens.map((token) => ({
      ...token,
      address: moved(token.address),
    })),
  };
}
