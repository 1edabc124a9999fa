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
import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  type MutationChain,
  openMutationChain,
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
  "factory.nftTemplate[0]": `${plan.erc721Templates[0]}, active`,
  "factory.tokenTemplate[0]": `${plan.erc20Templates[0]}, active`,
  "factory.tokenTemplate[1]": `${plan.erc20Templates[1]}, active`,
  "template.id[0]": "1",
  "template.id[1]": "2",
  "template.id[2]": "1",
};
const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const POLICY = {
  "router.isApprovedToken": "true",
  "router.fixedRatesContracts": plan.fixedPrice,
  "router.dispensersContracts": plan.dispenser,
  "router.opcFees": "1000000000000000, 2000000000000000",
  "router.opcConsumeFee": "30000000000000000",
  "router.opcProviderFee": "0",
  "factory.templateCount": "2",
  "factory.nftTemplateCount": "1",
  "factory.owner": OWNER,
};

describe("the wiring of contracts on a chain", function () {
  this.timeout(60_000);
  let chain: MutationChain;
  let snapshot: unknown;

  before(async () => {
    chain = await openMutationChain(await createAlphaHre(), "devnet");
  });
  after(async () => {
    await chain?.close();
  });
  beforeEach(async () => {
    snapshot = await chain.request("evm_snapshot");
  });
  afterEach(async () => {
    await chain.request("evm_revert", snapshot);
  });

  it("given a fresh deployment, then each structural fact holds, with expected and actual", async () => {
    const { facts } = await verify();

    expect(facts).to.deep.equal(holding(STRUCTURAL));
  });

  it("given --strict, then the facts of policy are among them, and hold", async () => {
    const { facts, outcome, notes } = await verify(true);

    expect(facts).to.deep.equal(holding({ ...STRUCTURAL, ...POLICY }));
    expect([outcome, notes]).to.deep.equal(["ok", []]);
  });

  it("given a level below wiring, then there are no facts", async () => {
    for (const level of ["presence", "identity"] as const) {
      const network = await verifyRegistry(
        chain.transport,
        chain.network,
        level,
      );
      expect(network).to.not.have.property("facts");
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
          id,
          expected: to,
          actual: ELSEWHERE,
          verdict: "broken",
          reason: `expected ${to}, got ${ELSEWHERE}`,
        },
      ]);
      expect([network.outcome, network.reason]).to.deep.equal([
        "failed",
        "of 13 facts, 1 broken",
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
    {
      what: "a datatoken template that is disabled",
      contract: "ERC721Factory",
      to: plan.erc721Factory,
      functionName: "disableTokenTemplate",
      args: [2],
      id: "factory.tokenTemplate[1]",
      actual: `${plan.erc20Templates[1]}, not active`,
    },
    {
      what: "an NFT template that is disabled",
      contract: "ERC721Factory",
      to: plan.erc721Factory,
      functionName: "disable721TokenTemplate",
      args: [1],
      id: "factory.nftTemplate[0]",
      actual: `${plan.erc721Templates[0]}, not active`,
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

  it("given templates whose ids are those of other kinds, then their ids are broken", async () => {
    const [first] = plan.erc20Templates;
    await setCode(first, await codeAt(plan.erc20Templates[1]));

    expect(notHolding(await verify())).to.deep.equal([
      {
        id: "template.id[0]",
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
    const DIFFERENCES: readonly {
      readonly what: string;
      readonly note: string;
      readonly change: () => Promise<unknown>;
    }[] = [
      {
        what: "a further datatoken template",
        note: "factory.templateCount (policy): expected 2, got 3",
        change: () =>
          ofFactory(
            "addTokenTemplate",
            chain.replacements.inSecondSet(plan.erc20Templates[0]),
          ),
      },
      {
        what: "a further NFT template",
        note: "factory.nftTemplateCount (policy): expected 1, got 2",
        change: () =>
          ofFactory(
            "add721TokenTemplate",
            chain.replacements.inSecondSet(plan.erc721Templates[0]),
          ),
      },
      {
        what: "a further fixed price contract",
        note: `router.fixedRatesContracts (policy): expected ${plan.fixedPrice}, got ${plan.fixedPrice}, ${ELSEWHERE}`,
        change: () => ofRouter("addFixedRateContract", ELSEWHERE),
      },
      {
        what: "a further dispenser",
        note: `router.dispensersContracts (policy): expected ${plan.dispenser}, got ${plan.dispenser}, ${ELSEWHERE}`,
        change: () => ofRouter("addDispenserContract", ELSEWHERE),
      },
      {
        what: "another fee for the community",
        note: "router.opcFees (policy): expected 1000000000000000, 2000000000000000, got 5, 6",
        change: () => ofRouter("updateOPCFee", 5n, 6n, 3n * 10n ** 16n, 0n),
      },
      {
        what: "another consume fee",
        note: "router.opcConsumeFee (policy): expected 30000000000000000, got 0",
        change: () =>
          ofRouter("updateOPCFee", 10n ** 15n, 2n * 10n ** 15n, 0n, 0n),
      },
      {
        what: "a provider fee",
        note: "router.opcProviderFee (policy): expected 0, got 9",
        change: () =>
          ofRouter(
            "updateOPCFee",
            10n ** 15n,
            2n * 10n ** 15n,
            3n * 10n ** 16n,
            9n,
          ),
      },
      {
        what: "a router of another owner than the factory",
        note: `factory.owner (policy): expected ${ELSEWHERE}, got ${OWNER}`,
        change: () => ofRouter("changeRouterOwner", ELSEWHERE),
      },
      {
        what: "a factory that nobody owns",
        note: `factory.owner (policy): expected ${OWNER}, got 0x0000000000000000000000000000000000000000`,
        change: () => ofFactory("renounceOwnership"),
      },
      {
        what: "an Alpha token that is not approved",
        note: "router.isApprovedToken (policy): expected true, got false",
        change: () => ofRouter("removeApprovedToken", plan.token),
      },
    ];
    for (const { what, note, change } of DIFFERENCES) {
      it(`when it has ${what}, then it is ok with a note, and with strict failed`, async () => {
        await change();

        const lenient = await verify();
        const strict = await verify(true);

        expect([lenient.outcome, lenient.notes]).to.deep.equal(["ok", [note]]);
        expect([strict.outcome, strict.notes, strict.reason]).to.deep.equal([
          "failed",
          [],
          "of 22 facts, 1 broken",
        ]);
        expect(notHolding(lenient)).to.deep.equal([]);
      });
    }

    it("when it approves further tokens, then there is nothing to say, strict or not", async () => {
      await ofRouter("addApprovedToken", ELSEWHERE);

      for (const strict of [false, true]) {
        const { outcome, notes } = await verify(strict);
        expect([outcome, notes]).to.deep.equal(["ok", []]);
      }
    });

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
          id: "factory.tokenTemplate[2]",
          expected: `${third}, active`,
          actual: `${third}, active`,
          verdict: "holds",
        });
      }
    });

    it("when its router lists very many contracts, then the note stays readable", async () => {
      for (let index = 0; index < 30; index += 1) {
        await ofRouter(
          "addDispenserContract",
          `0x${(index + 0x10_0000).toString(16).padStart(40, "0")}`,
        );
      }

      const { notes, outcome } = await verify();

      expect(outcome).to.equal("ok");
      expect(notes).to.have.length(1);
      expect(notes[0]).to.match(/ and 11 more$/);
    });
  });

  describe("given the requests that it takes", () => {
    it("when the endpoint runs the programs, then all calls are one request beside the codes that no hash tells, all at the pinned block", async () => {
      const { transport, requests } = recording(chain.transport);

      const { block } = await verifyRegistry(
        transport,
        chain.network,
        "wiring",
        true,
      );

      const methods = requests.map(({ method }) => method);
      // The probe of all codes, that of those which no hash tells, then the calls.
      expect(methods.filter((method) => method === "eth_call")).to.have.length(
        3,
      );
      // The token with its cap in its code, and the one that has no release.
      expect(
        methods.filter((method) => method === "eth_getCode"),
      ).to.have.length(2);
      const pinned: readonly unknown[] = [
        `0x${BigInt(block?.number ?? 0).toString(16)}`,
        { blockHash: block?.hash },
      ];
      const presence = requests.findIndex(
        ({ method }) => method === "eth_getStorageAt",
      );
      for (const { method, params } of requests.slice(presence)) {
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
      expect((await verify()).notes).to.have.length(1);
    });

    it("when the endpoint refuses both programs, then single reads lead to the same facts", async () => {
      const network = await verifyRegistry(
        withoutPrograms(chain.transport),
        chain.network,
        "wiring",
      );

      expect(network.outcome).to.equal("ok");
      expect(network.facts).to.deep.equal(holding(STRUCTURAL));
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
        new Set((network.facts ?? []).map(({ verdict }) => verdict)),
      ).to.deep.equal(new Set(["unknown"]));
      for (const { reason } of network.facts ?? []) {
        expect(reason).to.not.equal(undefined);
      }
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
    expected,
    actual: expected,
    verdict: "holds",
  }));
}

function notHolding({
  facts = [],
}: NetworkVerification): readonly FactVerification[] {
  return facts.filter(({ verdict }) => verdict !== "holds");
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
