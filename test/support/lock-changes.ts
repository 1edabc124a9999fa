import type { Severity } from "../../src/base/problems.ts";
import {
  ATTACKER,
  controlMutations,
  deployFrom,
  IMPOSTORS,
  type MutationChain,
  sending,
  UPGRADES,
} from "./control-mutations.ts";
import { DISPENSER_1_0_0 } from "./ocean-old-creation-codes.ts";
import { SANDBOX_PLANS } from "./sandbox-plans.ts";

/** What happens to a network after it was locked. */
export interface LockEvent {
  readonly name: string;
  /** What is there when the lock is written, and whose code is accepted then. */
  readonly given?: (chain: MutationChain) => Promise<unknown>;
  readonly accepted?: readonly string[];
  readonly happens: (chain: MutationChain) => Promise<unknown>;
}

/** An event that `--lock` reports as a failure. */
export interface LockChangeRow extends LockEvent {
  /** A text in the reason of each check that has changed, by its name. */
  readonly says: Readonly<Record<string, string>>;
  /** Of the gravest change; not there if nothing but absence is reported. */
  readonly severity?: Severity;
  /** What the printed command accepts; `false` if no command is printed. */
  readonly accepts?: readonly string[] | false;
}

const { plan } = SANDBOX_PLANS.devnet;
/** The first development account, which owns the set. */
const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const ZERO = "0x0000000000000000000000000000000000000000";

function byOwner(of: string): string {
  return `, changed by the ${of}'s owner: account at ${OWNER}`;
}

function ofRouter(fact: string, words: string): LockChangeRow["says"] {
  return { [`router.${fact}`]: `Router ${words}${byOwner("Router")}` };
}

/** An owner that is replaced. */
function ownerOf(
  contract: string,
  fact: string,
  to = `${ATTACKER} (account)`,
): LockChangeRow["says"] {
  return {
    [fact]: `${contract} owner: ${OWNER} (account) → ${to}${byOwner(contract)}`,
  };
}

const COLLECTOR = "AlphaCommunityFeeCollector";
const CODE = "the address is the same, and what is behind it is not";
const withCode = (what: string) =>
  `${what}: ${OWNER} (account) → ${OWNER} (contract); who changed it is unknown: ${CODE}`;

/** What the report says of each of {@link controlMutations}, by its name. */
const WORDS: Readonly<
  Record<string, readonly [Severity, LockChangeRow["says"]]>
> = {
  "the router's": ["control", ownerOf("Router", "router.owner")],
  "the factory's": ["control", ownerOf("ERC721Factory", "factory.owner")],
  "the factory's, given up": [
    "control",
    ownerOf("ERC721Factory", "factory.owner", `${ZERO} (nobody)`),
  ],
  "the router's, now a contract": [
    "control",
    ownerOf("Router", "router.owner", `${plan.dispenser} (contract)`),
  ],
  "the router's account has code now": [
    "control",
    {
      "router.owner": withCode("Router owner"),
      "factory.owner": withCode("ERC721Factory owner"),
      "collector.owner": withCode(`${COLLECTOR} owner`),
      "collector.payee": withCode(`${COLLECTOR} payee`),
      "registry.Alpha.owner": withCode("Alpha owner"),
    },
  ],
  "the fee collector's": ["control", ownerOf(COLLECTOR, "collector.owner")],
  "the fee collector's payee": [
    "control",
    {
      "collector.payee": `${COLLECTOR} payee: ${OWNER} (account) → ${ATTACKER} (account)${byOwner(COLLECTOR)}`,
    },
  ],
  "swapping approved tokens": [
    "fees",
    ofRouter("swapFeeApproved", "swap fee for approved tokens: 0.1 % → 50 %"),
  ],
  "swapping other tokens": [
    "fees",
    ofRouter("swapFeeOther", "swap fee for other tokens: 0.2 % → 50 %"),
  ],
  consuming: ["fees", ofRouter("consumeFee", "consume fee: 3 % → 50 %")],
  "of providers": ["fees", ofRouter("providerFee", "provider fee: 0 % → 50 %")],
  "a foreign token approved": [
    "lists",
    ofRouter("approvedTokens", `approved tokens: added ${ATTACKER}`),
  ],
  "a token no longer approved": [
    "lists",
    ofRouter("approvedTokens", `approved tokens: removed ${plan.token}`),
  ],
  "a foreign exchange": [
    "lists",
    ofRouter("exchanges", `fixed-rate exchanges: added ${ATTACKER}`),
  ],
  "a foreign dispenser": [
    "lists",
    ofRouter("dispensers", `dispensers: added ${ATTACKER}`),
  ],
  "a side-staking contract": [
    "lists",
    ofRouter("sideStaking", `side-staking contracts: added ${ATTACKER}`),
  ],
  "no pool template": [
    "lists",
    ofRouter("poolTemplates", `pool templates: removed ${ATTACKER}`),
  ],
  "the vesting period": [
    "information",
    ofRouter(
      "minVestingPeriod",
      "minimum vesting period in blocks: 2426000 → 1",
    ),
  ],
  "a foreign datatoken template": [
    "lists",
    { "factory.tokenTemplates": "ERC721Factory token templates: added 0x" },
  ],
  "a foreign NFT template": [
    "lists",
    { "factory.nftTemplates": "ERC721Factory NFT templates: added 0x" },
  ],
  "one switched off": [
    "lists",
    {
      "factory.tokenTemplates": `ERC721Factory token templates: template 2 disabled${byOwner("ERC721Factory")}`,
    },
  ],
  "one initialised by anybody": [
    "control",
    {
      "registry.ERC20Template[0].initialized":
        "ERC20Template[0] initialised: no → yes, changed by anyone",
    },
  ],
  "the Alpha token's owner": [
    "control",
    ownerOf("Alpha", "registry.Alpha.owner"),
  ],
  "its owner, who alone could mint": [
    "control",
    ownerOf("Alpha", "registry.Alpha.owner", `${ZERO} (nobody)`),
  ],
};

const SAME_ADDRESS =
  "; who changed it is unknown: code stays the same at its address";

/** What the report says of each of {@link UPGRADES}, by its name. */
const UPGRADE_WORDS: Readonly<Record<string, string>> = {
  "another implementation":
    ", changed by the proxy's admin: 0x000000000000000000000000000000000000dEaD",
  "other code at the implementation": "code hash 0x",
  "another admin":
    "admin 0x000000000000000000000000000000000000dEaD → 0x00000000000000000000000000000000000074e2, changed by the proxy's admin: 0x000000000000000000000000000000000000dEaD",
  "another implementation behind a clone": "a upgradable proxy (EIP-1967) to",
  "other code behind a clone": SAME_ADDRESS,
  "another beacon": "beacon 0x",
};

const CONTROLLED = [
  ["Router", plan.router],
  ["ERC721Factory", plan.erc721Factory],
  ["Dispenser", plan.dispenser],
] as const;

/** Changes of a network's contracts, each of which `--lock` reports. */
export const LOCK_CHANGES: readonly LockChangeRow[] = [
  ...controlMutations(plan).map(({ mutation, name, change }): LockChangeRow => {
    const [severity, says] = WORDS[name] ?? [];
    if (severity === undefined || says === undefined) {
      throw new Error(`there are no words of "${name}"`);
    }
    return {
      name: `${mutation}: ${name}`,
      happens: change,
      says,
      severity,
      accepts: [],
    };
  }),
  ...CONTROLLED.flatMap(([key, address]) =>
    IMPOSTORS.map(
      ({ name, place }): LockChangeRow => ({
        name: `${name} in place of ${key}`,
        happens: (chain) => place(chain, address),
        says: { [`registry.${key}`]: "→ code hash 0x" },
        severity: "control",
        accepts: [key],
      }),
    ),
  ),
  ...UPGRADES.map(({ name, behind, change }): LockChangeRow => {
    const impostor = IMPOSTORS.find((one) => one.name === behind);
    return {
      name: `${name}, of ${behind}`,
      given: async (chain) => await impostor?.place(chain, plan.router),
      accepted: ["Router"],
      happens: (chain) => change(chain, plan.router),
      says: { "registry.Router": UPGRADE_WORDS[name] ?? "?" },
      severity: "control",
      accepts: ["Router"],
    };
  }),
  ...CONTROLLED.map(
    ([key, address]): LockChangeRow => ({
      name: `${key} without code`,
      happens: ({ request }) => request("hardhat_setCode", address, "0x"),
      says: { [`registry.${key}`]: "no code" },
      accepts: false,
    }),
  ),
  {
    name: "an older release of the Dispenser",
    happens: async (chain) => {
      const old = await deployFrom(chain, DISPENSER_1_0_0, [plan.router]);
      const code = await chain.request("eth_getCode", old, "latest");
      await chain.request("hardhat_setCode", plan.dispenser, code);
    },
    says: { "registry.Dispenser": "Dispenser 2.2.0–2.6.0 → 1.0.0" },
    severity: "control",
    accepts: [],
  },
];

/** Some of {@link controlMutations}, one after the other. */
function changes(...names: readonly string[]): LockEvent["happens"] {
  return async (chain) => {
    for (const { name, change } of controlMutations(plan)) {
      await (names.includes(name) ? change(chain) : undefined);
    }
  };
}

const NOTHING: LockEvent["happens"] = async () => {};

/** What is no change, or was there when the lock was written. */
export const CALM_EVENTS: readonly LockEvent[] = [
  { name: "nothing", happens: NOTHING },
  {
    name: "256 blocks",
    happens: ({ request }) => request("hardhat_mine", "0x100"),
  },
  {
    name: "a payment to a contract's address",
    happens: ({ request }) =>
      request("hardhat_setBalance", plan.router, "0xde0b6b3a7640000"),
  },
  {
    name: "a template that was disabled before",
    given: changes("one switched off"),
    happens: NOTHING,
  },
  {
    name: "other owners and fees before",
    given: changes("the factory's", "consuming"),
    happens: NOTHING,
  },
  {
    name: "a token that is approved and removed again",
    happens: async (chain) => {
      await changes("a token no longer approved")(chain);
      await sending("FactoryRouter", plan.router, "addApprovedToken", [
        plan.token,
      ])(chain);
    },
  },
  {
    name: "a template that is disabled and enabled again",
    happens: async (chain) => {
      await changes("one switched off")(chain);
      await sending(
        "ERC721Factory",
        plan.erc721Factory,
        "reactivateTokenTemplate",
        [2n],
      )(chain);
    },
  },
  {
    name: "tokens that change hands",
    happens: sending("OceanToken", plan.token, "approve", [ATTACKER, 1n]),
  },
  {
    name: "an older release before",
    given: async (chain) => await LOCK_CHANGES.at(-1)?.happens(chain),
    happens: NOTHING,
  },
  ...IMPOSTORS.map(
    ({ name, place }): LockEvent => ({
      name: `${name} that was accepted`,
      given: (chain) => place(chain, plan.router),
      accepted: ["Router"],
      happens: NOTHING,
    }),
  ),
];
