import { expect } from "chai";
import type { NetworkVerification } from "../../src/verify/report.ts";
import type { VerificationTarget } from "../../src/verify/targets.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import {
  type Anvil,
  httpProvider,
  setAnvilCode,
  startAnvil,
} from "../support/anvil.ts";
import { remembering } from "../support/node-model/chains.ts";
import { EXPECTED } from "../support/node-model/run-case.ts";
import {
  type Behaviour,
  honest,
  withServer,
} from "../support/node-model/server.ts";
import { respond, rpcError } from "../support/node-model/transport-faults.ts";

const ADDRESSES = 1_200;
/** Every tenth address has no code. */
const isAbsent = (index: number): boolean => index % 10 === 7;
const MARK = addressAt(600).slice(2).toLowerCase();
/** The chunk itself, its absences again, and a few reads beside them. */
const MAX_SINGLE_READS = 7 * 330;

function addressAt(index: number): `0x${string}` {
  return `0x${(0x1000 + index).toString(16).padStart(40, "a")}`;
}

const TARGETS: readonly VerificationTarget[] = Array.from(
  { length: ADDRESSES },
  (_, index) => ({
    kind: "list",
    key: `contract ${index}`,
    address: addressAt(index),
  }),
);

/** Bad for each probe of the chunk that holds one certain address. */
function forOneChunk(
  behaviour: Behaviour,
  times = Number.POSITIVE_INFINITY,
): () => Behaviour {
  return () => {
    let count = 0;
    return (exchange) => {
      const isHit =
        exchange.method === "eth_call" &&
        exchange.received.body.includes(MARK) &&
        count < times;
      count += isHit ? 1 : 0;
      (isHit ? behaviour : honest)(exchange);
    };
  };
}

/** The honest output of the probe, changed. */
function output(change: (data: string) => string): Behaviour {
  return (exchange) => {
    const { error } = exchange.honest();
    const { data } = Object(error);
    exchange.json({
      jsonrpc: "2.0",
      id: exchange.id,
      error: {
        code: 3,
        message: "execution reverted",
        data: change(String(data)),
      },
    });
  };
}

const HEADER_DIGITS = 2 + 4 * 64;
const withOtherChain = (data: string): string =>
  `${data.slice(0, 66)}${"1".padStart(64, "0")}${data.slice(130)}`;

const RECOVERED: Readonly<Record<string, () => Behaviour>> = {
  "no fault": () => honest,
  "one chunk dropped once": forOneChunk(({ socket }) => socket.destroy(), 1),
  "one chunk dropped always": forOneChunk(({ socket }) => socket.destroy()),
  "one chunk refused": forOneChunk(
    rpcError({ code: -32000, message: "out of gas" }),
  ),
  "one chunk too large for the gateway": forOneChunk(respond(413)),
  "one chunk answered with 0x": forOneChunk(({ id, json }) =>
    json({ jsonrpc: "2.0", id, result: "0x" }),
  ),
  "one chunk's output cut": forOneChunk(output((data) => data.slice(0, -64))),
  "one chunk's output cut to its header": forOneChunk(
    output((data) => data.slice(0, HEADER_DIGITS)),
  ),
  "one chunk from an older block, once": forOneChunk(
    output(
      (data) => `${data.slice(0, 130)}${"0".repeat(64)}${data.slice(194)}`,
    ),
    1,
  ),
  "one chunk limited in rate, once": forOneChunk(
    respond(429, "", { "retry-after": "0" }),
    1,
  ),
};

describe("verify, given a list of more addresses than one call takes", function () {
  this.timeout(60_000);
  let anvil: Anvil;

  before(async () => {
    anvil = await startAnvil({ chainId: EXPECTED.chain.chainId });
    const provider = httpProvider(anvil.url);
    for (const [index, { address }] of TARGETS.entries()) {
      if (!isAbsent(index) && address !== undefined) {
        await setAnvilCode(
          anvil.url,
          address,
          `0x60${index.toString(16).padStart(4, "0")}`,
        );
      }
    }
    await provider.request({ method: "evm_mine" });
  });

  after(async () => {
    await anvil.close();
  });

  async function verify(behaviour: Behaviour): Promise<{
    report: NetworkVerification;
    requests: (method: string) => number;
  }> {
    const transport = {
      attemptTimeoutMs: 10_000,
      deadline: Date.now() + 40_000,
    };
    const ask = remembering(anvil.url);
    return await withServer({ behaviour, ask, transport }, async (opened) => {
      const { received } = opened.server;
      return {
        report: await verifyNetwork(opened.transport, {
          ...EXPECTED,
          targets: TARGETS,
        }),
        requests: (method) =>
          received.filter(({ body }) => body.includes(`"${method}"`)).length,
      };
    });
  }

  for (const [name, behave] of Object.entries(RECOVERED)) {
    it(`given ${name}, then every verdict is the true one, and no other chunk is read one by one`, async () => {
      const { report, requests } = await verify(behave());

      const wrong = report.contracts.filter(
        ({ verdict }, index) =>
          verdict !== (isAbsent(index) ? "absent" : "present"),
      );
      expect(wrong.slice(0, 3)).to.deep.equal([]);
      expect(report.contracts).to.have.lengthOf(ADDRESSES);
      expect(report.outcome).to.equal("failed");
      expect(requests("eth_getCode")).to.be.below(MAX_SINGLE_READS);
    });
  }

  for (const [when, times] of [
    ["once", 1],
    ["always", undefined],
  ] as const) {
    it(`given one chunk from another chain ${when}, then all is unknown: no answer proves its chain`, async () => {
      const { report } = await verify(
        forOneChunk(output(withOtherChain), times)(),
      );

      expect(report.outcome).to.equal("unknown");
      expect(
        new Set(report.contracts.map(({ verdict }) => verdict)),
      ).to.deep.equal(new Set(["unknown"]));
      expect(report.reason).to.equal(
        "answers come from more than one chain: the endpoint answers for the chain ids 1 and 32456",
      );
    });
  }

  it("given no probe and no code for any address, then nothing is absent", async () => {
    const { report } = await verify((exchange) => {
      if (exchange.method === "eth_call") {
        rpcError({ code: -32601, message: "no such method" })(exchange);
      } else if (exchange.method === "eth_getCode") {
        exchange.json({ jsonrpc: "2.0", id: exchange.id, result: "0x" });
      } else {
        honest(exchange);
      }
    });

    expect(
      report.contracts.filter(({ verdict }) => verdict !== "unknown"),
    ).to.deep.equal([]);
    expect(report.outcome).to.equal("unknown");
  });
});
