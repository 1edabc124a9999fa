import { encodeFunctionData, getAddress } from "viem";
import type { Address } from "../../src/base/address.ts";
import type { Hex } from "../../src/base/hex.ts";
import type { Severity } from "../../src/base/problems.ts";
import {
  type ContractName,
  contractArtifact,
} from "../../src/contracts/contract-artifact.ts";
import type { MutationChain as EdrChain } from "./mutation-chain.ts";
import { PROXY_SLOTS } from "./proxy-slots.ts";
import { SANDBOX_PLANS } from "./sandbox-plans.ts";

/** What changes need of a chain. */
export type MutationChain = Pick<EdrChain, "request" | "replacements">;

type Change = (chain: MutationChain) => Promise<unknown>;
type ChangeOf = (chain: MutationChain, of: Hex) => Promise<unknown>;

/** One change on chain, by whoever controls the contracts. */
export interface ControlMutation {
  readonly name: string;
  readonly change: Change;
  /** What the report says of each fact that the lock calls changed, by its id. */
  readonly says: Readonly<Record<string, string>>;
  readonly severity: Severity;
}

export const ATTACKER: Address = "0x000000000000000000000000000000000000dEaD";
/** The first development account, which owns the set. */
export const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
/** It runs the code of the address in its implementation slot. */
export const PROXY_CODE: Hex = `0x366000600037600060003660007f${PROXY_SLOTS.implementation.slice(2)}545af43d6000803e3d6000f3`;

const { plan } = SANDBOX_PLANS.devnet;
const [TEMPLATE] = plan.erc20Templates;
const COLLECTOR = "AlphaCommunityFeeCollector";

const router = (functionName: string, ...args: unknown[]) =>
  sending("FactoryRouter", plan.router, functionName, args);
const factory = (functionName: string, ...args: unknown[]) =>
  sending("ERC721Factory", plan.erc721Factory, functionName, args);
const collector = sending(
  "OPFCommunityFeeCollector",
  plan.communityFeeCollector,
  "changeCollector",
  [ATTACKER],
);

function byOwner(of: string): string {
  return `, changed by the ${of}'s owner: account at ${OWNER}`;
}

function ofRouter(fact: string, words: string): ControlMutation["says"] {
  return { [`router.${fact}`]: `Router ${words}${byOwner("Router")}` };
}

function ownerOf(
  contract: string,
  prefix: string,
  to = `${ATTACKER} (account)`,
): ControlMutation["says"] {
  return {
    [`${prefix}.owner`]: `${contract} owner: ${OWNER} (account) → ${to}${byOwner(contract)}`,
  };
}

const NOBODY = "0x0000000000000000000000000000000000000000 (nobody)";
type Rows = Readonly<
  Record<string, readonly [Change, ControlMutation["says"]]>
>;

/**
 * A change of each kind of privileged value, in groups of one severity. Each function
 * that changes one is tried as a transaction to simulate.
 */
const CHANGES: readonly (readonly [string, Severity, Rows])[] = [
  [
    "an owner",
    "control",
    {
      "the router's": [
        router("changeRouterOwner", ATTACKER),
        ownerOf("Router", "router"),
      ],
      "the factory's": [
        factory("transferOwnership", ATTACKER),
        ownerOf("ERC721Factory", "factory"),
      ],
      "the factory's, given up": [
        factory("renounceOwnership"),
        ownerOf("ERC721Factory", "factory", NOBODY),
      ],
      "the router's, now a contract": [
        router("changeRouterOwner", plan.dispenser),
        ownerOf("Router", "router", `${plan.dispenser} (contract)`),
      ],
      "the router's account has code now": [
        (chain) => setCode(chain, chain.replacements.account, "0x600000"),
        {
          // Who is behind an address is one value, however many facts name it.
          [`${OWNER}.is`]: `Alpha owner, ${COLLECTOR} owner, ${COLLECTOR} payee, Router owner, ERC721Factory owner → ${OWNER}: is: account → contract; who changed it is unknown: the code at the address decides who can change it`,
        },
      ],
      "the fee collector's payee": [
        collector,
        {
          "collector.payee": `${COLLECTOR} payee: ${OWNER} (account) → ${ATTACKER} (account)${byOwner(COLLECTOR)}`,
        },
      ],
    },
  ],
  [
    "a fee",
    "fees",
    {
      consuming: [
        router(
          "updateOPCFee",
          10n ** 15n,
          2n * 10n ** 15n,
          5n * 10n ** 17n,
          0n,
        ),
        ofRouter("consumeFee", "consume fee: 3 % → 50 %"),
      ],
    },
  ],
  [
    "a list of the router",
    "lists",
    {
      "a foreign token approved": [
        router("addApprovedToken", ATTACKER),
        ofRouter("approvedTokens", `approved tokens: added ${ATTACKER}`),
      ],
      "a token no longer approved": [
        router("removeApprovedToken", plan.token),
        ofRouter("approvedTokens", `approved tokens: removed ${plan.token}`),
      ],
    },
  ],
  [
    "a number of the router",
    "information",
    {
      "the vesting period": [
        router("updateMinVestingPeriod", 1n),
        ofRouter(
          "minVestingPeriod",
          "minimum vesting period in blocks: 2426000 → 1",
        ),
      ],
    },
  ],
  [
    "a template of the factory",
    "lists",
    {
      "a foreign datatoken template": [
        async (chain) => {
          const foreign = chain.replacements.inSecondSet(TEMPLATE);
          await factory("addTokenTemplate", foreign)(chain);
        },
        { "factory.tokenTemplates": "ERC721Factory token templates: added 0x" },
      ],
      "one switched off": [
        factory("disableTokenTemplate", 2n),
        {
          "factory.tokenTemplates": `ERC721Factory token templates: template 2 disabled${byOwner("ERC721Factory")}`,
        },
      ],
    },
  ],
  [
    "a template",
    "control",
    {
      "one initialised by anybody": [
        sending("ERC20Template", TEMPLATE, "initialize", [
          ["name", "symbol"],
          [ATTACKER, ATTACKER, ATTACKER, ATTACKER, plan.router],
          [ATTACKER, plan.router],
          [10n ** 18n, 0n],
          [],
        ]),
        {
          "registry.ERC20Template[0].initialized":
            "ERC20Template[0] initialised: no → yes, changed by anyone",
        },
      ],
    },
  ],
  [
    "a token",
    "control",
    {
      "its owner, who alone could mint": [
        sending("OceanToken", plan.token, "renounceOwnership", []),
        ownerOf("Alpha", "registry.Alpha", NOBODY),
      ],
    },
  ],
];

export const CONTROL_MUTATIONS: readonly ControlMutation[] = CHANGES.flatMap(
  ([group, severity, rows]) =>
    Object.entries(rows).map(([name, [change, says]]) => ({
      name: `${group}: ${name}`,
      change,
      says,
      severity,
    })),
);

/** Some of {@link CONTROL_MUTATIONS} by the ends of their names, one after the other. */
export function changes(...names: readonly string[]): Change {
  return async (chain) => {
    for (const name of names) {
      const found = CONTROL_MUTATIONS.filter((one) => one.name.endsWith(name));
      for (const { change } of found) {
        await change(chain);
      }
    }
  };
}

/** Clones of EIP-1167 and of EIP-7511. */
const cloneOf = (to: Hex) =>
  `0x363d3d373d3d3d363d73${digitsOf(to)}5af43d82803e903d91602b57fd5bf3`;
const shortCloneOf = (to: Hex) =>
  `0x365f5f375f5f365f73${digitsOf(to)}5af43d5f5f3e5f3d91602a57fd5bf3`;

/** Ways in which other code takes a contract's place and answers like it. */
const PLACES = {
  "a mimic that answers every view": (chain, of) =>
    copyCode(chain, of, of, "00"),
  "a clone (EIP-1167) of a mimic": async (chain, of) => {
    await copyCode(chain, of, MIMIC, "00");
    await setCode(chain, of, cloneOf(MIMIC));
  },
  "a clone (EIP-7511) of a mimic": async (chain, of) => {
    await copyCode(chain, of, MIMIC, "00");
    await setCode(chain, of, shortCloneOf(MIMIC));
  },
  "an upgradable proxy to the right code": async (chain, of) => {
    await copyCode(chain, of, MIMIC);
    await setCode(chain, of, PROXY_CODE);
    await setSlot(chain, of, PROXY_SLOTS.implementation, MIMIC);
    await setSlot(chain, of, PROXY_SLOTS.admin, ATTACKER);
  },
  "a beacon proxy": async (chain, of) => {
    await copyCode(chain, of, MIMIC);
    // It returns the mimic's address, whatever it is asked.
    await setCode(chain, BEACON, `0x73${digitsOf(MIMIC)}60005260206000f3`);
    // The same as the other proxy, with the address in its code.
    const code = `0x3660006000376000600036600073${digitsOf(MIMIC)}5af43d6000803e3d6000f3`;
    await setCode(chain, of, code);
    await setSlot(chain, of, PROXY_SLOTS.beacon, BEACON);
  },
} as const satisfies Readonly<Record<string, ChangeOf>>;

export const IMPOSTORS = Object.entries<ChangeOf>(PLACES).map(
  ([name, place]) => ({ name, place }),
);

const otherImplementation: ChangeOf = async (chain, of) => {
  await copyCode(chain, MIMIC, OTHER, "00");
  await setSlot(chain, of, PROXY_SLOTS.implementation, OTHER);
};
const otherMimic: ChangeOf = (chain) => copyCode(chain, MIMIC, MIMIC, "00");

/** What changes behind one of {@link IMPOSTORS}, and what the report says of it. */
export const UPGRADES = (
  [
    [
      "another implementation",
      "an upgradable proxy to the right code",
      otherImplementation,
      `, changed by the proxy's admin: account at ${ATTACKER}`,
    ],
    [
      "another admin",
      "an upgradable proxy to the right code",
      (chain, of) => setSlot(chain, of, PROXY_SLOTS.admin, OTHER),
      `admin ${ATTACKER} → 0x00000000000000000000000000000000000074e2, changed by the proxy's admin: account at ${ATTACKER}`,
    ],
    [
      "other code behind a clone",
      "a clone (EIP-1167) of a mimic",
      otherMimic,
      "; who changed it is unknown: code stays the same at its address",
    ],
    [
      "another beacon",
      "a beacon proxy",
      async (chain, of) => {
        await copyCode(chain, BEACON, OTHER);
        await setSlot(chain, of, PROXY_SLOTS.beacon, OTHER);
      },
      "beacon 0x",
    ],
  ] as const satisfies readonly (readonly [
    string,
    keyof typeof PLACES,
    ChangeOf,
    string,
  ])[]
).map(([name, behind, change, says]) => ({
  name: `${name}, of ${behind}`,
  place: PLACES[behind] as ChangeOf,
  change: change as ChangeOf,
  says,
}));

const MIMIC: Hex = "0x00000000000000000000000000000000000313c1";
const BEACON: Hex = "0x00000000000000000000000000000000000beac0";
const OTHER: Hex = "0x00000000000000000000000000000000000074e2";

/** Puts the code of a contract elsewhere; with a mark, it is other code. */
async function copyCode(
  chain: MutationChain,
  from: Hex,
  to: Hex,
  mark = "",
): Promise<void> {
  await setCode(chain, to, `${await codeOf(chain, from)}${mark}`);
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
): Change {
  return async ({ request, replacements: { account } }) => {
    const { abi } = await contractArtifact(contract);
    await request("eth_sendTransaction", {
      from: account,
      to,
      data: encodeFunctionData({ abi, functionName, args }),
    });
  };
}
