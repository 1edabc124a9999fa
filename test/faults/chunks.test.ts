import { expect } from "chai";
import type { VerificationTarget } from "../../src/verify/expect/targets.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { nodeError } from "../support/node-model/backends.ts";
import { altered } from "../support/node-model/behaviours.ts";
import { modelNode } from "../support/node-model/model-chain.ts";
import { EXPECTED } from "../support/node-model/run-case.ts";
import {
  type Behaviour,
  honest,
  withServer,
} from "../support/node-model/server.ts";

const ADDRESSES = 1_200;
/** Every tenth address has no code. */
const isAbsent = (index: number): boolean => index % 10 === 7;
const FIRST = 0x1000;
const MARK = addressAt(600).slice(2).toLowerCase();
/** The chunk itself, its absences again, and a few reads beside them. */
const MAX_SINGLE_READS = 7 * 330;

function addressAt(index: number): `0x${string}` {
  return `0x${(FIRST + index).toString(16).padStart(40, "a")}`;
}

const TARGETS: readonly VerificationTarget[] = Array.from(
  { length: ADDRESSES },
  (_, index) => ({
    kind: "list",
    key: `contract ${index}`,
    address: addressAt(index),
  }),
);
const NODE = modelNode({
  chainId: EXPECTED.chain.chainId,
  name: "chunks",
  head: 100n,
  timestamp: Math.floor(Date.now() / 1000),
  state: {
    codeOf: async (address) => {
      const index = Number.parseInt(address.slice(-4), 16) - FIRST;
      const isThere = addressAt(index) === address && !isAbsent(index);
      return isThere ? `0x60${address.slice(-4)}` : "0x";
    },
    slotOf: async () => `0x${"0".repeat(64)}`,
    nonceOf: async () => "0x0",
    call: async () => undefined,
  },
});

/** Bad for each probe of the chunk that holds one certain address. */
function forOneChunk(
  behaviour: Behaviour,
  times = Number.POSITIVE_INFINITY,
): Behaviour {
  let count = 0;
  return (exchange) => {
    const isHit =
      exchange.method === "eth_call" &&
      exchange.received.body.includes(MARK) &&
      count < times;
    count += isHit ? 1 : 0;
    (isHit ? behaviour : honest)(exchange);
  };
}

/** The honest output of the probe, changed. */
function output(change: (data: string) => string): Behaviour {
  return altered((answer) => {
    const { code, message, data } = Object(answer["error"]);
    return { ...answer, error: { code, message, data: change(String(data)) } };
  });
}

async function verify(behaviour: Behaviour) {
  const ask = async (method: string, params: readonly unknown[]) => {
    const reply = await NODE(method, params);
    return reply.ok
      ? reply.result
      : nodeError(reply.code ?? 0, reply.reason, reply.data);
  };
  return await withServer({ behaviour, ask }, async (opened) => {
    const { received } = opened.server;
    const report = await verifyNetwork(opened.transport, {
      ...EXPECTED,
      targets: TARGETS,
    });
    const singleReads = received.filter(({ body }) =>
      body.includes('"eth_getCode"'),
    );
    return { report, singleReads: singleReads.length };
  });
}

describe("verify, given a list of more addresses than one call takes", function () {
  this.timeout(60_000);

  for (const [name, behaviour] of Object.entries<Behaviour>({
    "no fault": honest,
    "one chunk dropped always": forOneChunk(({ socket }) => socket.destroy()),
    "one chunk's output cut": forOneChunk(output((data) => data.slice(0, -64))),
    "one chunk from an older block, once": forOneChunk(
      output(
        (data) => `${data.slice(0, 130)}${"0".repeat(64)}${data.slice(194)}`,
      ),
      1,
    ),
  })) {
    it(`given ${name}, then every verdict is the true one, and no other chunk is read one by one`, async () => {
      const { report, singleReads } = await verify(behaviour);

      const wrong = report.contracts.filter(
        ({ verdict }, index) =>
          verdict !== (isAbsent(index) ? "absent" : "present"),
      );
      expect(wrong.slice(0, 3)).to.deep.equal([]);
      expect(report.contracts).to.have.lengthOf(ADDRESSES);
      expect(report.outcome).to.equal("failed");
      expect(singleReads).to.be.below(MAX_SINGLE_READS);
    });
  }

  it("given one chunk from another chain, then all is unknown: no answer proves its chain", async () => {
    const ofAnotherChain = output(
      (data) =>
        `${data.slice(0, 66)}${"1".padStart(64, "0")}${data.slice(130)}`,
    );
    const { report } = await verify(forOneChunk(ofAnotherChain, 1));

    expect(report.outcome).to.equal("unknown");
    expect(report.why).to.include("the chain ids 1 and 32456");
    expect(
      new Set(report.contracts.map(({ verdict }) => verdict)),
    ).to.deep.equal(new Set(["unknown"]));
  });
});
