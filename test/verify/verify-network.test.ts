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

interface Given {
  readonly tamper?: Tamper | undefined;
  readonly prepare?: (chain: TamperedChain) => Promise<void>;
  readonly targets?: readonly VerificationTarget[];
  readonly chainsWithSameId?: ExpectedChain["chainsWithSameId"];
}

/** Code at two addresses of three, behind something that tampers. */
async function verify({
  tamper,
  prepare = async () => {},
  targets = at(HERE, THERE, NOWHERE),
  chainsWithSameId = [],
}: Given = {}): Promise<NetworkVerification & Pick<TamperedChain, "asked">> {
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

function at(...addresses: readonly Hex[]): readonly VerificationTarget[] {
  return addresses.map((address) => ({
    kind: "list",
    key: address.slice(0, 4),
    address,
  }));
}

const verdicts = ({ contracts }: NetworkVerification) =>
  contracts.map(({ verdict }) => verdict);
const RIGHT = ["present", "present", "absent"];

/** Of code here and there, and none elsewhere. */
function expectTruthOrUnknown(network: NetworkVerification): void {
  for (const [index, verdict] of verdicts(network).entries()) {
    expect([RIGHT[index], "unknown"]).to.include(verdict);
  }
}

const refused = {
  ok: false,
  kind: "rpc-error",
  reason: "the method is not available",
  code: -32601,
} as const satisfies Reply;
const failure = (reason: string): Reply => ({
  ok: false,
  kind: "http-error",
  reason,
});
const replying =
  (wanted: string, reply: Reply): Tamper =>
  ({ method }) =>
    method === wanted ? reply : undefined;
const answering = (method: string, result: unknown) =>
  replying(method, { ok: true, result });
const withoutProbe = replying("eth_call", refused);
const withoutProbeAnd =
  (tamper: Tamper): Tamper =>
  async (passing) =>
    (await tamper(passing)) ?? withoutProbe(passing);
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
const isHere = (address: unknown) =>
  String(address).toLowerCase() === HERE.toLowerCase();
const many = (count: number) =>
  Array.from(
    { length: count },
    (_, index): Hex => `0x${(index + 1).toString(16).padStart(40, "4")}`,
  );
const code = (address: Hex, of: Hex) => async (chain: TamperedChain) =>
  await chain.setCode(address, of);
const PATHS = [undefined, withoutProbe];

describe("verifyNetwork", function () {
  this.timeout(30_000);

  it("given an honest node, then what has code is present with its size and hash, and what has none is absent, by two kinds of requests", async () => {
    const network = await verify();

    expect(network.outcome).to.equal("failed");
    expect(verdicts(network)).to.deep.equal(RIGHT);
    expect(network.contracts[0]).to.include({
      codeSize: 10,
      codeHash: await codeHash(CODE),
    });
    expect(network.contracts[1]?.codeSize).to.equal(11);
    const reads = network.asked.filter(({ params }) =>
      JSON.stringify(params).toLowerCase().includes(NOWHERE.slice(2)),
    );
    expect(new Set(reads.map(({ method }) => method))).to.include.members([
      "eth_call",
      "eth_getCode",
    ]);
  });

  it("given everything present, then no code is read a second time", async () => {
    const { asked, outcome } = await verify({ targets: at(HERE, THERE) });

    expect(outcome).to.equal("ok");
    expect(asked.map(({ method }) => method)).not.to.include("eth_getCode");
  });

  it("given an address under two keys, one that is not set, and one to be skipped, then the first is judged under each, and the last is not asked for", async () => {
    const network = await verify({
      targets: [
        ...at(HERE, HERE).map((one, index) => ({ ...one, key: `${index}` })),
        { kind: "token", key: "euro", address: undefined },
        ...at(NOWHERE).map((one) => ({ ...one, skip: "not on a sandbox" })),
      ],
    });

    expect(verdicts(network)).to.deep.equal([
      "present",
      "present",
      "unset",
      "skipped",
    ]);
    expect(network.outcome).to.equal("unknown");
    expect(JSON.stringify(network.asked)).not.to.contain(NOWHERE.slice(2));
  });

  for (const [title, tamper] of [
    ["a refused eth_call", withoutProbe],
    ["0x", answering("eth_call", "0x")],
    [
      "the address of a created contract",
      answering("eth_call", `0x${"12".repeat(20)}`),
    ],
    ["null", answering("eth_call", null)],
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
      expect(verdicts(await verify({ tamper }))).to.deep.equal(RIGHT);
    });
  }

  it("given a backend of another chain id behind the probe, then nothing is absent by its word", async () => {
    expectTruthOrUnknown(await verify({ tamper: changingWord(1, "64") }));
  });

  for (const [what, kind, addresses, expected] of [
    ["a list with an absence", "list", [HERE, NOWHERE], ["unknown", "unknown"]],
    ["a list of what is there", "list", [HERE, THERE], ["unknown", "unknown"]],
    [
      "the network's own, which tell the chain",
      "registry",
      [HERE, NOWHERE],
      ["present", "absent"],
    ],
  ] as const) {
    it(`given a chain id that another chain has too, no block 0, and contracts that are ${what}, then they are ${expected.join(" and ")}`, async () => {
      const network = await verify({
        tamper: ({ method, params }) =>
          method === "eth_getBlockByNumber" && params[0] === "0x0"
            ? { ok: true, result: null }
            : undefined,
        targets: at(...addresses).map((one) => ({ ...one, kind })),
        chainsWithSameId: [{ name: "Gnosis Chain", genesisHash: "0x4f" }],
      });

      expect(verdicts(network)).to.deep.equal(expected);
      if (kind === "list") {
        expect(network.outcome).to.equal("unknown");
        expect(network.contracts[0]?.reason).to.match(
          /^there is code, but the chain may be another one: chain id 32456 is also Gnosis Chain's, and block 0 could not be read/,
        );
      }
    });
  }

  for (const result of [CODE, null, "", "0x0", "0x00", "0x123", 0, []]) {
    it(`given ${JSON.stringify(result)} for every code, then all are unknown`, async () => {
      const network = await verify({
        tamper: withoutProbeAnd(answering("eth_getCode", result)),
      });

      expect(new Set(verdicts(network))).to.deep.equal(new Set(["unknown"]));
      expect(network.outcome).to.equal("unknown");
      if (result === CODE) {
        expect(network.contracts[0]?.reason).to.contain("random address");
      }
    });
  }

  it("given 0x for every code from a node that is otherwise well, then nothing is absent while the probe finds code", async () => {
    const network = await verify({ tamper: answering("eth_getCode", "0x") });

    expectTruthOrUnknown(network);
    expect(verdicts(network).slice(0, 2)).to.deep.equal(["present", "present"]);
  });

  it("given a state without any code whose backend does not know the head's hash, then nothing is absent: it may be another chain's", async () => {
    const reason = 'JSON-RPC error -32001: "Resource not found"';
    const { contracts } = await verify({
      tamper: ({ method, params }) =>
        method === "eth_getCode" && typeof params[1] === "object"
          ? { ...refused, reason, code: -32001 }
          : undefined,
      targets: at(NOWHERE),
    });

    expect(contracts[0]).to.include({
      verdict: "unknown",
      reason: `no code was reported, but a second read could not confirm it: ${reason}`,
    });
  });

  it("given a first read that finds no code and later ones that do, then it is not absent", async () => {
    let isFirst = true;
    const network = await verify({
      tamper: withoutProbeAnd(({ method, params: [address] }) => {
        if (method === "eth_getCode" && isFirst && isHere(address)) {
          isFirst = false;
          return { ok: true, result: "0x" };
        }
        return undefined;
      }),
    });

    expect(isFirst).to.equal(false);
    expectTruthOrUnknown(network);
    expect(verdicts(network)[1]).to.equal("present");
  });

  it("given a second read that fails, then an absence is unknown, with the reason", async () => {
    const network = await verify({
      tamper: replying("eth_getCode", failure("HTTP 503")),
    });

    expect(verdicts(network)).to.deep.equal(["present", "present", "unknown"]);
    expect(network.contracts[2]?.reason).to.contain("HTTP 503");
    expect(network.outcome).to.equal("unknown");
  });

  for (const [what, count, tamper, maxRequests] of [
    ["", 40, undefined, 250],
    [
      " and a probe that fails the second time",
      20,
      ({ method, nth }) =>
        method === "eth_call" && nth > 1 ? refused : undefined,
      Number.POSITIVE_INFINITY,
    ],
  ] as const satisfies readonly (readonly [
    string,
    number,
    Tamper | undefined,
    number,
  ])[]) {
    it(`given more absences than are read one by one${what}, then all are absent`, async () => {
      const absent = many(count);

      const network = await verify({ tamper, targets: at(HERE, ...absent) });

      expect(verdicts(network)).to.deep.equal([
        "present",
        ...absent.map(() => "absent"),
      ]);
      expect(network.asked.length).to.be.lessThan(maxRequests);
    });
  }

  for (const [what, of, verdict, words] of [
    [
      "an account that delegates",
      `0xef0100${THERE.slice(2)}`,
      "delegated",
      THERE.slice(2),
    ],
    [
      "a contract of a delegation's size",
      `0x60${"5b".repeat(22)}`,
      "present",
      undefined,
    ],
    [
      "one byte of zero, which may stand for no code",
      "0x00",
      "unknown",
      "0x00",
    ],
    ["one byte that does something", "0xfe", "present", undefined],
  ] as const) {
    it(`given ${what}, then it is ${verdict}, by the probe and by single reads`, async () => {
      for (const tamper of PATHS) {
        const { contracts } = await verify({ tamper, prepare: code(HERE, of) });

        expect(contracts[0]?.verdict).to.equal(verdict);
        if (words !== undefined) {
          expect(contracts[0]?.reason).to.contain(words);
        }
      }
    });
  }

  it("given a probe and a single read that disagree on a size which must be looked into, then it is unknown", async () => {
    for (const [of, other] of [
      ["0xfe", `0xef0100${THERE.slice(2)}`],
      [`0x60${"5b".repeat(22)}`, "0xfe"],
    ] as const) {
      const network = await verify({
        tamper: ({ method, params: [address, block] }) => {
          if (method !== "eth_getCode" || address !== HERE) {
            return undefined;
          }
          return block === "latest" ? refused : { ok: true, result: other };
        },
        prepare: code(HERE, of),
      });

      expect(verdicts(network)[0]).to.equal("unknown");
    }
  });

  for (const [kind, make] of [
    ["eip1167", (target: Hex) => code(HERE, clone(target))],
    [
      "eip1967",
      (target: Hex) => async (chain: TamperedChain) =>
        await chain.setStorage(HERE, IMPLEMENTATION_SLOT, word(target)),
    ],
  ] as const) {
    for (const [implementation, expected, outcome, of] of [
      [THERE, "present", "ok", `${CODE}00`],
      [NOWHERE, "absent", "failed", "0x"],
      [NOWHERE, "delegated", "failed", `0xef0100${THERE.slice(2)}`],
    ] as const) {
      it(`given an ${kind} proxy whose implementation is ${expected}, then both are judged and the network is ${outcome}, by both paths`, async () => {
        for (const tamper of PATHS) {
          const network = await verify({
            tamper,
            prepare: async (chain) => {
              await make(implementation)(chain);
              await chain.setCode(implementation, of);
            },
            targets: at(HERE, THERE),
          });

          expect(network.outcome).to.equal(outcome);
          const [proxy] = network.contracts;
          expect(proxy?.verdict).to.equal("present");
          expect(proxy?.proxy).to.include({
            kind,
            implementation,
            verdict: expected,
          });
        }
      });
    }
  }

  for (const [row, of, expected, outcome] of [
    ["a clone of a contract", THERE, "present", "ok"],
    ["a clone of nothing", `0x${"44".repeat(20)}`, "absent", "failed"],
    ["a clone of itself", NOWHERE, "unknown", "unknown"],
    ["a clone of the first one again", HERE, "unknown", "unknown"],
  ] as const) {
    it(`given a clone of ${row}, then it counts as what stands at the end of the row: ${expected}`, async () => {
      const network = await verify({
        prepare: async (chain) => {
          await chain.setCode(HERE, clone(NOWHERE));
          await chain.setCode(NOWHERE, clone(of));
        },
        targets: at(HERE, THERE),
      });

      expect(network.contracts[0]?.proxy?.verdict).to.equal(expected);
      expect(network.outcome).to.equal(outcome);
    });
  }

  for (const [what, tamper, reason] of [
    [
      "cannot be read",
      () => replying("eth_getCode", refused),
      "the method is not available",
    ],
    [
      "is another one when it is read again",
      () => {
        let reads = 0;
        return withoutProbeAnd(({ method, params }) =>
          method === "eth_getCode" && isHere(params[0]) && reads++ % 2 === 1
            ? { ok: true, result: CODE }
            : undefined,
        );
      },
      undefined,
    ],
  ] as const satisfies readonly (readonly [
    string,
    () => Tamper,
    string | undefined,
  ])[]) {
    it(`given a clone whose code ${what}, then what it runs is unknown, and it does not pass for no proxy`, async () => {
      const { contracts, outcome } = await verify({
        tamper: tamper(),
        prepare: code(HERE, clone(NOWHERE)),
        targets: at(HERE, THERE),
      });

      expect(contracts[0]).not.to.have.property("proxy");
      expect(contracts[0]?.verdict).to.equal("unknown");
      expect(contracts[0]?.reason).to.contain(reason ?? "");
      expect(outcome).to.equal("unknown");
    });
  }

  it("given storage that cannot be read, then it says that a proxy could not be told", async () => {
    const network = await verify({
      tamper: replying("eth_getStorageAt", failure("HTTP 500")),
      targets: at(HERE),
    });

    expect(network.contracts[0]).to.include({ verdict: "present" });
    expect(network.contracts[0]).to.have.property("proxyUnknown");
    expect(network.outcome).to.equal("unknown");
  });

  const TWO_CHAINS =
    "answers come from more than one chain: the endpoint answers for the chain ids 1 and 32456";
  for (const [title, tamper, outcome, reason] of [
    [
      "a chain id that the programs on the chain contradict",
      answering("eth_chainId", "0x1"),
      "unknown",
      TWO_CHAINS,
    ],
    [
      "another chain id, which nothing contradicts",
      withoutProbeAnd(answering("eth_chainId", "0x1")),
      "failed",
      "it serves chain id 1, not 32456",
    ],
    [
      "a chain id that is none",
      answering("eth_chainId", null),
      "unknown",
      undefined,
    ],
    [
      "no latest block",
      answering("eth_getBlockByNumber", null),
      "unknown",
      undefined,
    ],
  ] as const) {
    it(`given ${title}, then every contract is unknown, no block is named, and the network is ${outcome}`, async () => {
      const network = await verify({ tamper });

      expect(new Set(verdicts(network))).to.deep.equal(new Set(["unknown"]));
      expect(network).not.to.have.property("block");
      expect(network.outcome).to.equal(outcome);
      expect(network.reason).to.equal(reason ?? network.reason);
    });
  }
});
