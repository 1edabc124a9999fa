import { encodeFunctionData, getAddress } from "viem";
import type { Address } from "../../src/base/address.ts";
import type { Hex } from "../../src/base/hex.ts";
import {
  type ContractName,
  contractArtifact,
} from "../../src/contracts/contract-artifact.ts";
import type { MutationChain as EdrChain } from "./mutation-chain.ts";
import type { SANDBOX_PLANS } from "./sandbox-plans.ts";

/** What is changed on a chain while the registry stays as it is. */
export const CONTROL_CLASSES = [
  "an owner",
  "a fee",
  "a list of the router",
  "a template of the factory",
  "a token",
  "code that looks right",
  "what a proxy runs",
] as const;

/** What changes need of a chain. */
export type MutationChain = Pick<EdrChain, "request" | "replacements">;

/** One change on chain, by whoever controls the contracts. */
export interface ControlMutation {
  readonly mutation: (typeof CONTROL_CLASSES)[number];
  readonly name: string;
  readonly change: (chain: MutationChain) => Promise<unknown>;
  /** The ids of what the lock calls changed. */
  readonly changed: readonly string[];
}

export const ATTACKER: Address = "0x000000000000000000000000000000000000dEaD";
const IMPLEMENTATION_SLOT =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const BEACON_SLOT =
  "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
const ADMIN_SLOT =
  "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103";
/** It runs the code of the address in its implementation slot. */
export const PROXY_CODE: Hex = `0x366000600037600060003660007f${IMPLEMENTATION_SLOT.slice(2)}545af43d6000803e3d6000f3`;

/** Every privileged value of a fresh set, changed. */
export function controlMutations(
  plan: typeof SANDBOX_PLANS.devnet.plan,
): readonly ControlMutation[] {
  const router = (functionName: string, ...args: unknown[]) =>
    sending("FactoryRouter", plan.router, functionName, args);
  const factory = (functionName: string, ...args: unknown[]) =>
    sending("ERC721Factory", plan.erc721Factory, functionName, args);
  const one = (
    mutation: ControlMutation["mutation"],
    name: string,
    change: ControlMutation["change"],
    ...changed: string[]
  ): ControlMutation => ({ mutation, name, change, changed });
  const fees = [10n ** 15n, 2n * 10n ** 15n, 3n * 10n ** 16n, 0n];
  const fee = (place: number) =>
    router("updateOPCFee", ...fees.with(place, 5n * 10n ** 17n));
  const [template] = plan.erc20Templates;
  const elsewhere = (chain: MutationChain, address: Hex) =>
    chain.replacements.inSecondSet(address);
  return [
    one(
      "an owner",
      "the router's",
      router("changeRouterOwner", ATTACKER),
      "router.owner",
    ),
    one(
      "an owner",
      "the factory's",
      factory("transferOwnership", ATTACKER),
      "factory.owner",
    ),
    one(
      "an owner",
      "the factory's, given up",
      factory("renounceOwnership"),
      "factory.owner",
    ),
    one(
      "an owner",
      "the router's, now a contract",
      router("changeRouterOwner", plan.dispenser),
      "router.owner",
    ),
    one(
      "an owner",
      "the router's account has code now",
      async (chain) =>
        await setCode(chain, chain.replacements.account, "0x600000"),
      "router.owner",
      "factory.owner",
      "collector.owner",
      "collector.payee",
      "registry.Alpha.owner",
    ),
    one(
      "an owner",
      "the fee collector's",
      sending(
        "OPFCommunityFeeCollector",
        plan.communityFeeCollector,
        "transferOwnership",
        [ATTACKER],
      ),
      "collector.owner",
    ),
    one(
      "an owner",
      "the fee collector's payee",
      sending(
        "OPFCommunityFeeCollector",
        plan.communityFeeCollector,
        "changeCollector",
        [ATTACKER],
      ),
      "collector.payee",
    ),
    one("a fee", "swapping approved tokens", fee(0), "router.swapFeeApproved"),
    one("a fee", "swapping other tokens", fee(1), "router.swapFeeOther"),
    one("a fee", "consuming", fee(2), "router.consumeFee"),
    one("a fee", "of providers", fee(3), "router.providerFee"),
    one(
      "a list of the router",
      "a foreign token approved",
      router("addApprovedToken", ATTACKER),
      "router.approvedTokens",
    ),
    one(
      "a list of the router",
      "a token no longer approved",
      router("removeApprovedToken", plan.token),
      "router.approvedTokens",
    ),
    one(
      "a list of the router",
      "a foreign exchange",
      router("addFixedRateContract", ATTACKER),
      "router.exchanges",
    ),
    one(
      "a list of the router",
      "a foreign dispenser",
      router("addDispenserContract", ATTACKER),
      "router.dispensers",
    ),
    one(
      "a list of the router",
      "a side-staking contract",
      router("addSSContract", ATTACKER),
      "router.sideStaking",
    ),
    one(
      "a list of the router",
      "no pool template",
      router("removePoolTemplate", ATTACKER),
      "router.poolTemplates",
    ),
    one(
      "a list of the router",
      "the vesting period",
      router("updateMinVestingPeriod", 1n),
      "router.minVestingPeriod",
    ),
    one(
      "a template of the factory",
      "a foreign datatoken template",
      async (chain) =>
        await factory("addTokenTemplate", elsewhere(chain, template))(chain),
      "factory.tokenTemplates",
    ),
    one(
      "a template of the factory",
      "a foreign NFT template",
      async (chain) =>
        await factory(
          "add721TokenTemplate",
          elsewhere(chain, plan.erc721Templates[0]),
        )(chain),
      "factory.nftTemplates",
    ),
    one(
      "a template of the factory",
      "one switched off",
      factory("disableTokenTemplate", 2n),
      "factory.tokenTemplates",
    ),
    one(
      "a template of the factory",
      "one initialised by anybody",
      sending("ERC20Template", template, "initialize", [
        ["name", "symbol"],
        [ATTACKER, ATTACKER, ATTACKER, ATTACKER, plan.router],
        [ATTACKER, plan.router],
        [10n ** 18n, 0n],
        [],
      ]),
      "registry.ERC20Template[0].initialized",
    ),
    one(
      "a token",
      "the Alpha token's owner",
      sending("OceanToken", plan.token, "transferOwnership", [ATTACKER]),
      "registry.Alpha.owner",
    ),
    one(
      "a token",
      "its owner, who alone could mint",
      sending("OceanToken", plan.token, "renounceOwnership", []),
      "registry.Alpha.owner",
    ),
  ];
}

/** Ways in which other code takes a contract's place and answers like it. */
export const IMPOSTORS: readonly {
  readonly name: string;
  readonly place: (chain: MutationChain, of: Hex) => Promise<void>;
}[] = [
  {
    name: "a mimic that answers every view",
    place: async (chain, of) =>
      await setCode(chain, of, `${await codeOf(chain, of)}00`),
  },
  {
    name: "a clone (EIP-1167) of a mimic",
    place: async (chain, of) => {
      await placeMimic(chain, of);
      await setCode(
        chain,
        of,
        `0x363d3d373d3d3d363d73${digitsOf(MIMIC)}5af43d82803e903d91602b57fd5bf3`,
      );
    },
  },
  {
    name: "a clone (EIP-7511) of a mimic",
    place: async (chain, of) => {
      await placeMimic(chain, of);
      await setCode(
        chain,
        of,
        `0x365f5f375f5f365f73${digitsOf(MIMIC)}5af43d5f5f3e5f3d91602a57fd5bf3`,
      );
    },
  },
  {
    name: "an upgradable proxy to the right code",
    place: async (chain, of) => {
      await setCode(chain, MIMIC, await codeOf(chain, of));
      await setCode(chain, of, PROXY_CODE);
      await setSlot(chain, of, IMPLEMENTATION_SLOT, MIMIC);
      await setSlot(chain, of, ADMIN_SLOT, ATTACKER);
    },
  },
  {
    name: "a clone of an upgradable proxy, with a slot of its own",
    place: async (chain, of) => {
      await setCode(chain, MIMIC, await codeOf(chain, of));
      await setCode(chain, PROXY, PROXY_CODE);
      await setCode(
        chain,
        of,
        `0x363d3d373d3d3d363d73${digitsOf(PROXY)}5af43d82803e903d91602b57fd5bf3`,
      );
      await setSlot(chain, of, IMPLEMENTATION_SLOT, MIMIC);
    },
  },
  {
    name: "a beacon proxy",
    place: async (chain, of) => {
      await setCode(chain, MIMIC, await codeOf(chain, of));
      // It returns the mimic's address, whatever it is asked.
      await setCode(chain, BEACON, `0x73${digitsOf(MIMIC)}60005260206000f3`);
      await setCode(
        chain,
        of,
        // The same as the other proxy, with the address in its code.
        `0x3660006000376000600036600073${digitsOf(MIMIC)}5af43d6000803e3d6000f3`,
      );
      await setSlot(chain, of, BEACON_SLOT, BEACON);
    },
  },
];

/** What changes behind a proxy whose code is accepted. */
export const UPGRADES: readonly {
  readonly name: string;
  /** Of {@link IMPOSTORS}. */
  readonly behind: string;
  readonly change: (chain: MutationChain, of: Hex) => Promise<void>;
}[] = [
  {
    name: "another implementation",
    behind: "an upgradable proxy to the right code",
    change: async (chain, of) => {
      await setCode(chain, OTHER, `${await codeOf(chain, MIMIC)}00`);
      await setSlot(chain, of, IMPLEMENTATION_SLOT, OTHER);
    },
  },
  {
    name: "other code at the implementation",
    behind: "an upgradable proxy to the right code",
    change: async (chain) =>
      await setCode(chain, MIMIC, `${await codeOf(chain, MIMIC)}00`),
  },
  {
    name: "another admin",
    behind: "an upgradable proxy to the right code",
    change: async (chain, of) => await setSlot(chain, of, ADMIN_SLOT, OTHER),
  },
  {
    name: "another implementation behind a clone",
    behind: "a clone of an upgradable proxy, with a slot of its own",
    change: async (chain, of) => {
      await setCode(chain, OTHER, `${await codeOf(chain, MIMIC)}00`);
      await setSlot(chain, of, IMPLEMENTATION_SLOT, OTHER);
    },
  },
  {
    name: "other code behind a clone",
    behind: "a clone (EIP-1167) of a mimic",
    change: async (chain) =>
      await setCode(chain, MIMIC, `${await codeOf(chain, MIMIC)}00`),
  },
  {
    name: "another beacon",
    behind: "a beacon proxy",
    change: async (chain, of) => {
      await setCode(chain, OTHER, await codeOf(chain, BEACON));
      await setSlot(chain, of, BEACON_SLOT, OTHER);
    },
  },
];

const MIMIC: Hex = "0x00000000000000000000000000000000000313c1";
const PROXY: Hex = "0x0000000000000000000000000000000000019670";
const BEACON: Hex = "0x00000000000000000000000000000000000beac0";
const OTHER: Hex = "0x00000000000000000000000000000000000074e2";

async function placeMimic(chain: MutationChain, of: Hex): Promise<void> {
  await setCode(chain, MIMIC, `${await codeOf(chain, of)}00`);
}

function digitsOf(address: Hex): string {
  return address.slice(2).toLowerCase();
}

async function codeOf(chain: MutationChain, address: Hex): Promise<string> {
  return String(await chain.request("eth_getCode", address, "latest"));
}

async function setCode(
  chain: MutationChain,
  address: Hex,
  code: string,
): Promise<void> {
  await chain.request("hardhat_setCode", address, code);
}

async function setSlot(
  chain: MutationChain,
  address: Hex,
  slot: string,
  value: Hex,
): Promise<void> {
  await chain.request(
    "hardhat_setStorageAt",
    address,
    slot,
    `0x${digitsOf(value).padStart(64, "0")}`,
  );
}

/**
 * Deploys a contract from the account that owns the set.
 *
 * @param args of the constructor, all of them addresses
 */
export async function deployFrom(
  { request, replacements: { account } }: MutationChain,
  creationCode: string,
  args: readonly Hex[] = [],
): Promise<Hex> {
  const words = args.map((arg) => digitsOf(arg).padStart(64, "0"));
  const data = `${creationCode}${words.join("")}`;
  const hash = await request("eth_sendTransaction", { from: account, data });
  const receipt = await request("eth_getTransactionReceipt", hash);
  return getAddress(String(Object(receipt).contractAddress));
}

/** A transaction of the account that owns the set. */
export function sending(
  contract: ContractName,
  to: Hex,
  functionName: string,
  args: readonly unknown[],
): ControlMutation["change"] {
  return async ({ request, replacements: { account } }) => {
    const { abi } = await contractArtifact(contract);
    await request("eth_sendTransaction", {
      from: account,
      to,
      data: encodeFunctionData({ abi, functionName, args }),
    });
  };
}
