import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import { createHttpTransport } from "../../../src/rpc/http-transport.ts";
import type { VerificationTarget } from "../../../src/verify/expect/targets.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import { told } from "../../../src/verify/values/reason.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import {
  type Anvil,
  httpProvider,
  setAnvilCode,
  startAnvil,
} from "../../support/anvil.ts";
import { EXPECTED } from "../../support/node-model/run-case.ts";
import {
  type Behaviour,
  honest,
  startFaultyServer,
} from "../../support/node-model/server.ts";

const IMPLEMENTATION_SLOT =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const BEACON_SLOT =
  "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
const ADMIN_SLOT =
  "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103";
/** More than are looked at for being upgradable. */
const MANY = Array.from({ length: 80 }, (_, index) => addressOf(index));
/** More than are read several times each, so that batches are sent. */
const CONTRACTS = MANY.slice(0, 13);
const [PROXY = "0x", EMPTY_PROXY = "0x", BEACON_PROXY = "0x"] =
  CONTRACTS.slice(10);
const [IMPLEMENTATION, ADMIN, MISSING, BEACON] = [100, 101, 102, 103].map(
  addressOf,
) as [Hex, Hex, Hex, Hex];
/** Returns the address of the implementation, whatever it is asked. */
const BEACON_CODE: Hex = `0x73${IMPLEMENTATION.slice(2)}60005260206000f3`;

function targetsOf(
  addresses: readonly Hex[],
  kind: "list" | "own" = "list",
): readonly VerificationTarget[] {
  return addresses.map((address, index) => ({
    kind,
    key: `contract ${index}`,
    address,
  }));
}

function addressOf(index: number): Hex {
  return `0x${(0x10 + index).toString(16).padStart(40, "a")}`;
}

/** What is wrong with batches; every other request is answered honestly. */
function forBatches(behaviour: Behaviour): Behaviour {
  return (exchange) =>
    (exchange.received.body.startsWith("[") ? behaviour : honest)(exchange);
}

function changed(
  change: (answers: readonly Record<string, unknown>[]) => unknown,
): Behaviour {
  return forBatches((exchange) => {
    const answers: unknown = exchange.honestBody();
    exchange.json(change(Array.isArray(answers) ? answers : []));
  });
}

const ZERO = `0x${"0".repeat(64)}`;
const BATCHES: Readonly<Record<string, Behaviour>> = {
  "answers them": honest,
  "takes none": changed(() => ({
    jsonrpc: "2.0",
    error: { code: -32600, message: "Batch request length too long" },
  })),
  "sends empty slots with one id too few": changed((answers) =>
    answers.slice(1).map((answer) => ({ ...answer, result: ZERO })),
  ),
  "sends an error for each": changed((answers) =>
    answers.map(({ id }) => ({
      jsonrpc: "2.0",
      id,
      error: { code: -32602, message: "invalid argument 2" },
    })),
  ),
};

const asAsked = (_method: string, params: readonly unknown[]) => [...params];

describe("the slots of a long list", function () {
  this.timeout(60_000);
  let anvil: Anvil;

  before(async () => {
    anvil = await startAnvil({ chainId: EXPECTED.chain.chainId });
    const { url } = anvil;
    const { request } = httpProvider(url);
    for (const [index, address] of MANY.entries()) {
      const code: Hex = `0x60${index.toString(16).padStart(4, "0")}`;
      await setAnvilCode(url, address, code);
    }
    await setAnvilCode(url, IMPLEMENTATION, "0x600160025b");
    await setAnvilCode(url, BEACON, BEACON_CODE);
    for (const [proxy, slot, word] of [
      [PROXY, IMPLEMENTATION_SLOT, IMPLEMENTATION],
      [PROXY, ADMIN_SLOT, ADMIN],
      [EMPTY_PROXY, IMPLEMENTATION_SLOT, MISSING],
      [BEACON_PROXY, BEACON_SLOT, BEACON],
    ]) {
      const padded = `0x${word?.slice(2).padStart(64, "0")}`;
      await request({
        method: "anvil_setStorageAt",
        params: [proxy, slot, padded],
      });
    }
    await request({ method: "evm_mine" });
  });

  after(async () => {
    await anvil.close();
  });

  async function verify(
    behaviour: Behaviour,
    addresses = CONTRACTS,
    paramsOf: typeof asAsked = asAsked,
    targets = targetsOf(addresses),
  ) {
    const { request } = httpProvider(anvil.url);
    const server = await startFaultyServer({
      behaviour,
      ask: async (method, params) =>
        method === "web3_clientVersion"
          ? "Geth/v1.14.12-stable/linux-amd64/go1.23.2"
          : await request({ method, params: paramsOf(method, params) }).catch(
              ({ code, message, data }) => ({ error: { code, message, data } }),
            ),
    });
    const transport = createHttpTransport({ url: server.url, retryBaseMs: 1 });
    try {
      const report = await verifyNetwork(transport, {
        ...EXPECTED,
        targets,
      });
      return { report, received: server.received };
    } finally {
      await transport.close();
      await server.close();
    }
  }

  for (const [title, behaviour] of Object.entries(BATCHES)) {
    it(`given a node that ${title}, then every proxy is found, with its admin and what is missing`, async () => {
      const { report, received } = await verify(behaviour);

      expect(proxiesOf(report)).to.deep.equal([
        [PROXY, "eip1967", IMPLEMENTATION, "present", ADMIN, undefined],
        [EMPTY_PROXY, "eip1967", MISSING, "absent", undefined, undefined],
        [BEACON_PROXY, "beacon", IMPLEMENTATION, "present", undefined, BEACON],
      ]);
      expect(report.outcome).to.equal("failed");
      expect(
        report.contracts.every(({ verdict }) => verdict === "present"),
      ).to.equal(true);
      expect(received.map(({ body }) => body[0])).to.include("[");
    });
  }

  it("given few contracts and a backend that has lost all storage and alone takes batches, then none of them passes for no proxy", async () => {
    const lost = changed((answers) =>
      answers.map((answer) => ({ ...answer, result: ZERO })),
    );
    const { report } = await verify(lost, CONTRACTS.slice(-3));

    expect(
      report.contracts.map(({ proxy, proxyUnread }) => [proxy, proxyUnread]),
    ).to.deep.equal(
      Array.from({ length: 3 }, () => [
        undefined,
        {
          kind: "unread",
          reason: told(
            "reads of the same block disagree on what is in storage",
          ),
        },
      ]),
    );
    expect(report.outcome).to.equal("unknown");
  });

  it("given a node that answers words of any block, then nothing that it says is believed", async () => {
    const { report } = await verify(honest, CONTRACTS, (method, params) =>
      method === "eth_getStorageAt"
        ? [...params.slice(0, 2), "latest"]
        : [...params],
    );

    expect(proxiesOf(report)).to.deep.equal([]);
    expect(
      report.contracts.every(({ verdict }) => verdict === "unknown"),
    ).to.equal(true);
    expect(report.outcome).to.equal("unknown");
  });

  it("given more contracts than are looked at, then it is the first ones of the list, each time that it is read", async () => {
    const { report } = await verify(honest, MANY);

    expect(proxiesOf(report).map(([address]) => address)).to.deep.equal([
      PROXY,
      EMPTY_PROXY,
      BEACON_PROXY,
    ]);
    expect(report.notes.join("\n")).to.contain("Only the first 40");
  });

  it("given as many contracts of the project, then all of them are looked at", async () => {
    const own = targetsOf(MANY.toReversed(), "own");
    const { report } = await verify(honest, MANY, asAsked, own);

    expect(proxiesOf(report).map(([address]) => address)).to.deep.equal([
      BEACON_PROXY,
      EMPTY_PROXY,
      PROXY,
    ]);
    expect(report.notes.join("\n")).not.to.contain("Only the first");
  });
});

function proxiesOf({ contracts }: JudgedNetwork) {
  return contracts.flatMap(({ address, proxy }) =>
    proxy === undefined
      ? []
      : [
          [
            address,
            proxy.kind,
            proxy.implementation,
            proxy.verdict,
            proxy.admin,
            proxy.beacon,
          ].map((text) => text?.toLowerCase()),
        ],
  );
}
