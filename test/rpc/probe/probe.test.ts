import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import { isRecord } from "../../../src/base/records.ts";
import { codeHash } from "../../../src/contracts/code-hash.ts";
import { programCall } from "../../../src/rpc/bulk-program.ts";
import {
  decodeProbe,
  encodeProbe,
  PROBE_PROGRAM,
} from "../../../src/rpc/probe-codes.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { startCodes } from "../../../src/verify/presence/verify-codes.ts";
import { blockReader } from "../../support/block-reader.ts";
import {
  headOf,
  PROBED_NODES,
  type ProbedNode,
} from "../../support/probed-nodes.ts";

const CHAIN_ID = 32456;
/** Every seventh address has code, of a size that tells which it is. */
const PERIOD = 7;
const COUNTS = [1, 2, 499, 500, 501, 1300];

for (const [name, start] of PROBED_NODES) {
  describe(`the bulk probe on ${name}`, function () {
    this.timeout(60_000);
    let node: ProbedNode;
    before(async () => {
      node = await start(CHAIN_ID);
      for (let index = 0; index < Math.max(...COUNTS); index += PERIOD) {
        await node.setCode(addressOf(index), codeOf(index));
      }
    });
    after(async () => {
      await node?.close();
    });

    for (const count of COUNTS) {
      it(`given ${count} addresses, then each has the size and hash of its own code, and those without code have none`, async () => {
        const { transport, calls } = recording(node.transport);
        const addresses = Array.from({ length: count }, (_, index) =>
          addressOf(index),
        );
        const block = await headOf(node.transport);

        const { isProbed, settle } = await startCodes(
          blockReader(transport, block, CHAIN_ID),
          addresses,
        );
        const readings = await settle();

        expect(isProbed).to.equal(true);
        expect(calls.length).to.be.at.least(Math.ceil(count / 500));
        expect(Math.max(...calls)).to.be.at.most(501);
        expect(readings.size).to.equal(count);
        for (const [index, address] of addresses.entries()) {
          const reading = readings.get(address);
          if (index % PERIOD === 0) {
            expect(reading).to.include({
              kind: "code",
              size: (codeOf(index).length - 2) / 2,
              hash: await codeHash(codeOf(index)),
            });
          } else {
            expect(reading).to.deep.equal({ kind: "none" });
          }
        }
      });
    }

    it("given an answer, then it carries the chain id and the block of the backend that read the codes", async () => {
      const head = await headOf(node.transport);
      const block = `0x${head.number.toString(16)}`;
      const answer = await probe(node.transport, addressOf(0), block);

      expect(answer.chainId).to.equal(BigInt(CHAIN_ID));
      expect(answer.blockNumber >= head.number).to.equal(true);
    });

    it("given an account that delegates, then its size is that of a delegation, 23 bytes", async () => {
      const address: Hex = `0x${"7702".padStart(40, "e")}`;
      await node.setCode(address, `0xef0100${addressOf(0).slice(2)}`);

      const { answers } = await probe(node.transport, address, "latest");

      expect(answers[0]?.size).to.equal(23);
    });
  });
}

describe("encodeProbe", () => {
  it("given addresses in any letter case, then they follow the program packed, in lower case", () => {
    const encoded = encodeProbe([`0x${"AB".repeat(20)}`, addressOf(1)]);

    expect(
      encoded.endsWith(`${"ab".repeat(20)}${addressOf(1).slice(2)}`),
    ).to.equal(true);
    expect(encoded).to.have.length(PROBE_PROGRAM.length + 2 * 40);
  });

  it("given the most addresses of one call, then its code is within the limit of EIP-3860", () => {
    const addresses = Array.from({ length: 501 }, (_, index) =>
      addressOf(index),
    );

    expect((encodeProbe(addresses).length - 2) / 2).to.be.at.most(49_152);
  });
});

async function probe(transport: RpcTransport, address: Hex, block: string) {
  const call = programCall(encodeProbe([address]));
  const reply = await transport.request("eth_call", [call, block]);
  const answer = decodeProbe(reply, 1);
  if (!answer.ok) {
    throw new Error(answer.reason);
  }
  return answer.value;
}

function addressOf(index: number): Hex {
  return `0x${(index + 0x10_0000).toString(16).padStart(40, "a")}`;
}

function codeOf(index: number): Hex {
  return `0x60${"5b".repeat(1 + index)}`;
}

/** The transport, and for how many addresses each probe asked. */
function recording(transport: RpcTransport) {
  const calls: number[] = [];
  return {
    calls,
    transport: {
      endpoint: transport.endpoint,
      request: (method: string, params: readonly unknown[]) => {
        const [call] = params;
        if (method === "eth_call" && isRecord(call)) {
          const digits = String(call["data"]).length - PROBE_PROGRAM.length;
          calls.push(digits / 40);
        }
        return transport.request(method, params);
      },
      close: async () => {},
    },
  };
}
