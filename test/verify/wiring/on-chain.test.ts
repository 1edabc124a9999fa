import { expect } from "chai";
import { encodeFunctionData } from "viem";
import type { Hex } from "../../../src/base/hex.ts";
import {
  type ContractName,
  contractArtifact,
} from "../../../src/contracts/contract-artifact.ts";
import type { Reply } from "../../../src/http/types.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import type {
  FactVerification,
  NetworkVerification,
} from "../../../src/verify/report.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { verifyRegistry } from "../../support/verify-registry.ts";
import { withAddresses } from "../../support/with-addresses.ts";

const { plan } = SANDBOX_PLANS.devnet;
const ELSEWHERE: Hex = "0x000000000000000000000000000000000000dEaD";
const STRUCTURAL = {
  "router.factory": plan.erc721Factory,
  "factory.router": plan.router,
  "fixedPrice.router": plan.router,
  "dispenser.router": plan.router,
  "router.isFixedRateContract": "true",
  "router.isDispenserContract": "true",
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
};

describe("the wiring of contracts on a chain", function () {
  this.timeout(60_000);
  let chain: MutationChain;

  withMutationChain("devnet", (opened) => {
    chain = opened;
  });

  it("given a fresh deployment, then each structural fact holds, with expected and actual", async () => {
    expect(structuralOf(await verify())).to.deep.equal(holding(STRUCTURAL));
  });

  it("given a fresh deployment, then each policy value is listed and none judged, strict or not", async () => {
    for (const strict of [false, true]) {
      const network = await verify(strict);

      expect(policyOf(network)).to.deep.equal(POLICY);
      expect(
        new Set(
          (network.facts ?? []).flatMap((fact) =>
            fact.class === "policy" ? [fact.verdict, fact.expected] : [],
          ),
        ),
      ).to.deep.equal(new Set(["listed", undefined]));
      expect([network.outcome, network.notes]).to.deep.equal(["ok", []]);
    }
  });

  it("given fees, then they are in percent, with the raw value", async () => {
    await ofRouter("updateOPCFee", 5n * 10n ** 17n, 1n, 0n, 0n);

    const { facts = [] } = await verify();

    expect(
      facts.flatMap(({ id, actual, raw }) =>
        raw === undefined ? [] : [[id, actual, raw]],
      ),
    ).to.deep.equal([
      ["router.swapFeeApproved", "50 %", "500000000000000000"],
      ["router.swapFeeOther", "0.0000000000000001 %", "1"],
      ["router.consumeFee", "0 %", "0"],
      ["router.providerFee", "0 %", "0"],
    ]);
  });

  it("given a level below wiring, then there are no facts", async () => {
    for (const level of ["presence", "identity"] as const) {
      const network = await verifyRegistry(
        chain.transport,
        chain.network,
        level,
      );
      expect(network.facts).to.equal(undefined);
    }
  });

  const LINKS: readonly {
    readonly id: keyof typeof STRUCTURAL;
    readonly of: Hex;
    readonly to: Hex;
  }[] = [
    { id: "router.factory", of: plan.router, to: plan.erc721Factory },
    { id: "factory.router", of: plan.erc721Factory, to: plan.router },
    { id: "fixedPrice.router", of: plan.fixedPrice, to: plan.router },
    { id: "dispenser.router", of: plan.dispenser, to: plan.router },
    {
      id: "router.opcCollector",
      of: plan.router,
      to: plan.communityFeeCollector,
    },
  ];
  for (const { id, of, to } of LINKS) {
    it(`given a chain on which ${id} points elsewhere, then this fact alone is broken, with both addresses`, async () => {
      await redirect(of, to, ELSEWHERE);

      const network = await verify();

      expect(notHolding(network)).to.deep.equal([
        {
          class: "structural",
          id,
          expected: to,
          actual: ELSEWHERE,
          verdict: "broken",
          reason: `expected ${to}, got ${ELSEWHERE}`,
        },
      ]);
      expect([network.outcome, network.reason]).to.deep.equal([
        "failed",
        "of 44 facts, 1 broken",
      ]);
    });
  }

  const CALLS: readonly {
    readonly what: string;
    readonly contract: ContractName;
    readonly to: Hex;
    readonly functionName: string;
    readonly args: readonly unknown[];
    readonly id: keyof typeof STRUCTURAL;
    readonly actual: string;
  }[] = [
    {
      what: "a router that knows no fixed price contract",
      contract: "FactoryRouter",
      to: plan.router,
      functionName: "removeFixedRateContract",
      args: [plan.fixedPrice],
      id: "router.isFixedRateContract",
      actual: "false",
    },
    {
      what: "a router that knows no dispenser",
      contract: "FactoryRouter",
      to: plan.router,
      functionName: "removeDispenserContract",
      args: [plan.dispenser],
      id: "router.isDispenserContract",
      actual: "false",
    },
  ];
  for (const { what, id, actual, ...call } of CALLS) {
    it(`given ${what}, then ${id} is broken, with what it is`, async () => {
      await asOwner(call);

      const network = await verify();

      expect(
        notHolding(network).map((fact) => [fact.id, fact.verdict, fact.actual]),
      ).to.deep.equal([[id, "broken", actual]]);
      expect(network.outcome).to.equal("failed");
    });
  }

  for (const [functionName, index, id] of [
    ["disableTokenTemplate", 2, "factory.tokenTemplates"],
    ["disable721TokenTemplate", 1, "factory.nftTemplates"],
  ] as const) {
    it(`given ${functionName}, then the template is at its index all the same, and ${id} says that it is not active`, async () => {
      await ofFactory(functionName, index);

      const network = await verify(true);

      const { [id]: listed = "", ...others } = POLICY;
      expect(structuralOf(network)).to.deep.equal(holding(STRUCTURAL));
      expect(policyOf(network)).to.deep.equal({
        ...others,
        [id]: listed.replace(/, active$/, ", not active"),
      });
      expect([network.outcome, network.reason]).to.deep.equal([
        "ok",
        undefined,
      ]);
    });
  }

  it("given another template at the index of a registered one, then it is broken", async () => {
    const swapped = withAddresses(chain.network, {
      ERC20Template: plan.erc20Templates.toReversed(),
    });

    const network = await verifyRegistry(chain.transport, swapped, "wiring");

    const [first, second] = plan.erc20Templates;
    expect(
      notHolding(network).flatMap(({ id, actual, expected }) =>
        id.startsWith("factory.") ? [[id, actual, expected]] : [],
      ),
    ).to.deep.equal([
      ["factory.tokenTemplate[0]", first, second],
      ["factory.tokenTemplate[1]", second, first],
    ]);
    expect(network.outcome).to.equal("failed");
  });

  it("given templates whose ids are those of other kinds, then their ids are broken", async () => {
    const [first] = plan.erc20Templates;
    await setCode(first, await codeAt(plan.erc20Templates[1]));

    expect(notHolding(await verify())).to.deep.equal([
      {
        class: "structural",
        id: "ERC20Template[0].id",
        expected: "1",
        actual: "2",
        verdict: "broken",
        reason: "expected 1, got 2",
      },
    ]);
  });

  it("given a contract that burns all gas it gets, then what it should say is broken: the call fails", async () => {
    await setCode(plan.dispenser, "0xfe");

    const [fact, ...others] = notHolding(await verify());

    expect(others).to.deep.equal([]);
    expect(fact).to.deep.equal({
      class: "structural",
      id: "dispenser.router",
      expected: plan.router,
      actual: "the call fails",
      verdict: "broken",
      reason: `expected ${plan.router}, but the call fails`,
    });
  });

  it("given a contract that never ends, then what it should say is unknown", async () => {
    await setCode(plan.dispenser, "0x5b600056");

    const network = await verify();

    expect(
      notHolding(network).map(({ id, verdict }) => [id, verdict]),
    ).to.deep.equal([["dispenser.router", "unknown"]]);
    expect(network.outcome).to.equal("unknown");
  });

  it("given a contract that is absent, then its own facts are unknown and the rest is judged", async () => {
    await setCode(plan.dispenser, "0x");

    const network = await verify();

    expect(network.outcome).to.equal("failed");
    expect(notHolding(network)).to.deep.equal([
      {
        class: "structural",
        id: "dispenser.router",
        expected: plan.router,
        verdict: "unknown",
        reason: `it could not be read: ${plan.dispenser} was not asked, since it is not proven to be a contract`,
      },
    ]);
  });

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

  describe("given a live network that differs in policy alone", () => {
    const further = (list: "erc20Templates" | "erc721Templates") =>
      chain.replacements.inSecondSet(plan[list][0]);
    const DIFFERENCES: readonly {
      readonly what: string;
      readonly change: () => Promise<unknown>;
      readonly listed: () => Readonly<Record<string, string>>;
      /** What a note says is not in the registry. */
      readonly unlisted?: () => string;
    }[] = [
      {
        what: "a further datatoken template",
        change: () => ofFactory("addTokenTemplate", further("erc20Templates")),
        listed: () => ({
          "factory.tokenTemplates": `${POLICY["factory.tokenTemplates"]}, ${further("erc20Templates")}, active`,
        }),
        unlisted: () =>
          `factory.tokenTemplates has contracts that are not in the registry: ${further("erc20Templates")} (ERC20Template 2.2.0–2.6.0).`,
      },
      {
        what: "a further NFT template",
        change: () =>
          ofFactory("add721TokenTemplate", further("erc721Templates")),
        listed: () => ({
          "factory.nftTemplates": `${POLICY["factory.nftTemplates"]}, ${further("erc721Templates")}, active`,
        }),
        unlisted: () =>
          `factory.nftTemplates has contracts that are not in the registry: ${further("erc721Templates")} (ERC721Template 2.4.1–2.6.0).`,
      },
      {
        what: "a further exchange",
        change: () => ofRouter("addFixedRateContract", ELSEWHERE),
        listed: () => ({
          "router.exchanges": [ELSEWHERE, plan.fixedPrice].sort().join(", "),
        }),
        unlisted: () =>
          `router.exchanges has contracts that are not in the registry: ${ELSEWHERE} (not recognised).`,
      },
      {
        what: "a further dispenser",
        change: () => ofRouter("addDispenserContract", ELSEWHERE),
        listed: () => ({
          "router.dispensers": [ELSEWHERE, plan.dispenser].sort().join(", "),
        }),
        unlisted: () =>
          `router.dispensers has contracts that are not in the registry: ${ELSEWHERE} (not recognised).`,
      },
      {
        what: "other fees",
        change: () => ofRouter("updateOPCFee", 0n, 5n * 10n ** 16n, 0n, 0n),
        listed: () => ({
          "router.swapFeeApproved": "0 %",
          "router.swapFeeOther": "5 %",
          "router.consumeFee": "0 %",
        }),
      },
      {
        what: "a router of another owner than the factory",
        change: () => ofRouter("changeRouterOwner", ELSEWHERE),
        listed: () => ({ "router.owner": `${ELSEWHERE} (account)` }),
      },
      {
        what: "a factory that a contract owns",
        change: () => ofFactory("transferOwnership", plan.dispenser),
        listed: () => ({ "factory.owner": `${plan.dispenser} (contract)` }),
        unlisted: () => `ERC721Factory owner → contract ${plan.dispenser}.`,
      },
      {
        what: "a factory that nobody owns",
        change: () => ofFactory("renounceOwnership"),
        listed: () => ({
          "factory.owner":
            "0x0000000000000000000000000000000000000000 (nobody)",
        }),
      },
      {
        what: "an Alpha token that is not approved",
        change: () => ofRouter("removeApprovedToken", plan.token),
        listed: () => ({ "router.approvedTokens": EURO.address }),
      },
    ];
    for (const { what, change, listed, unlisted } of DIFFERENCES) {
      it(`when it has ${what}, then this alone is listed otherwise, strict or not`, async () => {
        await change();

        for (const strict of [false, true]) {
          const network = await verify(strict);
          const policy = Object.entries(policyOf(network));
          const isBehind = ([id]: readonly [string, unknown]) =>
            id.startsWith("0x");
          expect([network.outcome, network.notes]).to.deep.equal([
            "ok",
            unlisted === undefined ? [] : [unlisted()],
          ]);
          expect(
            Object.fromEntries(policy.filter((one) => !isBehind(one))),
          ).to.deep.equal({ ...POLICY, ...listed() });
          for (const [id] of policy.filter(isBehind)) {
            expect(Object.values(listed()).join()).to.contain(id.split(".")[0]);
          }
        }
      });
    }

    it("when its registry lists a further template, whatever its id, then it is ok", async () => {
      for (const third of [
        chain.replacements.inSecondSet(plan.erc20Templates[0]),
        chain.replacements.inSecondSet(plan.erc20Templates[1]),
      ]) {
        const before = await chain.request("evm_snapshot");
        await ofFactory("addTokenTemplate", third);
        const network = await verifyRegistry(
          chain.transport,
          withAddresses(chain.network, {
            ERC20Template: [...plan.erc20Templates, third],
          }),
          "wiring",
          true,
        );
        await chain.request("evm_revert", before);

        expect([network.outcome, network.reason]).to.deep.equal([
          "ok",
          undefined,
        ]);
        expect(network.facts).to.deep.include({
          class: "structural",
          id: "factory.tokenTemplate[2]",
          expected: third,
          actual: third,
          verdict: "holds",
        });
      }
    });

    it("when its router lists very many contracts, then the value stays readable, with all items beside it", async () => {
      for (let index = 0; index < 30; index += 1) {
        await ofRouter(
          "addDispenserContract",
          `0x${(index + 0x10_0000).toString(16).padStart(40, "0")}`,
        );
      }

      const { facts, outcome } = await verify();
      const fact = facts?.find(({ id }) => id === "router.dispensers");

      expect(outcome).to.equal("ok");
      expect(fact?.actual).to.match(/ and 11 more$/);
      expect(fact?.items).to.have.length(31);
    });
  });

  describe("given the requests that it takes", () => {
    it("when the endpoint runs the programs, then codes and calls are one request each of the latest block, and the rest is one more trip, of that very block", async () => {
      const { transport, requests } = recording(chain.transport);

      const { block } = await verifyRegistry(
        transport,
        chain.network,
        "wiring",
        true,
      );

      const asked = (isLatest: boolean) =>
        requests
          .filter(
            ({ method, params }) =>
              /^eth_(call|get(Code|Storage))/.test(method) &&
              (params.at(-1) === "latest") === isLatest,
          )
          .map(({ method }) => method)
          .toSorted();
      // The two programs, and the codes of the tokens, which no hash tells.
      expect(asked(true)).to.deep.equal([
        "eth_call",
        "eth_call",
        "eth_getCode",
        "eth_getCode",
      ]);
      // The codes in two ways and what is asked there, three times, of the owner and of
      // the pool template; twice the four getters that a token does not offer, with a call
      // whose result is known; twice those that tokens need not have; and the owner of the
      // contract whose storage is read.
      expect(asked(false)).to.deep.equal([
        ...Array.from({ length: 1 + 3 + 2 * 5 + 2 + 1 }, () => "eth_call"),
        "eth_getCode",
        "eth_getCode",
        "eth_getStorageAt",
        "eth_getStorageAt",
      ]);
      const pinned: readonly unknown[] = [
        `0x${BigInt(block?.number ?? 0).toString(16)}`,
        { blockHash: block?.hash },
      ];
      const first = requests.findIndex(
        ({ method }) => method === "eth_getStorageAt",
      );
      for (const { method, params } of requests.slice(first)) {
        expect(pinned, method).to.deep.include(params.at(-1));
      }
    });

    it("when the head moves on while it reads, then every call is still of the pinned block", async () => {
      const moving: RpcTransport = {
        ...chain.transport,
        request: async (method, params) => {
          if (method === "eth_getStorageAt") {
            await ofRouter("changeRouterOwner", ELSEWHERE).catch(
              () => undefined,
            );
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

    it("when the endpoint refuses both programs, then single reads lead to the same facts", async () => {
      const network = await verifyRegistry(
        withoutPrograms(chain.transport),
        chain.network,
        "wiring",
      );

      expect(network.outcome).to.equal("ok");
      expect(structuralOf(network)).to.deep.equal(holding(STRUCTURAL));
      expect(policyOf(network)).to.deep.equal(POLICY);
    });

    it("when the endpoint refuses both programs and a link is broken, then single reads prove it", async () => {
      await redirect(plan.fixedPrice, plan.router, ELSEWHERE);
      await setCode(plan.dispenser, "0xfe");

      const network = await verifyRegistry(
        withoutPrograms(chain.transport),
        chain.network,
        "wiring",
      );

      expect(
        notHolding(network).map(({ id, verdict }) => [id, verdict]),
      ).to.deep.equal([
        ["fixedPrice.router", "broken"],
        ["dispenser.router", "broken"],
      ]);
    });

    it("when the endpoint answers no calls at all, then every fact is unknown and none broken", async () => {
      const refused: Reply = {
        ok: false,
        kind: "rpc-error",
        code: -32601,
        reason: 'JSON-RPC error -32601: "no eth_call"',
      };
      const network = await verifyRegistry(
        {
          ...chain.transport,
          request: async (method, params) =>
            method === "eth_call"
              ? refused
              : await chain.transport.request(method, params),
        },
        chain.network,
        "wiring",
        true,
      );

      expect(network.outcome).to.equal("unknown");
      expect(
        network.facts?.every(({ verdict }) => verdict === "unknown"),
      ).to.equal(true);
    });
  });

  async function verify(strict = false): Promise<NetworkVerification> {
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

  /** Writes another address into the one slot that holds an address. */
  async function redirect(of: Hex, from: Hex, to: Hex): Promise<void> {
    const wanted = from.slice(2).toLowerCase();
    const slots: string[] = [];
    for (let index = 0; index < 64; index += 1) {
      const slot = `0x${index.toString(16)}`;
      const value = String(
        await chain.request("eth_getStorageAt", of, slot, "latest"),
      );
      if (value.includes(wanted)) {
        slots.push(slot);
        await chain.request(
          "hardhat_setStorageAt",
          of,
          slot,
          value.replace(wanted, to.slice(2).toLowerCase()),
        );
      }
    }
    expect(slots, "slots with the address").to.have.length(1);
  }

  async function ofRouter(functionName: string, ...args: unknown[]) {
    await asOwner({
      contract: "FactoryRouter",
      to: plan.router,
      functionName,
      args,
    });
  }

  async function ofFactory(functionName: string, ...args: unknown[]) {
    await asOwner({
      contract: "ERC721Factory",
      to: plan.erc721Factory,
      functionName,
      args,
    });
  }

  async function asOwner({
    contract,
    to,
    functionName,
    args,
  }: {
    readonly contract: ContractName;
    readonly to: Hex;
    readonly functionName: string;
    readonly args: readonly unknown[];
  }): Promise<void> {
    const { abi } = await contractArtifact(contract);
    await chain.request("eth_sendTransaction", {
      from: chain.replacements.account,
      to,
      data: encodeFunctionData({ abi, functionName, args }),
    });
  }
});

function holding(
  facts: Readonly<Record<string, string>>,
): readonly FactVerification[] {
  return Object.entries(facts).map(([id, expected]) => ({
    id,
    class: "structural",
    expected,
    actual: expected,
    verdict: "holds",
  }));
}

function structuralOf({
  facts = [],
}: NetworkVerification): readonly FactVerification[] {
  return facts.filter((fact) => fact.class === "structural");
}

function policyOf({
  facts = [],
}: NetworkVerification): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    facts.flatMap(({ class: kind, id, actual }) =>
      kind === "policy" ? [[id, actual]] : [],
    ),
  );
}

function notHolding(network: NetworkVerification): readonly FactVerification[] {
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

function recording(transport: RpcTransport) {
  const requests: { method: string; params: readonly unknown[] }[] = [];
  const recorded: RpcTransport = {
    ...transport,
    request: async (method, params) => {
      requests.push({ method, params });
      return await transport.request(method, params);
    },
  };
  return { transport: recorded, requests };
}
