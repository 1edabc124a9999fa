import { expect } from "chai";
import { pad } from "viem";
import type { Hex } from "../../../src/base/hex.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import type { LockedNetwork } from "../../../src/verify/lock-file/lock-file.ts";
import { describeChange } from "../../../src/verify/words/changes.ts";
import { factText } from "../../../src/verify/words/render.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { PROXIES } from "../../support/audit-world.ts";
import { lockedNetwork } from "../../support/locked-network.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { PROXY_SLOTS } from "../../support/proxy-slots.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { verifyRegistry } from "../verify-registry.ts";

const { plan } = SANDBOX_PLANS.devnet;
const [{ address: EURO }] = plan.extraTokens;
const ID = "token.euro.dependencies";
const IMPLEMENTATION: Hex = `0x${"11".repeat(20)}`;
const AUTHORITY: Hex = `0x${"22".repeat(20)}`;
const REST = "(incomplete)";
/** It answers `owner()`, as an authority of ERC-3643 does, and nothing else. */
const OWNED_CODE =
  "0x60003560e01c638da5cb5b1460145760006000fd5b600160005260206000f3";
const REVERTING_CODE = "0x60006000fd";

/** It runs the code of the address in a slot, and fails as that does. */
function proxyCode(slot: Hex): Hex {
  return `0x36600060003760006000366000${`7f${slot.slice(2)}`}545af43d600060003e603e573d6000fd5b3d6000f3`;
}

describe("what a contract runs, where the node may not show all of it", function () {
  this.timeout(60_000);
  let chain: MutationChain;

  withMutationChain("devnet", (opened) => {
    chain = opened;
  });

  const store = async (at: Hex, slot: Hex, value: Hex) =>
    await chain.request("hardhat_setStorageAt", at, slot, pad(value));
  const setCode = async (at: Hex, code: unknown) =>
    await chain.request("hardhat_setCode", at, code);
  const codeAt = async (at: Hex) =>
    String(await chain.request("eth_getCode", at, "latest"));

  /** Makes the euro token a proxy, whose implementation is named by a slot. */
  async function placeProxy(slot: Hex, code?: string) {
    await setCode(IMPLEMENTATION, code ?? (await codeAt(EURO)));
    await setCode(EURO, proxyCode(slot));
    await store(EURO, slot, IMPLEMENTATION);
  }

  /** A node whose access lists of the euro token have these addresses; without any, none. */
  function listing(addresses: readonly Hex[] | undefined): RpcTransport {
    const accessList = addresses?.map((address) => ({
      address,
      storageKeys: [],
    }));
    return {
      ...chain.transport,
      request: async (method, params) =>
        method === "eth_createAccessList" && accessList !== undefined
          ? { ok: true, result: { accessList, gasUsed: "0x5208" } }
          : await chain.transport.request(method, params),
    };
  }

  /** The network now, compared with what was locked. */
  async function verify(
    locked?: LockedNetwork,
    {
      strict = false,
      listed,
    }: { readonly strict?: boolean; readonly listed?: readonly Hex[] } = {},
  ): Promise<JudgedNetwork> {
    const network = await verifyRegistry(
      listing(listed),
      chain.network,
      "wiring",
      strict,
      locked?.policy,
    );
    return locked === undefined
      ? network
      : checkNetwork(network, locked, strict);
  }

  const factOf = ({ facts = [] }: JudgedNetwork) =>
    facts.find(({ id }) => id === ID);
  const textOf = (network: JudgedNetwork) => {
    const fact = factOf(network);
    return fact && factText(fact, network);
  };
  const gapsOf = ({ notLookedAt = [] }: JudgedNetwork) =>
    notLookedAt
      .map(({ label, reason }) => `${label}: ${sentence(reason)}`)
      .join();

  /** What is known of what the euro runs besides its list. */
  const usesOf = ({ notLookedAt = [] }: JudgedNetwork) =>
    notLookedAt.flatMap(({ label, reason }) =>
      label === "euro dependencies" ? [reason.facts?.["how"]] : [],
    );

  describe("given a proxy whose implementation a known slot names", () => {
    beforeEach(async () => await placeProxy(PROXIES.ZosProxy));

    it("then the list is said to be incomplete without a lock and with one, where it never holds, and strict fails on it", async () => {
      const before = await verify();
      const locked = lockedNetwork(before);
      const now = await verify(locked);
      const strict = await verify(locked, { strict: true });

      expect(locked.policy[ID]).to.have.property("$missing", "no-access-list");
      for (const network of [before, now, strict]) {
        expect(gapsOf(network)).to.contain(
          "euro dependencies: it may run code at other addresses, which could not be found: ",
        );
        expect(usesOf(network)).to.deep.equal(["may-run"]);
        expect(factOf(network)?.verdict).to.equal("listed");
      }
      expect(now.lock?.verdict).to.equal("holds");
      expect([before, now, strict].map(({ outcome }) => outcome)).to.deep.equal(
        ["ok", "ok", "failed"],
      );
    });

    it("when the code that it names is another one, then that has changed all the same", async () => {
      const locked = lockedNetwork(await verify());
      await setCode(IMPLEMENTATION, `${await codeAt(IMPLEMENTATION)}00`);

      const now = await verify(locked);

      expect([now.outcome, factOf(now)?.verdict]).to.deep.equal([
        "failed",
        "changed",
      ]);
      const [change] = now.lock?.changes ?? [];
      expect(change?.field === "policy" && change.difference).to.include.keys(
        "added",
        "removed",
      );
      expect(change && describeChange(change, now)).to.match(
        /added .*; removed /,
      );
    });
  });

  describe("given a proxy whose implementation is in a slot of no standard", () => {
    beforeEach(async () => await placeProxy(PROXIES.OwnSlotProxy));

    it("when a node with access lists has shown it before, then the node without them proves nothing, and strict fails", async () => {
      const locked = lockedNetwork(
        await verify(undefined, { listed: [EURO, IMPLEMENTATION] }),
      );
      await store(EURO, PROXIES.OwnSlotProxy, AUTHORITY);
      await setCode(AUTHORITY, await codeAt(IMPLEMENTATION));

      const now = await verify(locked);
      const strict = await verify(locked, { strict: true });

      expect([factOf(now)?.verdict, now.outcome]).to.deep.equal([
        "listed",
        "ok",
      ]);
      expect(factOf(now)?.value).to.have.property("$missing", "no-access-list");
      expect(textOf(now)).to.contain(REST);
      expect(gapsOf(now)).to.contain("euro dependencies: ");
      expect(strict.outcome).to.equal("failed");
    });

    for (const [what, listed] of [
      ["an empty access list", []],
      ["an access list without the contract", [IMPLEMENTATION]],
    ] as const) {
      it(`given ${what}, then it does not count as all that it runs`, async () => {
        const network = await verify(undefined, { listed });

        expect(gapsOf(network)).to.contain(
          `euro dependencies: it runs code at other addresses, which could not be found: eth_createAccessList: the list lacks ${EURO}, which was called`,
        );
        expect(factOf(network)?.value).to.deep.equal({
          $hidden: "code-not-found",
        });
        expect(textOf(network)).to.equal("the code that it runs was not found");
      });
    }

    it("given an access list with the contract, then it is all that it runs, and a lock holds", async () => {
      const all = { listed: [EURO, IMPLEMENTATION], strict: true };
      const before = await verify(undefined, all);
      const now = await verify(lockedNetwork(before), all);

      expect(before.notLookedAt).to.deep.equal([]);
      expect([factOf(now)?.verdict, now.outcome]).to.deep.equal([
        "holds",
        "ok",
      ]);
    });
  });

  const { UupsProxy } = PROXIES;
  for (const [what, code, slot] of [
    ["EIP-1822's slot with what answers nothing", REVERTING_CODE, UupsProxy],
    ["EIP-1822's slot with what answers its owner", OWNED_CODE, UupsProxy],
    ["EIP-1822's slot with an account", "0x", UupsProxy],
    [
      "EIP-1967's slot with what answers its owner",
      OWNED_CODE,
      PROXY_SLOTS.implementation,
    ],
  ] as const) {
    it(`given ${what}, then that is no implementation`, async () => {
      await placeProxy(PROXIES.OwnSlotProxy, await codeAt(plan.token));
      await setCode(AUTHORITY, code);
      await store(EURO, slot, AUTHORITY);

      const network = await verify();

      expect(gapsOf(network)).to.contain(
        "euro dependencies: it runs code at other addresses, which could not be found: ",
      );
      expect(usesOf(network)).to.deep.equal(["runs"]);
    });
  }
});
