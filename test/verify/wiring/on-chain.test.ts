import { expect } from "chai";
import { pad } from "viem";
import type { Hex } from "../../../src/base/hex.ts";
import { isSameText } from "../../../src/base/text.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type {
  FactVerification,
  JudgedNetwork,
} from "../../../src/verify/found.ts";
import type { Json } from "../../../src/verify/values/codec.ts";
import type { Reason } from "../../../src/verify/values/reason.ts";
import { factText } from "../../../src/verify/words/render.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { PROXY_CODE, sending } from "../../support/control-mutations.ts";
import { lockedNetwork } from "../../support/locked-network.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { PROXY_SLOTS } from "../../support/proxy-slots.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { withAddresses } from "../../support/with-addresses.ts";
import { verifyRegistry } from "../verify-registry.ts";

const { plan } = SANDBOX_PLANS.devnet;
const ELSEWHERE: Hex = "0x000000000000000000000000000000000000dEaD";
const STRUCTURAL: Readonly<Record<string, Json>> = {
  "router.factory": plan.erc721Factory,
  "factory.router": plan.router,
  "fixedPrice.router": plan.router,
  "dispenser.router": plan.router,
  "router.isFixedRateContract": true,
  "router.isDispenserContract": true,
  "router.opcCollector": plan.communityFeeCollector,
  "factory.nftTemplate[0]": plan.erc721Templates[0],
  "factory.tokenTemplate[0]": plan.erc20Templates[0],
  "factory.tokenTemplate[1]": plan.erc20Templates[1],
  "ERC20Template[0].id": "1",
  "ERC20Template[1].id": "2",
  "ERC721Template[0].id": "1",
};
const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OWNED = `${OWNER} (account)`;
const [EURO] = plan.extraTokens;
const POLICY: Readonly<Record<string, string>> = {
  "registry.Alpha.owner": OWNED,
  "registry.Alpha.name": "Ocean Token",
  "registry.Alpha.symbol": "OCEAN",
  "registry.Alpha.minter": "not offered",
  "registry.Alpha.cap": `${1_410_000_000n * 10n ** 18n}`,
  "registry.Alpha.decimals": "18",
  "collector.owner": OWNED,
  "collector.payee": OWNED,
  "router.owner": OWNED,
  "router.swapFeeApproved": "0.1 %",
  "router.swapFeeOther": "0.2 %",
  "router.consumeFee": "3 %",
  "router.providerFee": "0 %",
  "router.approvedTokens": [plan.token, EURO.address].sort().join(", "),
  "router.exchanges": plan.fixedPrice,
  "router.dispensers": plan.dispenser,
  "router.sideStaking": "none",
  "router.poolTemplates": ELSEWHERE,
  "router.minVestingPeriod": "2426000",
  "registry.ERC20Template[0].initialized": "no",
  "registry.ERC20Template[1].initialized": "no",
  "registry.ERC721Template[0].initialized": "no",
  "factory.owner": OWNED,
  "factory.tokenTemplates": plan.erc20Templates
    .map((template) => `${template}, active`)
    .join(", "),
  "factory.nftTemplates": `${plan.erc721Templates[0]}, active`,
  "token.euro.owner": "not offered",
  "token.euro.name": "EURAU",
  "token.euro.symbol": "EURAU",
  "token.euro.minter": "not offered",
  "token.euro.cap": "not offered",
  "token.euro.decimals": "6",
  [`${ELSEWHERE}.is`]: "account",
  [`${OWNER}.is`]: "account",
};

describe("the wiring of contracts on a chain", function () {
  this.timeout(60_000);
  let chain: MutationChain;

  withMutationChain("devnet", (opened) => {
    chain = opened;
  });

  it("given a fresh deployment, then each structural fact holds, and each policy value is listed and not judged", async () => {
    const network = await verify(true);

    expect(structuralOf(network)).to.deep.equal(holding(STRUCTURAL));
    expect(policyOf(network)).to.deep.equal(POLICY);
    expect(
      network.facts?.find(({ id }) => id === "router.swapFeeApproved")?.value,
    ).to.equal("1000000000000000");
    for (const fact of network.facts ?? []) {
      expect(fact.class === "structural" || fact.verdict).to.be.oneOf([
        true,
        "listed",
      ]);
      expect("expected" in fact).to.equal(fact.class === "structural");
    }
    expect([network.outcome, network.notes]).to.deep.equal(["ok", []]);
  });

  const [firstTemplate, secondTemplate] = plan.erc20Templates;
  for (const [id, value, actual, change] of [
    [
      "router.opcCollector",
      ELSEWHERE,
      ELSEWHERE,
      () => ofRouter("updateOPCCollector", ELSEWHERE),
    ],
    [
      "router.isFixedRateContract",
      false,
      "false",
      () => ofRouter("removeFixedRateContract", plan.fixedPrice),
    ],
    [
      "ERC20Template[0].id",
      "2",
      "2",
      async () => setCode(firstTemplate, await codeAt(secondTemplate)),
    ],
    // It burns all gas that it gets.
    [
      "dispenser.router",
      null,
      "the call fails",
      () => setCode(plan.dispenser, "0xfe"),
    ],
  ] as const) {
    it(`given a chain on which ${id} is ${actual}, then this fact alone is broken, with what is expected`, async () => {
      await change();

      const network = await verify();

      const expected = STRUCTURAL[id];
      const how = value === null ? "fails" : "returns";
      const reason: Reason = {
        code: "unexpected",
        facts: {
          expected: `${expected}`,
          ...(value === null ? { how } : { actual, how }),
        },
      };
      expect(notHolding(network)).to.deep.equal([
        { class: "structural", id, expected, value, verdict: "broken", reason },
      ]);
      expect(sentence(reason)).to.equal(
        `expected ${expected}, ${value === null ? "but" : "got"} ${actual}`,
      );
      expect(network.outcome).to.equal("failed");
      // Code of no release is compared by its hash, and what it offers is listed, too.
      const facts = value === null ? 48 : 46;
      expect(network.why).to.match(new RegExp(`of ${facts} facts, 1 broken$`));
    });
  }

  for (const [what, code, outcome, reason] of [
    ["never ends", "0x5b600056", "unknown", /^it could not be read: /],
    [
      "is absent",
      "0x",
      "failed",
      new RegExp(
        `^it could not be read: ${plan.dispenser} was not asked, since it is not proven to be a contract$`,
      ),
    ],
  ] as const) {
    it(`given a contract that ${what}, then what it should say is unknown, and the rest is judged`, async () => {
      await setCode(plan.dispenser, code);

      const network = await verify();

      const [fact, ...others] = notHolding(network);
      expect(others).to.deep.equal([]);
      expect([fact?.id, fact?.verdict]).to.deep.equal([
        "dispenser.router",
        "unknown",
      ]);
      expect(fact?.reason?.code).to.equal("unread");
      expect(fact?.reason && sentence(fact.reason)).to.match(reason);
      expect(network.outcome).to.equal(outcome);
    });
  }

  it("given a registry without a router, then no fact of it is asked or counted", async () => {
    const network = await verifyRegistry(
      chain.transport,
      withAddresses(chain.network, { Router: undefined }),
      "wiring",
      true,
    );

    const ids = (network.facts ?? []).map(({ id }) => id);
    expect(ids.filter((id) => id.includes("router"))).to.deep.equal([]);
    expect(notHolding(network)).to.deep.equal([]);
    expect(network.outcome).to.equal("unknown");
  });

  const further = () => chain.replacements.inSecondSet(plan.erc721Templates[0]);
  const unlisted = (id: string, address: Hex, what: string) =>
    `${id} has contracts that are not in the registry: ${address} (${what}).`;
  for (const [what, change, listed, note] of [
    [
      "a datatoken template that is not active",
      () => ofFactory("disableTokenTemplate", 2),
      () => ({
        "factory.tokenTemplates":
          POLICY["factory.tokenTemplates"]?.replace(/active$/, "not active") ??
          "",
      }),
    ],
    [
      "a further NFT template",
      () => ofFactory("add721TokenTemplate", further()),
      () => ({
        "factory.nftTemplates": `${POLICY["factory.nftTemplates"]}, ${further()}, active`,
      }),
      () =>
        unlisted(
          "factory.nftTemplates",
          further(),
          "ERC721Template 2.4.1–2.6.0",
        ),
    ],
    [
      "a further exchange",
      () => ofRouter("addFixedRateContract", ELSEWHERE),
      () => ({
        "router.exchanges": [ELSEWHERE, plan.fixedPrice].sort().join(", "),
      }),
      () => unlisted("router.exchanges", ELSEWHERE, "not recognised"),
    ],
    [
      "other fees",
      () => ofRouter("updateOPCFee", 0n, 5n * 10n ** 16n, 1n, 0n),
      () => ({
        "router.swapFeeApproved": "0 %",
        "router.swapFeeOther": "5 %",
        "router.consumeFee": "0.0000000000000001 %",
      }),
    ],
    [
      "a factory that a contract owns",
      () => ofFactory("transferOwnership", plan.dispenser),
      () => ({ "factory.owner": `${plan.dispenser} (contract)` }),
      () => `ERC721Factory owner → contract ${plan.dispenser}.`,
    ],
  ] as const satisfies readonly (readonly [
    string,
    () => Promise<unknown>,
    () => Readonly<Record<string, string>>,
    (() => string)?,
  ])[]) {
    it(`given a live network with ${what}, then this alone is listed otherwise, and nothing is wrong, strict as well`, async () => {
      await change();

      const network = await verify(true);

      const policy = Object.entries(policyOf(network));
      const isBehind = ([id]: readonly [string, unknown]) =>
        id.startsWith("0x") && !Object.hasOwn(POLICY, id);
      expect([network.outcome, network.notes]).to.deep.equal([
        "ok",
        note === undefined ? [] : [note()],
      ]);
      expect(structuralOf(network)).to.deep.equal(holding(STRUCTURAL));
      expect(
        Object.fromEntries(policy.filter((one) => !isBehind(one))),
      ).to.deep.equal({ ...POLICY, ...listed() });
      for (const [id] of policy.filter(isBehind)) {
        expect(Object.values(listed()).join()).to.contain(id.split(".")[0]);
      }
    });
  }

  for (const [what, named] of [
    ["the first precompiled contract", "01"],
    ["one that answers with a hash", "02"],
    ["one that repeats what it is asked", "04"],
    ["an address of the length of a short number", "ffff"],
  ] as const) {
    it(`given an owner that answers every call with a number, and so names ${what}, then it is followed like any other, and nothing is unknown`, async () => {
      const code = `0x61${named.padStart(4, "0")}60005260206000f3`;
      await setCode(ELSEWHERE, code);
      await ofRouter("changeRouterOwner", ELSEWHERE);

      const network = await verify();

      const address = `0x${named.padStart(40, "0")}`;
      const owner = policyOf(network)[`${ELSEWHERE}.owner`];
      expect(owner?.toLowerCase()).to.equal(`${address} (account)`);
      expect(network.facts?.filter(isUnknown)).to.deep.equal([]);
      expect(network.outcome).to.equal("ok");
    });
  }

  it("given an owner whose code the node does not tell, then what is locked of it is unknown, and nothing has changed", async () => {
    await setCode(ELSEWHERE, `0x73${OWNER.slice(2)}60005260206000f3`);
    await ofRouter("changeRouterOwner", ELSEWHERE);
    const locked = lockedNetwork(await verify());
    const found = await verifyRegistry(
      withoutCodeOf(ELSEWHERE),
      chain.network,
      "wiring",
      false,
      locked.policy,
      locked,
    );

    const { outcome, lock } = checkNetwork(found, locked);
    expect([outcome, lock?.changes]).to.deep.equal(["unknown", []]);
    expect(lock?.unread.map(({ id }) => id)).to.include.members([
      `${ELSEWHERE}.is`,
      `${ELSEWHERE}.owner`,
      `${ELSEWHERE}.roles`,
    ]);
  });

  for (const [what, isProxy] of [
    ["code", false],
    ["implementation's code", true],
  ] as const) {
    it(`given a token whose ${what} the node does not tell, then it is unknown what that offers`, async () => {
      const code = await chain.request("eth_getCode", EURO.address, "latest");
      const at = isProxy ? ELSEWHERE : EURO.address;
      await setCode(at, `${code}00`);
      if (isProxy) {
        const slot = PROXY_SLOTS.implementation;
        await setCode(EURO.address, PROXY_CODE);
        await chain.request(
          "hardhat_setStorageAt",
          EURO.address,
          slot,
          pad(at),
        );
      }
      const { outcome, facts } = await verifyRegistry(
        withoutCodeOf(at),
        chain.network,
        "wiring",
      );

      expect(outcome).to.equal("unknown");
      expect(facts?.filter(isUnknown).map(({ id }) => id)).to.include(
        "token.euro.functions",
      );
    });
  }

  /** Its node tells hash and size of a contract's code, but not the code. */
  function withoutCodeOf(address: Hex): RpcTransport {
    return {
      ...chain.transport,
      request: async (method, params, isUsable) =>
        method === "eth_getCode" && isSameText(String(params[0]), address)
          ? { ok: false, kind: "rpc-error", code: -32_000, reason: "too large" }
          : await chain.transport.request(method, params, isUsable),
    };
  }

  it("given a head that moves on while it is read, then every call is still of the pinned block", async () => {
    const moving: RpcTransport = {
      ...chain.transport,
      request: async (method, params) => {
        if (method === "eth_getStorageAt") {
          await ofRouter("changeRouterOwner", ELSEWHERE).catch(() => undefined);
        }
        return await chain.transport.request(method, params);
      },
    };

    const { outcome, notes } = await verifyRegistry(
      moving,
      chain.network,
      "wiring",
    );

    expect([outcome, notes]).to.deep.equal(["ok", []]);
    expect(policyOf(await verify())).to.include({
      "router.owner": `${ELSEWHERE} (account)`,
    });
  });

  it("given an endpoint that refuses both programs, and a broken link, then single reads prove it", async () => {
    await ofRouter("updateOPCCollector", ELSEWHERE);
    await setCode(plan.dispenser, "0xfe");

    const network = await verifyRegistry(
      withoutPrograms(chain.transport),
      chain.network,
      "wiring",
    );

    expect(
      notHolding(network).map(({ id, verdict }) => [id, verdict]),
    ).to.deep.equal([
      ["dispenser.router", "broken"],
      ["router.opcCollector", "broken"],
    ]);
  });

  async function verify(strict = false): Promise<JudgedNetwork> {
    return await verifyRegistry(
      chain.transport,
      chain.network,
      "wiring",
      strict,
    );
  }

  async function setCode(at: Hex, code: string): Promise<void> {
    await chain.request("hardhat_setCode", at, code);
  }

  async function codeAt(at: Hex): Promise<string> {
    return String(await chain.request("eth_getCode", at, "latest"));
  }

  async function ofRouter(functionName: string, ...args: unknown[]) {
    await sending("FactoryRouter", plan.router, functionName, args)(chain);
  }

  async function ofFactory(functionName: string, ...args: unknown[]) {
    const factory = plan.erc721Factory;
    await sending("ERC721Factory", factory, functionName, args)(chain);
  }
});

function holding(
  facts: Readonly<Record<string, Json>>,
): readonly FactVerification[] {
  return Object.entries(facts).map(([id, expected]) => ({
    id,
    class: "structural",
    expected,
    value: expected,
    verdict: "holds",
  }));
}

function structuralOf({
  facts = [],
}: JudgedNetwork): readonly FactVerification[] {
  return facts.filter((fact) => fact.class === "structural");
}

/** The policy values in words. */
function policyOf(
  network: JudgedNetwork,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    (network.facts ?? []).flatMap((fact) =>
      fact.class === "policy" ? [[fact.id, factText(fact, network)]] : [],
    ),
  );
}

function isUnknown({ verdict }: FactVerification): boolean {
  return verdict === "unknown";
}

function notHolding(network: JudgedNetwork): readonly FactVerification[] {
  return structuralOf(network).filter(({ verdict }) => verdict !== "holds");
}

/** An endpoint that takes no call without an address to call. */
function withoutPrograms(transport: RpcTransport): RpcTransport {
  return {
    ...transport,
    request: async (method, params) => {
      const [call] = params;
      return method === "eth_call" && Object(call).to === undefined
        ? {
            ok: false,
            kind: "rpc-error",
            code: -32602,
            reason: 'JSON-RPC error -32602: "missing to"',
          }
        : await transport.request(method, params);
    },
  };
}
