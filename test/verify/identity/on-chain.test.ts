import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import type { RegistryAddresses } from "../../../src/config/contracts.ts";
import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import type { Reply } from "../../../src/http/types.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import type { Reason } from "../../../src/verify/values/reason.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { PROXY_CODE } from "../../support/control-mutations.ts";
import { enterpriseExchangeCode } from "../../support/enterprise-exchange.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { market } from "../../support/sandbox-market.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { registryOf, withAddresses } from "../../support/with-addresses.ts";
import { verifyRegistry } from "../verify-registry.ts";

const IMPLEMENTATION_SLOT =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const PLACE: Hex = "0x0000000000000000000000000000000000f1ace0";
const OTHER_PLACE: Hex = "0x0000000000000000000000000000000000f1ace1";
const SOME_CODE: Hex = "0x6080604052600080fdfe5b60016002fe";

/** That it is another contract than its key says. */
function otherContract(contract: string): Reason {
  return { code: "other-contract", facts: { contract } };
}

describe("the identity of contracts on a chain", function () {
  this.timeout(60_000);
  let chain: MutationChain;

  withMutationChain("devnet", (opened) => {
    chain = opened;
  });

  it("given a fresh deployment, then each contract is recognised with the releases that have its code", async () => {
    const { contracts } = await verifyRegistry(
      chain.transport,
      chain.network,
      "identity",
    );

    expect(
      contracts
        .filter(({ kind }) => kind === "registry")
        .map(({ identity }) => [
          identity?.verdict,
          identity?.contract,
          identity?.releases,
        ]),
    ).to.deep.equal([
      ["recognised", "OceanToken", "2.2.0–2.6.0"],
      ["recognised", "OPFCommunityFeeCollector", "2.2.0–2.6.0"],
      ["recognised", "FactoryRouter", "2.2.0–2.6.0"],
      ["recognised", "FixedRateExchange", "2.2.0–2.6.0"],
      ["recognised", "ERC20Template", "2.2.0–2.6.0"],
      ["recognised", "ERC20TemplateEnterprise", "2.2.0–2.6.0"],
      ["recognised", "ERC721Template", "2.4.1–2.6.0"],
      ["recognised", "Dispenser", "2.2.0–2.6.0"],
      ["recognised", "ERC721Factory", "2.2.0–2.6.0"],
    ]);
  });

  it("given code that no release has, then it is unrecognised: unknown, and with strict a failure", async () => {
    await setCode(address("Router"), SOME_CODE);

    const lenient = await verify();
    const strict = await verify({}, true);

    expect(lenient.outcome).to.equal("unknown");
    expect(identityOf(lenient, "Router")).to.deep.equal({
      verdict: "unrecognised",
      reason: { code: "unreleased", facts: { contracts: "FactoryRouter" } },
    });
    expect([strict.outcome, strict.why]).to.deep.equal([
      "failed",
      "of 11 contracts, 1 unrecognised",
    ]);
  });

  it("given the code of another role, then it is wrong, and the report says what it is", async () => {
    await setCode(address("Router"), await codeAt(address("Dispenser")));

    const network = await verify();

    expect(network.outcome).to.equal("failed");
    expect(network.why).to.equal("of 11 contracts, 1 wrong");
    expect(identityOf(network, "Router")).to.deep.equal({
      verdict: "wrong",
      contract: "Dispenser",
      releases: "2.2.0–2.6.0",
      reason: otherContract("Dispenser"),
    });
  });

  it("given real code with other metadata, then it is recognised with the releases of the code without it, strict as well", async () => {
    const { deployedBytecode } = await contractArtifact("ERC20Template");
    const code: Hex = `0x${deployedBytecode.slice(2).replace(/1220[0-9a-f]{64}(?=64736f6c63)/, `1220${"ab".repeat(32)}`)}`;
    expect(code).to.not.equal(deployedBytecode);
    await setCode(address("ERC20Template", 0), code);

    const network = await verify({}, true);

    expect(network.outcome).to.equal("ok");
    expect(
      network.contracts.find(
        ({ key, index }) => key === "ERC20Template" && index === 0,
      )?.identity,
    ).to.include({ verdict: "recognised", releases: "2.2.0–2.6.0" });
  });

  it("given a router behind an EIP-1967 proxy, then its own code is unrecognised, and the reason says where it points", async () => {
    await setProxy(PLACE, address("Router"));

    const network = await verify({ Router: PLACE });

    expect(network.outcome).to.equal("unknown");
    const { verdict, reason } = identityOf(network, "Router") ?? {};
    expect([verdict, reason]).to.deep.equal([
      "unrecognised",
      {
        code: "proxy-of-release",
        facts: { contract: "FactoryRouter", releases: "2.2.0–2.6.0" },
      },
    ]);
    expect(reason && sentence(reason)).to.equal(
      "its own code is of no known release; as an upgradable proxy (EIP-1967) it runs the FactoryRouter 2.2.0–2.6.0",
    );
  });

  it("given code that ends itself on every call, with a proxy's slot that points to the router, then it is no router: strict fails", async () => {
    await setProxy(PLACE, address("Router"));
    await setCode(PLACE, "0x33ff");

    const network = await verify({ Router: PLACE }, true);

    expect(network.outcome).to.equal("failed");
    expect(identityOf(network, "Router")?.verdict).to.equal("unrecognised");
  });

  it("given a clone (EIP-1167) of the right template, then it is recognised by the template; of another one, wrong", async () => {
    await setCode(PLACE, cloneOf(address("ERC721Template", 0)));
    await setCode(OTHER_PLACE, cloneOf(address("ERC20Template", 0)));

    const right = await verify({ ERC721Template: [PLACE] });
    const wrong = await verify({ ERC721Template: [OTHER_PLACE] });

    expect(identityOf(right, "ERC721Template")).to.include({
      verdict: "recognised",
      contract: "ERC721Template",
    });
    const { verdict, reason } = identityOf(wrong, "ERC721Template") ?? {};
    expect([verdict, reason]).to.deep.equal([
      "wrong",
      otherContract("ERC20Template"),
    ]);
  });

  it("given a token behind an EIP-1967 proxy whose code nobody knows, then it is identified by behaviour, strict as well", async () => {
    const euro = String(chain.network.tokens.euro.address);
    await setCode(PLACE, await codeAt(euro));
    await setCode(euro, PROXY_CODE);
    await setSlot(euro, PLACE);

    const network = await verify({}, true);

    expect([network.outcome, network.why]).to.deep.equal(["ok", undefined]);
    expect(contractOf(network, "euro")?.proxy).to.include({
      kind: "eip1967",
      verdict: "present",
    });
    expect(identityOf(network, "euro")).to.include({
      verdict: "recognised",
      contract: "ERC-20",
    });
  });

  it("given an address in a proxy's slot of a token that runs no code but its own, then it is no proxy", async () => {
    await setSlot(String(chain.network.tokens.euro.address), PLACE);

    const network = await verify({}, true);

    expect(network.outcome).to.equal("ok");
    expect(contractOf(network, "euro")).to.include({ verdict: "present" });
    expect(contractOf(network, "euro")).to.not.have.property("proxy");
  });

  it("given one of the marketplace's own datatokens for a payment token, then it is one by behaviour; given the template itself, then it is wrong", async () => {
    const { datatoken: token } = await market(
      {
        request: async ({ method, params = [] }) =>
          await chain.request(method, ...params),
      },
      SANDBOX_PLANS.devnet.plan,
    ).publish({
      publisher: chain.replacements.account,
      paymentToken: SANDBOX_PLANS.devnet.plan.token,
      paymentDecimals: 18,
      price: 10n ** 18n,
    });

    const datatoken = await verify({}, false, { address: token });
    const itself = await verify({}, false, {
      address: address("ERC20Template", 0),
    });

    expect(identityOf(datatoken, "euro")).to.include({
      verdict: "recognised",
      contract: "ERC20Template",
    });
    const { verdict, reason } = identityOf(itself, "euro") ?? {};
    expect([verdict, reason]).to.deep.equal([
      "wrong",
      otherContract("ERC20Template"),
    ]);
  });

  it("given a token whose symbol or decimals are not the configured ones, then it is wrong", async () => {
    const { address: euro } = chain.network.tokens.euro;

    for (const [configured, code, words] of [
      [
        { symbol: "EUROe" },
        "other-symbol",
        'its symbol is "EURAU", not the configured "EUROe"',
      ],
      [
        { decimals: 2 },
        "other-decimals",
        "it has 6 decimals, not the configured 2",
      ],
    ] as const) {
      const network = await verify({}, false, {
        address: euro,
        ...configured,
      });
      expect(network.outcome).to.equal("failed");
      const { reason } = identityOf(network, "euro") ?? {};
      expect(reason?.code).to.equal(code);
      expect(reason && sentence(reason)).to.equal(words);
    }
  });

  it("given templates of any release behind the two, up to any number, then each is recognised by its name", async () => {
    const { deployedBytecode: fourth } =
      await contractArtifact("ERC20Template4");
    await setCode(PLACE, fourth);
    const [one = PLACE, two = PLACE] = templates();

    const { contracts } = await verify({
      ERC20Template: [one, two, PLACE, one],
    });

    expect(
      contracts
        .filter(({ key }) => key === "ERC20Template")
        .map(({ identity }) => [identity?.verdict, identity?.reason]),
    ).to.deep.equal([
      ["recognised", undefined],
      ["recognised", undefined],
      ["recognised", otherContract("ERC20Template4")],
      ["recognised", otherContract("ERC20Template")],
    ]);
  });

  it("given the enterprise exchange in the registry, then it is recognised by its name", async () => {
    await setCode(
      PLACE,
      await enterpriseExchangeCode(address("Router"), address("Dispenser")),
    );

    const network = await verify({ FixedPrice: PLACE });

    expect(network.outcome).to.equal("ok");
    expect(identityOf(network, "FixedPrice")).to.deep.equal({
      verdict: "recognised",
      basis: "release",
      contract: "FixedRateExchangeEnterprise",
      releases: "2.5.0–2.6.0",
      reason: otherContract("FixedRateExchangeEnterprise"),
    });
  });

  describe("given a node that hides code or answers garbage", () => {
    const HIDING: Readonly<Record<string, Reply>> = {
      "no code": { ok: true, result: "0x" },
      "other code": { ok: true, result: "0x6001600255" },
      "an error": {
        ok: false,
        kind: "rpc-error",
        code: -32000,
        reason: 'JSON-RPC error -32000: "missing trie node"',
      },
    };
    for (const [name, reply] of Object.entries(HIDING)) {
      it(`when it gives ${name} of a contract that no hash tells, then its identity is unknown, strict as well, and never wrong`, async () => {
        await setCode(address("Router"), SOME_CODE);
        const transport = answering(chain.transport, "eth_getCode", reply);

        const network = await verifyRegistry(
          transport,
          chain.network,
          "identity",
          true,
        );

        expect(identityOf(network, "Router")?.verdict).to.equal("unknown");
        expect(network.outcome).to.equal("unknown");
        expect(
          network.contracts.filter(
            ({ identity }) => identity?.verdict === "wrong",
          ),
        ).to.deep.equal([]);
      });
    }

    for (const result of ["0x", "0x1234", null, `0x${"00".repeat(31)}2a`]) {
      it(`when it gives ${JSON.stringify(result)} to every eth_call, then no token is wrong and no fact broken`, async () => {
        const transport = answering(chain.transport, "eth_call", {
          ok: true,
          result,
        });

        const network = await verifyRegistry(
          transport,
          chain.network,
          "wiring",
        );

        expect(network.outcome).to.equal("unknown");
        expect(identityOf(network, "euro")?.verdict).to.equal("unknown");
        // Storage counts only where a call shows that it is right.
        expect(
          (network.facts ?? []).filter(({ verdict }) => verdict !== "unknown"),
        ).to.deep.equal([]);
        // Released code needs no call.
        expect(identityOf(network, "Router")?.verdict).to.equal("recognised");
      });
    }
  });

  async function verify(
    registry: RegistryAddresses = {},
    strict = false,
    euro: Partial<ResolvedAlphaNetwork["tokens"]["euro"]> = {},
  ): Promise<JudgedNetwork> {
    const { network } = chain;
    return await verifyRegistry(
      chain.transport,
      withAddresses(network, registry, {
        euro: { ...network.tokens.euro, ...euro },
      }),
      "identity",
      strict,
    );
  }

  function address(key: string, index = 0): Hex {
    const value = registryOf(chain.network)[key];
    const found = typeof value === "string" ? value : value?.[index];
    if (found === undefined) {
      throw new Error(`${key} is unset`);
    }
    return found;
  }

  function templates(): readonly Hex[] {
    return [address("ERC20Template", 0), address("ERC20Template", 1)];
  }

  async function setCode(at: string, code: string): Promise<void> {
    await chain.request("hardhat_setCode", at, code);
  }

  async function codeAt(at: string): Promise<string> {
    return String(await chain.request("eth_getCode", at, "latest"));
  }

  async function setProxy(at: Hex, implementation: string): Promise<void> {
    await setCode(at, PROXY_CODE);
    await setSlot(at, implementation);
  }

  async function setSlot(at: string, implementation: string): Promise<void> {
    await chain.request(
      "hardhat_setStorageAt",
      at,
      IMPLEMENTATION_SLOT,
      `0x${implementation.slice(2).toLowerCase().padStart(64, "0")}`,
    );
  }
});

function cloneOf(template: string): Hex {
  return `0x363d3d373d3d3d363d73${template.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`;
}

/** The transport, one of whose methods always gets the same reply. */
function answering(
  transport: RpcTransport,
  method: string,
  reply: Reply,
): RpcTransport {
  return {
    ...transport,
    request: async (asked, params) =>
      asked === method ? reply : await transport.request(asked, params),
  };
}

function contractOf({ contracts }: JudgedNetwork, wanted: string) {
  return contracts.find(({ key }) => key === wanted);
}

function identityOf(network: JudgedNetwork, wanted: string) {
  return contractOf(network, wanted)?.identity;
}
