import { expect } from "chai";
import { encodeFunctionData, parseAbi } from "viem";
import { openHttp } from "../../src/connect/open-transport.ts";
import {
  type NetworkToVerify,
  verifyNetwork,
} from "../../src/verify/verify-network.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  startAnvil,
} from "../support/anvil.ts";
import { account, mined } from "../support/audit-world.ts";
import { forwardTo } from "../support/connections.ts";
import { type Backend, nodeError } from "../support/node-model/backends.ts";
import { devnetTargets } from "../support/node-model/chains.ts";
import { startFaultyServer } from "../support/node-model/server.ts";
import { SafeDeployer } from "../support/real-safe.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const { chainId, plan } = SANDBOX_PLANS.devnet;
const MAX_REQUESTS = 300;
const MAX_FOR_MANY_PARTIES = 1_000;
const CLIENT = "Geth/v1.14.12-stable/linux-amd64/go1.23.2";
const ROUTER = parseAbi([
  "function routerOwner() view returns (address)",
  "function changeRouterOwner(address)",
]);

const isOfState = (method: string) =>
  /^eth_(call|get(Code|StorageAt|TransactionCount))$/.test(method);
const isProgram = (method: string, [call]: readonly unknown[]) =>
  method === "eth_call" && Object(call).to === undefined;

/** What some of the requests for state are answered with. */
type Fault = (request: {
  readonly method: string;
  readonly params: readonly unknown[];
  /** Which request for state it is, from 1. */
  readonly nth: number;
}) => unknown;

describe("the number of requests to one endpoint", function () {
  this.timeout(120_000);
  let anvil: Anvil;
  let targets: NetworkToVerify["targets"];
  let request: (method: string, ...params: unknown[]) => Promise<unknown>;

  before(async () => {
    anvil = await startAnvil({ chainId });
    await placeOnAnvil(anvil.url, plan);
    targets = await devnetTargets();
    const provider = httpProvider(anvil.url);
    request = (method, ...params) => provider.request({ method, params });
  });
  after(async () => {
    await anvil?.close();
  });

  async function verify(fault: Fault, more: Partial<NetworkToVerify> = {}) {
    const honest: Backend = forwardTo(anvil.url);
    let nth = 0;
    const server = await startFaultyServer({
      ask: async (method, params) => {
        if (!isOfState(method)) {
          return method === "web3_clientVersion"
            ? CLIENT
            : await honest(method, params);
        }
        nth += 1;
        return fault({ method, params, nth }) ?? (await honest(method, params));
      },
    });
    const limits = { timeout: 60_000, httpHeaders: {} };
    const transport = await openHttp(server.url, limits);
    try {
      const found = await verifyNetwork(transport, {
        network: "devnet",
        hardhatNetwork: "devnet",
        chain: { chainId, chainsWithSameId: [] },
        limits: { maxBlockAge: false, inProcess: false, startBlock: 0 },
        targets,
        ...more,
      });
      return { found, requests: server.received.length };
    } finally {
      await transport.close();
      await server.close();
    }
  }

  const BUSY = nodeError(-32000, "busy");

  for (const level of ["presence", "wiring"] as const) {
    it(`given an error that is in no table for each read of state, and ${level}, then that is found out once`, async () => {
      const { found, requests } = await verify(() => BUSY, { level });

      expect(found.outcome).to.equal("unknown");
      expect(found.contracts.map(({ verdict }) => verdict)).to.not.include(
        "absent",
      );
      expect(requests).to.be.at.most(level === "presence" ? 50 : 100);
    });
  }

  it("given another text for each such error, then that is found out for some of them only", async () => {
    const { found, requests } = await verify(
      ({ nth }) => nodeError(-32000, `busy ${"x".repeat(nth)}`),
      { level: "wiring" },
    );

    expect(found.outcome).to.equal("unknown");
    expect(requests).to.be.at.most(100);
  });

  it("given an internal error, which is asked for again, then there are few requests as well", async () => {
    const { found, requests } = await verify(() =>
      nodeError(-32603, "Internal error"),
    );

    expect(found.outcome).to.equal("unknown");
    expect(requests).to.be.at.most(110);
  });

  it("given one once blocks were read by their hashes, then nothing is sent beyond the limit, and the rest is unknown", async () => {
    const list = Array.from({ length: 225 }, (_, index) => ({
      kind: "list" as const,
      key: `contract ${index}`,
      address: account(index),
    }));
    const { found, requests } = await verify(
      ({ method, params, nth }) =>
        isProgram(method, params) || nth > 20 ? BUSY : undefined,
      { targets: [...targets, ...list] },
    );

    // What was answered before is not counted where no program runs.
    expect(requests).to.be.within(MAX_REQUESTS, MAX_REQUESTS + 20);
    expect(found.outcome).to.equal("unknown");
    expect(found.why).to.contain(
      `the limit of ${MAX_REQUESTS} requests to the endpoint is reached; the last failure: JSON-RPC error -32000: "busy"`,
    );
  });

  it("given a node that runs no program, then only requests without an answer are limited", async () => {
    const none = nodeError(-32007, "Sender account not authorized");
    const { found, requests } = await verify(
      ({ method, params }) => (isProgram(method, params) ? none : undefined),
      { level: "wiring", isConfirmed: () => true },
    );

    expect(found.outcome).to.equal("ok");
    expect(requests).to.be.above(MAX_REQUESTS);
  });

  it("given a list of more than 250 addresses, then there is no limit", async () => {
    const list = Array.from({ length: 300 }, (_, index) => ({
      kind: "list" as const,
      key: `contract ${index}`,
      address: account(index),
    }));
    const passing = nodeError(-32000, "busy");
    const { found, requests } = await verify(
      ({ method, params, nth }) =>
        isProgram(method, params) || nth % 2 === 0 ? passing : undefined,
      { targets: list },
    );

    expect(found.contracts).to.have.lengthOf(list.length);
    expect(requests).to.be.above(MAX_REQUESTS);
    expect(JSON.stringify(found.contracts)).to.not.contain("the limit of");
  });

  it("given an owner with a dozen owners, then the limit is higher", async () => {
    const safe = await new SafeDeployer(request).deploySafe({
      owners: Array.from({ length: 12 }, (_, index) => account(index)),
    });
    const owner = await request(
      "eth_call",
      {
        to: plan.router,
        data: encodeFunctionData({ abi: ROUTER, functionName: "routerOwner" }),
      },
      "latest",
    );
    const from = `0x${String(owner).slice(-40)}`;
    await request("anvil_impersonateAccount", from);
    await request("anvil_setBalance", from, "0xde0b6b3a7640000");
    const data = encodeFunctionData({
      abi: ROUTER,
      functionName: "changeRouterOwner",
      args: [safe],
    });
    await mined(request, { from, to: plan.router, data });

    const { found, requests } = await verify(
      ({ nth }) => (nth > 80 ? BUSY : undefined),
      { level: "wiring", isConfirmed: () => true },
    );

    expect(found.outcome).to.equal("unknown");
    expect(requests).to.be.within(MAX_REQUESTS + 1, MAX_FOR_MANY_PARTIES);
  });
});
