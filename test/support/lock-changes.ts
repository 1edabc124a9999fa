import type { Severity } from "../../src/base/problems.ts";
import {
  CONTROL_MUTATIONS,
  changes,
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
/** Contracts of which other code takes the place: of all kinds at the first one. */
export const CONTROLLED = [
  ["Router", plan.router],
  ["ERC721Factory", plan.erc721Factory],
  ["Dispenser", plan.dispenser],
] as const;

/** Changes of a network's contracts, each of which `--lock` reports. */
export const LOCK_CHANGES: readonly LockChangeRow[] = [
  ...CONTROL_MUTATIONS.map(
    ({ name, change, says, severity }): LockChangeRow => ({
      name,
      happens: change,
      says,
      severity,
      accepts: [],
    }),
  ),
  ...CONTROLLED.flatMap(([key, address], nth) =>
    IMPOSTORS.slice(nth, nth === 0 ? undefined : nth + 1).map(
      ({ name, place }): LockChangeRow => ({
        name: `${name} in place of ${key}`,
        happens: (chain) => place(chain, address),
        says: { [`registry.${key}`]: "→ code hash 0x" },
        severity: "control",
        accepts: [key],
      }),
    ),
  ),
  ...UPGRADES.map(
    ({ name, place, change, says }): LockChangeRow => ({
      name,
      given: (chain) => place(chain, plan.router),
      accepted: ["Router"],
      happens: (chain) => change(chain, plan.router),
      says: { "registry.Router": says },
      severity: "control",
      accepts: ["Router"],
    }),
  ),
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
    name: "an older release before",
    given: async (chain) => await LOCK_CHANGES.at(-1)?.happens(chain),
    happens: NOTHING,
  },
  ...IMPOSTORS.map(
    ({ name, place }): LockEvent => ({
      name: `${name} that was accepted`,
      given: (chain) => place(chain, plan.router),
      // The code of this beacon has no functions.
      accepted: name.includes("beacon")
        ? ["Router", "0x00000000000000000000000000000000000bEaC0.functions"]
        : ["Router"],
      happens: NOTHING,
    }),
  ),
];
