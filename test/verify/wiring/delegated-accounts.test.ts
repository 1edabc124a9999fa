import { expect } from "chai";
import { getAddress, pad } from "viem";
import type { Hex } from "../../../src/base/hex.ts";
import { isSameText } from "../../../src/base/text.ts";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import type { LockedNetwork } from "../../../src/verify/lock-file/lock-file.ts";
import { PROXY_CODE } from "../../support/control-mutations.ts";
import { lockedNetwork } from "../../support/locked-network.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { PROXY_SLOTS } from "../../support/proxy-slots.ts";
import { SafeDeployer } from "../../support/real-safe.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { verifyRegistry } from "../verify-registry.ts";

const { plan } = SANDBOX_PLANS.devnet;
const at = (byte: string): Hex => getAddress(`0x${byte.repeat(20)}`);
const [ACCOUNT, DELEGATE, RUN, OTHER] = ["a1", "de", "11", "22"].map(at) as [
  Hex,
  Hex,
  Hex,
  Hex,
];
const [BEACON, ADMIN] = [at("33"), at("44")];
const digits = (address: Hex) => address.slice(2).toLowerCase();
/** It returns an address, whatever it is asked. */
const returning = (address: Hex): Hex =>
  `0x73${digits(address)}60005260206000f3`;
/** STOP, behind a push. */
const STOPS: Hex = "0x600000";
const cloneOf = (address: Hex): Hex =>
  `0x363d3d373d3d3d363d73${digits(address)}5af43d82803e903d91602b57fd5bf3`;

/** What a delegate runs, and how an account gets to run something else. */
interface Case {
  readonly title: string;
  readonly code: Hex;
  readonly slots?: Readonly<Record<Hex, Hex>>;
  readonly changes: Readonly<
    Record<string, readonly ["code" | "slot", Hex, Hex]>
  >;
  /** The value that has changed. */
  readonly names: string;
}

const CASES: readonly Case[] = [
  {
    title: "an upgradable proxy (EIP-1967)",
    code: PROXY_CODE,
    slots: { [PROXY_SLOTS.implementation]: RUN },
    changes: {
      "another implementation": ["slot", PROXY_SLOTS.implementation, OTHER],
      "other code of the implementation": ["code", RUN, `${STOPS}00`],
      "other code of the delegate": ["code", DELEGATE, `${PROXY_CODE}00`],
    },
    names: "dependencies",
  },
  {
    title: "an upgradable proxy with an admin",
    code: PROXY_CODE,
    slots: { [PROXY_SLOTS.implementation]: RUN, [PROXY_SLOTS.admin]: ADMIN },
    changes: { "another admin": ["slot", PROXY_SLOTS.admin, OTHER] },
    names: "proxyAdmin",
  },
  {
    title: "a beacon proxy",
    code: PROXY_CODE,
    slots: { [PROXY_SLOTS.beacon]: BEACON },
    changes: {
      "another implementation": ["code", BEACON, returning(OTHER)],
      "other code of the implementation": ["code", RUN, `${STOPS}00`],
    },
    names: "dependencies",
  },
  {
    title: "a beacon proxy, which names its beacon",
    code: PROXY_CODE,
    slots: { [PROXY_SLOTS.beacon]: BEACON },
    changes: { "another beacon": ["slot", PROXY_SLOTS.beacon, OTHER] },
    names: "proxyBeacon",
  },
  {
    title: "a clone (EIP-1167)",
    code: cloneOf(RUN),
    changes: {
      "other code of what it clones": ["code", RUN, `${STOPS}00`],
      "another clone": ["code", DELEGATE, cloneOf(OTHER)],
    },
    names: "dependencies",
  },
  {
    title: "no proxy",
    code: STOPS,
    changes: { "other code": ["code", DELEGATE, `${STOPS}00`] },
    names: "dependencies",
  },
];

describe("an account that delegates (EIP-7702)", function () {
  this.timeout(60_000);
  let chain: MutationChain;
  withMutationChain("devnet", (opened) => {
    chain = opened;
  });

  const setCode = async (address: Hex, code: Hex) =>
    await chain.request("hardhat_setCode", address, code);
  const store = async (slot: Hex, value: Hex) =>
    await chain.request("hardhat_setStorageAt", ACCOUNT, slot, pad(value));

  async function place({ code, slots = {} }: Case) {
    await setCode(RUN, STOPS);
    await setCode(OTHER, `${STOPS}00`);
    await setCode(BEACON, returning(RUN));
    await setCode(DELEGATE, code);
    const deployer = new SafeDeployer(chain.request);
    const { abi } = await contractArtifact("FactoryRouter");
    await deployer.send(plan.router, abi, "changeRouterOwner", [ACCOUNT]);
    await setCode(ACCOUNT, `0xef0100${digits(DELEGATE)}`);
    for (const [slot, value] of Object.entries(slots)) {
      await store(slot as Hex, value);
    }
  }

  async function verify(
    locked?: LockedNetwork,
    transport: RpcTransport = chain.transport,
  ): Promise<JudgedNetwork> {
    const { network } = chain;
    const found = await verifyRegistry(
      transport,
      network,
      "wiring",
      false,
      locked?.policy,
      locked,
    );
    return locked === undefined ? found : checkNetwork(found, locked);
  }

  it("given a delegate whose code the node does not tell, then it is unknown what it runs, and not changed", async () => {
    await place({ title: "", code: returning(OTHER), changes: {}, names: "" });
    const locked = lockedNetwork(await verify());
    const failing: RpcTransport = {
      ...chain.transport,
      request: async (method, params, isUsable) =>
        method === "eth_getCode" && isSameText(String(params[0]), DELEGATE)
          ? { ok: false, kind: "rpc-error", code: -32_000, reason: "busy" }
          : await chain.transport.request(method, params, isUsable),
    };

    const { lock, outcome } = await verify(locked, failing);
    expect([outcome, lock?.changes]).to.deep.equal(["unknown", []]);
    expect(lock?.unread.map(({ id }) => id)).to.include(
      `${ACCOUNT}.dependencies`,
    );
  });

  it("given a former delegation by single reads, which the program contradicts, then nothing holds by it", async () => {
    await place({ title: "", code: STOPS, changes: {}, names: "" });
    await setCode(OTHER, STOPS);
    const locked = lockedNetwork(await verify());
    await setCode(ACCOUNT, `0xef0100${digits(OTHER)}`);
    const former: RpcTransport = {
      ...chain.transport,
      request: async (method, params, isUsable) =>
        method === "eth_getCode" && isSameText(String(params[0]), ACCOUNT)
          ? { ok: true, result: `0xef0100${digits(DELEGATE)}` }
          : await chain.transport.request(method, params, isUsable),
    };

    const { lock, outcome } = await verify(locked, former);
    expect([outcome, lock?.verdict]).to.deep.equal(["unknown", "unknown"]);
  });

  for (const one of CASES) {
    describe(`given its delegate is ${one.title}`, () => {
      beforeEach(async () => await place(one));

      it("then it is locked, and holds", async () => {
        const locked = lockedNetwork(await verify());

        expect(locked.policy).to.have.property(`${ACCOUNT}.${one.names}`);
        const { lock, outcome } = await verify(locked);
        expect(outcome).to.equal("ok");
        expect(lock?.verdict).to.equal("holds");
      });

      for (const [what, [where, place, to]] of Object.entries(one.changes)) {
        it(`then ${what} is found in ${one.names}`, async () => {
          const locked = lockedNetwork(await verify());

          await (where === "code" ? setCode(place, to) : store(place, to));

          const { lock, outcome } = await verify(locked);
          const { changes = [], unread = [] } = lock ?? {};
          // Without access lists, another implementation may have been there before.
          const isNew = one.names === "dependencies" && to === OTHER;
          expect(outcome).to.equal(isNew ? "unknown" : "failed");
          expect(
            isNew
              ? unread.map(({ id }) => id)
              : changes.map(({ fact }) => fact),
          ).to.include(`${ACCOUNT}.${one.names}`);
        });
      }
    });
  }
});
