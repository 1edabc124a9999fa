import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import { codeHash } from "../../../src/contracts/releases.ts";
import { programCall } from "../../../src/rpc/bulk-program.ts";
import { decodeProbe, encodeProbe } from "../../../src/rpc/probe-codes.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { askCodes } from "../../support/ask-chain.ts";
import { blockReader } from "../../support/block-reader.ts";
import { headOf, PROBED_NODES, type ProbedNode } from "./probed-nodes.ts";

const CHAIN_ID = 32456;
/** Every seventh address has code, of a size that tells which it is. */
const PERIOD = 7;
const COUNTS = [1, 500, 501, 1300];

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
        const addresses = Array.from({ length: count }, (_, index) =>
          addressOf(index),
        );
        const block = await headOf(node.transport);

        const readings = await askCodes(
          blockReader(node.transport, block, CHAIN_ID),
          addresses,
        );

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

    it("given an account that delegates, then its size is that of a delegation, 23 bytes", async () => {
      const address: Hex = `0x${"7702".padStart(40, "e")}`;
      await node.setCode(address, `0xef0100${addressOf(0).slice(2)}`);

      const { answers } = await probe(node.transport, address, "latest");

      expect(answers[0]?.size).to.equal(23);
    });
  });
}

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
