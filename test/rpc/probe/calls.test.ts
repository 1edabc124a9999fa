import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import {
  decodeCalls,
  encodeCalls,
  type ProbeCall,
} from "../../../src/rpc/probe-calls.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import type { PinnedBlock } from "../../../src/verify/asking/requests/block-control.ts";
import type { CallReading } from "../../../src/verify/questions/readings.ts";
import { askCalls } from "../../support/ask-chain.ts";
import { blockReader } from "../../support/block-reader.ts";
import { CALL_CONTRACTS, callContractAddress } from "./call-contracts.ts";
import { headOf, PROBED_NODES, type ProbedNode } from "./probed-nodes.ts";

const CHAIN_ID = 32456;
const FROM = `0x${"00".repeat(20)}`;
const ACCOUNT: Hex = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const NOBODY: Hex = `0x${"ab".repeat(20)}`;
/** Enough to find an off-by-one, at a gas that the probe has. */
const MANY = 400;

for (const [name, start] of PROBED_NODES) {
  describe(`the call program on ${name}`, function () {
    this.timeout(60_000);
    let node: ProbedNode;
    let block: PinnedBlock;
    before(async () => {
      node = await start(CHAIN_ID);
      block = await headOf(node.transport);
      for (const contract of contracts()) {
        await node.setCode(
          callContractAddress(contract),
          CALL_CONTRACTS[contract],
        );
      }
    });
    after(async () => {
      await node?.close();
    });

    for (const contract of contracts()) {
      it(`given a contract that ${contract}, then the program says of it what a single call says`, async () => {
        const call = {
          to: callContractAddress(contract),
          data: "0x12345678aabb",
        } as const;

        const [outcome] = await outcomesOf(node.transport, [call]);
        const single = await singleCall(node.transport, call);

        expect(outcome?.success).to.equal(single.ok);
        expect(outcome?.isCodeless).to.equal(false);
        if (single.ok) {
          expect(outcome?.data).to.equal(single.result);
        }
      });
    }

    it("given a precompiled contract, an account and an address nobody has used, then the program says of each what a single call says, and that there is no code", async () => {
      const calls: readonly ProbeCall[] = [
        { to: `0x${"00".repeat(19)}02`, data: "0x1234" },
        { to: `0x${"00".repeat(19)}04`, data: "0x1234" },
        { to: ACCOUNT, data: "0x12345678" },
        { to: NOBODY, data: "0x" },
      ];

      const outcomes = await outcomesOf(node.transport, calls);

      for (const [index, call] of calls.entries()) {
        const single = await singleCall(node.transport, call);
        expect(outcomes[index]).to.deep.equal({
          success: true,
          isCodeless: true,
          isSpent: false,
          data: single.ok ? single.result : "",
        });
      }
      expect(outcomes[1]?.data).to.equal("0x1234");
      expect(outcomes[2]?.data).to.equal("0x");
    });

    it(`given ${MANY} calls with data of every length, then each gets its own answer in order`, async () => {
      const to = callContractAddress("returns its call data");
      const calls = Array.from({ length: MANY }, (_, index) => ({
        to,
        data: dataOf(index),
      }));

      const outcomes = await outcomesOf(node.transport, calls);

      expect(outcomes).to.deep.equal(
        calls.map(({ data }) => ({
          ...{ success: true, isCodeless: false, isSpent: false },
          data,
        })),
      );
    });

    it("given so many calls that burn their gas that the program cannot end, then single calls tell each", async () => {
      const burner = callContractAddress("burns all gas with INVALID");
      const word = callContractAddress("returns a word");
      const calls = [
        ...Array.from({ length: 24 }, () => ({
          to: burner,
          data: "0x" as const,
        })),
        { to: word, data: "0x" as const },
      ];
      const readings = await askCalls(
        blockReader(node.transport, block, CHAIN_ID),
        calls,
      );

      expect(readings.slice(0, -1)).to.deep.equal(
        Array.from({ length: 24 }, (): CallReading => ({ kind: "reverted" })),
      );
      expect(readings.at(-1)?.kind).to.equal("returned");
    });

    it("given calls that fail in every way, then each is known to fail", async () => {
      const failing = contracts().filter((contract) =>
        /reverts|burns|unknown|jumps|takes/.test(contract),
      );
      const readings = await askCalls(
        blockReader(node.transport, block, CHAIN_ID),
        failing.map((contract) => ({
          to: callContractAddress(contract),
          data: "0x",
        })),
      );

      expect(failing).to.have.length(6);
      expect(readings).to.deep.equal(
        failing.map((): CallReading => ({ kind: "reverted" })),
      );
    });

    it("given a call that takes more gas than the program gives, then it is made by itself", async () => {
      const to: Hex = `0x${"1010".padStart(40, "b")}`;
      // Burns 500 000 gas, and returns a word.
      await node.setCode(
        to,
        "0x5a5b805a90036207a12011600157602a60005260206000f3",
      );
      const readings = await askCalls(
        blockReader(node.transport, block, CHAIN_ID),
        [{ to, data: "0x" }],
      );
      const [outcome, revert] = await outcomesOf(node.transport, [
        { to, data: "0x" },
        { to: callContractAddress("reverts with nothing"), data: "0x" },
      ]);

      expect([outcome?.success, outcome?.isSpent]).to.deep.equal([false, true]);
      expect([revert?.success, revert?.isSpent]).to.deep.equal([false, false]);
      expect(readings).to.deep.equal([
        { kind: "returned", data: `0x${"2a".padStart(64, "0")}` },
      ]);
    });

    it("given a call that never ends, then it is unknown: the limit of gas is the node's", async () => {
      const to: Hex = `0x${"1009".padStart(40, "b")}`;
      await node.setCode(to, "0x5b600056");

      const [reading] = await askCalls(
        blockReader(node.transport, block, CHAIN_ID),
        [{ to, data: "0x" }],
      );

      expect(reading?.kind).to.equal("unknown");
    });
  });
}

function contracts(): (keyof typeof CALL_CONTRACTS)[] {
  return Object.keys(CALL_CONTRACTS).filter(isContract);
}

function isContract(name: string): name is keyof typeof CALL_CONTRACTS {
  return name in CALL_CONTRACTS;
}

function dataOf(index: number): Hex {
  return `0x${index.toString(16).padStart(4, "0")}${"5a".repeat(index % 70)}`;
}

async function outcomesOf(
  transport: RpcTransport,
  calls: readonly ProbeCall[],
) {
  const reply = await transport.request("eth_call", [
    { from: FROM, gas: "0x3d0900", data: encodeCalls(calls) },
    "0x0",
  ]);
  const answer = decodeCalls(reply, calls.length);
  if (!answer.ok) {
    throw new Error(answer.reason);
  }
  expect([answer.value.chainId, answer.value.blockNumber]).to.deep.equal([
    BigInt(CHAIN_ID),
    0n,
  ]);
  return answer.value.answers;
}

async function singleCall(transport: RpcTransport, { to, data }: ProbeCall) {
  return await transport.request("eth_call", [{ from: FROM, to, data }, "0x0"]);
}
