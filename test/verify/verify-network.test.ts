import { expect } from "chai";
import type { Hex } from "../../src/base/hex.ts";
import type { ExpectedChain } from "../../src/connect/judge-chain.ts";
import { codeHash } from "../../src/contracts/code-hash.ts";
import type { Reply } from "../../src/http/types.ts";
import type { NetworkVerification } from "../../src/verify/report.ts";
import type { VerificationTarget } from "../../src/verify/targets.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { expectValidReport } from "../support/schema.ts";
import {
  CHAIN_ID,
  createTamperedChain,
  type Tamper,
  type TamperedChain,
  withData,
} from "./tampered-chain.ts";

const HERE: Hex = "0x1000000000000000000000000000000000000001";
const THERE: Hex = "0x2000000000000000000000000000000000000002";
const NOWHERE: Hex = "0x3000000000000000000000000000000000000003";
const CODE: Hex = "0x600160005260206000f3";
const IMPLEMENTATION_SLOT: Hex =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const clone = (target: Hex): Hex =>
  `0x363d3d373d3d3d363d73${target.slice(2)}5af43d82803e903d91602b57fd5bf3`;
const word = (address: Hex): Hex => `0x${address.slice(2).padStart(64, "0")}`;

/** Code at two addresses of three, behind something that tampers. */
async function verify(
  tamper?: Tamper,
  prepare: (chain: TamperedChain) => Promise<void> = async () => {},
  targets: readonly VerificationTarget[] = [HERE, THERE, NOWHERE].map(target),
  chainsWithSameId: ExpectedChain["chainsWithSameId"] = [],
): Promise<NetworkVerification & Pick<TamperedChain, "asked">> {
  const chain = await createTamperedChain(tamper);
  try {
    await chain.setCode(HERE, CODE);
    await chain.setCode(THERE, `${CODE}00`);
    await prepare(chain);
    const network = await verifyNetwork(chain.transport, {
      network: "devnet",
      hardhatNetwork: "devnet",
      chain: { chainId: CHAIN_ID, chainsWithSameId },
      limits: { maxBlockAge: 600, inProcess: false, startBlock: 0 },
      targets,
    });
    expectValidReport("verify", {
      schemaVersion: 1,
      task: "verify",
      level: "presence",
      outcome: network.outcome,
      networks: [JSON.parse(JSON.stringify(network))],
    });
    return { ...network, asked: chain.asked };
  } finally {
    await chain.close();
  }
}

function target(address: Hex): VerificationTarget {
  return { kind: "list", key: address.slice(0, 4), address };
}

const verdicts = ({ contracts }: NetworkVerification) =>
  contracts.map(({ verdict }) => verdict);

/** Of code here and there, and none elsewhere. */
function expectTruthOrUnknown(network: NetworkVerification): void {
  const [here, there, nowhere] = verdicts(network);
  expect(["present", "unknown"]).to.include(here);
  expect(["present", "unknown"]).to.include(there);
  expect(["absent", "unknown"]).to.include(nowhere);
}

const refused: Reply = {
  ok: false,
  kind: "rpc-error",
  reason: "the method is not available",
  code: -32601,
};
const failed: Reply = { ok: false, kind: "http-error", reason: "HTTP 500" };
const withoutProbe: Tamper = ({ method }) =>
  method === "eth_call" ? refused : undefined;
const sending =
  (result: unknown): Tamper =>
  ({ method }) =>
    method === "eth_call" ? { ok: true, result } : undefined;
const changing =
  (change: (data: string) => string): Tamper =>
  async ({ method, honest }) =>
    method === "eth_call" ? withData(await honest(), change) : undefined;
/** Changes one of the four words before the entries. */
const changingWord = (index: number, value: string) =>
  changing(
    (data) =>
      `${data.slice(0, 2 + 64 * index)}${value.padStart(64, "0")}${data.slice(2 + 64 * (index + 1))}`,
  );

describe("verifyNetwork", function () {
  this.timeout(30_000);

  it("given an honest node, then what has code is present with its size and hash, and what has none is absent", async () => {
    const network = await verify();

    expect(network.outcome).to.equal("failed");
    expect(verdicts(network)).to.deep.equal(["present", "present", "absent"]);
    expect(network.contracts[0]).to.include({
      codeSize: 10,
      codeHash: await codeHash(CODE),
    });
    expect(network.contracts[1]?.codeSize).to.equal(11);
  });

  it("given an absence, then it was confirmed by another kind of request before it was told", async () => {
    const { asked } = await verify();

    const reads = asked.filter(({ params }) =>
      JSON.stringify(params).toLowerCase().includes(NOWHERE.slice(2)),
    );
    expect(new Set(reads.map(({ method }) => method))).to.include.members([
      "eth_call",
      "eth_getCode",
    ]);
  });

  it("given everything present, then no code is read a second time", async () => {
    const { asked, outcome } = await verify(undefined, undefined, [
      target(HERE),
      target(THERE),
    ]);

    expect(outcome).to.equal("ok");
    expect(asked.map(({ method }) => method)).not.to.include("eth_getCode");
  });

  it("given an address under several keys, then it is judged under each, and its code, which no release has, is read three times", async () => {
    const network = await verify(withoutProbe, undefined, [
      { ...target(HERE), key: "a" },
      { ...target(HERE), key: "b" },
    ]);

    expect(verdicts(network)).to.deep.equal(["present", "present"]);
    expect(
      network.asked.filter(
        ({ method, params: [address] }) =>
          method === "eth_getCode" &&
          String(address).toLowerCase() === HERE.toLowerCase(),
      ),
    ).to.have.length(3);
  });

  it("given an address that nobody gives and one to be skipped, then neither is asked for: unset counts as unknown, skipped for nothing", async () => {
    const network = await verify(undefined, undefined, [
      target(HERE),
      { kind: "token", key: "euro", address: undefined },
      { ...target(NOWHERE), skip: "not on a sandbox" },
    ]);

    expect(verdicts(network)).to.deep.equal(["present", "unset", "skipped"]);
    expect(network.outcome).to.equal("unknown");
    expect(JSON.stringify(network.asked)).not.to.contain(NOWHERE.slice(2));
  });

  for (const [title, tamper] of [
    ["a refused eth_call", withoutProbe],
    ["0x", sending("0x")],
    ["the address of a created contract", sending(`0x${"12".repeat(20)}`)],
    ["null", sending(null)],
    ["an output that is cut", changing((data) => data.slice(0, -2))],
    ["an output with a byte more", changing((data) => `${data}00`)],
    ["an output without the magic word", changingWord(0, "63616c71")],
    [
      "the true output of an older block, when nothing was deployed,",
      ({ method, params: [call], ask }) =>
        method === "eth_call" ? ask(method, [call, "0x1"]) : undefined,
    ],
  ] as const satisfies readonly (readonly [string, Tamper])[]) {
    it(`given ${title} from the probe, then single reads give the right verdicts all the same`, async () => {
      const network = await verify(tamper);

      expect(verdicts(network)).to.deep.equal(["present", "present", "absent"]);
    });
  }

  it("given a backend of another chain id behind the probe, then nothing is absent by its word", async () => {
    const network = await verify(changingWord(1, "64"));

    expectTruthOrUnknown(network);
  });

  describe("given a chain id that another chain has too, and no block 0 to tell", () => {
    const CHAINS_WITH_SAME_ID = [{ name: "Gnosis Chain", genesisHash: "0x4f" }];
    const withoutGenesis: Tamper = ({ method, params }) =>
      method === "eth_getBlockByNumber" && params[0] === "0x0"
        ? { ok: true, result: null }
        : undefined;
    const owned = (address: Hex): VerificationTarget => ({
      ...target(address),
      kind: "registry",
    });

    it("then the contracts of a list are neither present nor absent: they may be on both chains", async () => {
      const network = await verify(
        withoutGenesis,
        undefined,
        [HERE, NOWHERE].map(target),
        CHAINS_WITH_SAME_ID,
      );

      expect(verdicts(network)).to.deep.equal(["unknown", "unknown"]);
      expect(network.outcome).to.equal("unknown");
      expect(network.contracts[0]?.reason).to.match(
        /^there is code, but the chain may be another one: chain id 32456 is also Gnosis Chain's, and block 0 could not be read/,
      );
    });

    it("then a list of what is there is not ok", async () => {
      const { outcome } = await verify(
        withoutGenesis,
        undefined,
        [HERE, THERE].map(target),
        CHAINS_WITH_SAME_ID,
      );

      expect(outcome).to.equal("unknown");
    });

    it("then a contract of the network's own tells the chain, so that another is absent", async () => {
      const network = await verify(
        withoutGenesis,
        undefined,
        [owned(HERE), owned(NOWHERE)],
        CHAINS_WITH_SAME_ID,
      );

      expect(verdicts(network)).to.deep.equal(["present", "absent"]);
    });
  });

  it("given a node that has the same code for every address, then nothing is present", async () => {
    const network = await verify(({ method }) =>
      method === "eth_call"
        ? refused
        : method === "eth_getCode"
          ? { ok: true, result: CODE }
          : undefined,
    );

    expect(verdicts(network)).to.deep.equal(["unknown", "unknown", "unknown"]);
    expect(network.contracts[0]?.reason).to.contain("random address");
  });

  for (const [title, result] of [
    ["null", null],
    ["an empty text", ""],
    ["0x0", "0x0"],
    ["0x00", "0x00"],
    ["odd hexadecimal", "0x123"],
    ["a number", 0],
    ["a list", []],
  ] as const) {
    it(`given ${title} for every code, then all are unknown and nothing is absent`, async () => {
      const network = await verify(({ method }) =>
        method === "eth_call"
          ? refused
          : method === "eth_getCode"
            ? { ok: true, result }
            : undefined,
      );

      expect(network.outcome).to.equal("unknown");
      expect(new Set(verdicts(network))).to.deep.equal(new Set(["unknown"]));
    });
  }

  it("given 0x for every code from a node that is otherwise well, then nothing is absent while the probe finds code", async () => {
    const network = await verify(({ method }) =>
      method === "eth_getCode" ? { ok: true, result: "0x" } : undefined,
    );

    expectTruthOrUnknown(network);
    expect(verdicts(network).slice(0, 2)).to.deep.equal(["present", "present"]);
  });

  it("given a state without any code whose backend does not know the head's hash, then nothing is absent: it may be another chain's", async () => {
    const { contracts } = await verify(
      ({ method, params }) =>
        method === "eth_getCode" && typeof params[1] === "object"
          ? {
              ok: false,
              kind: "rpc-error",
              reason: 'JSON-RPC error -32001: "Resource not found"',
              code: -32001,
            }
          : undefined,
      undefined,
      [target(NOWHERE)],
    );

    expect(contracts[0]).to.include({
      verdict: "unknown",
      reason:
        'no code was reported, but a second read could not confirm it: JSON-RPC error -32001: "Resource not found"',
    });
  });

  it("given a first read that finds no code and later ones that do, then it is not absent", async () => {
    let isFirst = true;
    const network = await verify(({ method, params: [address] }) => {
      if (method === "eth_call") {
        return refused;
      }
      if (
        method === "eth_getCode" &&
        isFirst &&
        String(address).toLowerCase() === HERE.toLowerCase()
      ) {
        isFirst = false;
        return { ok: true, result: "0x" };
      }
      return undefined;
    });

    expect(isFirst).to.equal(false);
    expectTruthOrUnknown(network);
    expect(verdicts(network)[1]).to.equal("present");
  });

  it("given a second read that fails, then an absence is unknown, with the reason", async () => {
    const network = await verify(({ method }) =>
      method === "eth_getCode"
        ? { ok: false, kind: "http-error", reason: "HTTP 503" }
        : undefined,
    );

    expect(verdicts(network)).to.deep.equal(["present", "present", "unknown"]);
    expect(network.contracts[2]?.reason).to.contain("HTTP 503");
    expect(network.outcome).to.equal("unknown");
  });

  it("given more absences than are read one by one, then all are told absent in few requests", async () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      target(`0x${(index + 1).toString(16).padStart(40, "4")}`),
    );

    const network = await verify(undefined, undefined, [target(HERE), ...many]);

    expect(verdicts(network)).to.deep.equal([
      "present",
      ...many.map(() => "absent"),
    ]);
    expect(network.asked.length).to.be.lessThan(250);
  });

  it("given more absences than are read one by one and a probe that fails the second time, then single reads confirm them", async () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      target(`0x${(index + 1).toString(16).padStart(40, "4")}`),
    );

    const network = await verify(
      ({ method, nth }) =>
        method === "eth_call" && nth > 1 ? refused : undefined,
      undefined,
      [target(HERE), ...many],
    );

    expect(verdicts(network)).to.deep.equal([
      "present",
      ...many.map(() => "absent"),
    ]);
  });

  it("given an account that delegates, then it is delegated by the probe's path and by single reads", async () => {
    for (const tamper of [undefined, withoutProbe]) {
      const network = await verify(tamper, (chain) =>
        chain.setCode(HERE, `0xef0100${THERE.slice(2)}`),
      );

      expect(verdicts(network)[0]).to.equal("delegated");
      expect(network.contracts[0]?.reason).to.contain(THERE.slice(2));
      expect(network.outcome).to.equal("failed");
    }
  });

  it("given a contract of a delegation's size, then it is present: the code itself tells", async () => {
    const network = await verify(undefined, (chain) =>
      chain.setCode(HERE, `0x60${"5b".repeat(22)}`),
    );

    expect(network.contracts[0]).to.include({
      verdict: "present",
      codeSize: 23,
    });
  });

  it("given one byte of zero, which may stand for no code, then it is unknown by the probe's path and by single reads", async () => {
    for (const tamper of [undefined, withoutProbe]) {
      const network = await verify(tamper, (chain) =>
        chain.setCode(HERE, "0x00"),
      );

      expect(verdicts(network)[0]).to.equal("unknown");
      expect(network.contracts[0]?.reason).to.contain("0x00");
      expect(network.outcome).to.equal("failed");
    }
  });

  it("given a contract of one byte that does something, then it is present: the code itself tells", async () => {
    const network = await verify(undefined, (chain) =>
      chain.setCode(HERE, "0xfe"),
    );

    expect(network.contracts[0]).to.include({
      verdict: "present",
      codeSize: 1,
    });
  });

  it("given a probe and a single read that disagree on a size which must be looked into, then it is unknown", async () => {
    for (const [code, other] of [
      ["0xfe", `0xef0100${THERE.slice(2)}`],
      [`0x60${"5b".repeat(22)}`, "0xfe"],
    ] as const) {
      const network = await verify(
        ({ method, params: [address, block] }) => {
          if (method !== "eth_getCode" || address !== HERE) {
            return undefined;
          }
          return block === "latest" ? refused : { ok: true, result: other };
        },
        (chain) => chain.setCode(HERE, code),
      );

      expect(verdicts(network)[0]).to.equal("unknown");
    }
  });

  for (const [kind, make] of [
    [
      "eip1167",
      async (chain: TamperedChain, implementation: Hex) => {
        await chain.setCode(HERE, clone(implementation));
      },
    ],
    [
      "eip1967",
      async (chain: TamperedChain, implementation: Hex) => {
        await chain.setStorage(HERE, IMPLEMENTATION_SLOT, word(implementation));
      },
    ],
  ] as const) {
    for (const [target_, expected, outcome] of [
      [THERE, "present", "ok"],
      [NOWHERE, "absent", "failed"],
    ] as const) {
      it(`given an ${kind} proxy whose implementation is ${expected}, then both are judged and the network is ${outcome}, by both paths`, async () => {
        for (const tamper of [undefined, withoutProbe]) {
          const network = await verify(
            tamper,
            (chain) => make(chain, target_),
            [target(HERE), target(THERE)],
          );

          expect(network.outcome).to.equal(outcome);
          const [proxy] = network.contracts;
          expect(proxy?.verdict).to.equal("present");
          expect(proxy?.proxy).to.include({
            kind,
            implementation: target_,
            verdict: expected,
          });
        }
      });
    }

    it(`given an ${kind} proxy to an account that delegates, then the network failed`, async () => {
      const network = await verify(
        undefined,
        async (chain) => {
          await make(chain, NOWHERE);
          await chain.setCode(NOWHERE, `0xef0100${THERE.slice(2)}`);
        },
        [target(HERE)],
      );

      expect(network.contracts[0]?.proxy?.verdict).to.equal("delegated");
      expect(network.outcome).to.equal("failed");
    });
  }

  for (const [row, prepare, expected, outcome] of [
    [
      "a clone of a contract",
      (chain: TamperedChain) => chain.setCode(NOWHERE, clone(THERE)),
      "present",
      "ok",
    ],
    [
      "a clone of nothing",
      (chain: TamperedChain) =>
        chain.setCode(NOWHERE, clone(`0x${"44".repeat(20)}`)),
      "absent",
      "failed",
    ],
    [
      "a clone of itself",
      (chain: TamperedChain) => chain.setCode(NOWHERE, clone(NOWHERE)),
      "unknown",
      "unknown",
    ],
    [
      "a clone of the first one again",
      (chain: TamperedChain) => chain.setCode(NOWHERE, clone(HERE)),
      "unknown",
      "unknown",
    ],
  ] as const) {
    it(`given a clone of ${row}, then it counts as what stands at the end of the row: ${expected}`, async () => {
      const network = await verify(
        undefined,
        async (chain) => {
          await chain.setCode(HERE, clone(NOWHERE));
          await prepare(chain);
        },
        [target(HERE), target(THERE)],
      );

      expect(network.contracts[0]?.proxy?.verdict).to.equal(expected);
      expect(network.outcome).to.equal(outcome);
    });
  }

  it("given a clone whose code itself cannot be read, then it is unknown, and does not pass for no proxy", async () => {
    const network = await verify(
      ({ method }) => (method === "eth_getCode" ? refused : undefined),
      (chain) => chain.setCode(HERE, clone(NOWHERE)),
      [target(HERE)],
    );

    expect(network.contracts[0]).not.to.have.property("proxy");
    expect(network.contracts[0]).to.include({
      verdict: "unknown",
      reason: "the method is not available",
    });
  });

  it("given a clone whose code is another one when it is read again, then what it runs is unknown, too", async () => {
    let reads = 0;
    const network = await verify(
      (passing) => {
        const isHere = JSON.stringify(passing.params).includes(HERE);
        return passing.method === "eth_getCode" && isHere && reads++ % 2 === 1
          ? { ok: true, result: CODE }
          : withoutProbe(passing);
      },
      (chain) => chain.setCode(HERE, clone(NOWHERE)),
      [target(HERE), target(THERE)],
    );

    expect(network.contracts[0]).to.include({ verdict: "unknown" });
    expect(network.contracts[0]).not.to.have.property("proxy");
    expect(network.outcome).to.equal("unknown");
  });

  it("given storage that cannot be read, then it says that a proxy could not be told", async () => {
    const network = await verify(
      ({ method }) => (method === "eth_getStorageAt" ? failed : undefined),
      undefined,
      [target(HERE)],
    );

    expect(network.contracts[0]).to.include({ verdict: "present" });
    expect(network.contracts[0]).to.have.property("proxyUnknown");
    expect(network.outcome).to.equal("unknown");
  });

  for (const [title, method, result] of [
    ["another chain id", "eth_chainId", "0x1"],
    ["a chain id that is none", "eth_chainId", null],
    ["no latest block", "eth_getBlockByNumber", null],
  ] as const) {
    it(`given ${title}, then every contract is unknown and no block is named`, async () => {
      const network = await verify((passing) =>
        passing.method === method ? { ok: true, result } : undefined,
      );

      expect(new Set(verdicts(network))).to.deep.equal(new Set(["unknown"]));
      expect(network).not.to.have.property("block");
      expect(network.outcome).to.equal("unknown");
    });
  }

  it("given a chain id that the programs on the chain contradict, then answers come from more than one chain", async () => {
    const { reason, outcome } = await verify(({ method }) =>
      method === "eth_chainId" ? { ok: true, result: "0x1" } : undefined,
    );

    expect(outcome).to.equal("unknown");
    expect(reason).to.equal(
      "answers come from more than one chain: the endpoint answers for the chain ids 1 and 32456",
    );
  });

  it("given another chain id each time, and no program that contradicts it, then the network failed", async () => {
    let asked = 0;
    const { outcome, reason } = await verify(({ method }) => {
      if (method === "eth_call") {
        return refused;
      }
      asked += method === "eth_chainId" ? 1 : 0;
      return method === "eth_chainId" ? { ok: true, result: "0x1" } : undefined;
    });

    expect(outcome).to.equal("failed");
    expect(reason).to.equal("it serves chain id 1, not 32456");
    expect(asked).to.equal(7);
  });
});
