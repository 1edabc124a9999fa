import { expect } from "chai";
import { type Hex, hexQuantity } from "../../src/base/hex.ts";
import { recordOf } from "../../src/base/records.ts";
import type { ExpectedChain } from "../../src/connect/judge-chain.ts";
import { codeHash } from "../../src/contracts/releases.ts";
import type { Reply } from "../../src/http/types.ts";
import { NO_BLOCK } from "../../src/rpc/named-block.ts";
import { checkNetwork } from "../../src/verify/check-lock.ts";
import type { VerificationTarget } from "../../src/verify/expect/targets.ts";
import type { JudgedNetwork } from "../../src/verify/found.ts";
import { judgedReport } from "../../src/verify/judge-network.ts";
import type { LockedNetwork } from "../../src/verify/lock-file/lock-file.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { reportOf } from "../../src/verify/words/report.ts";
import { sentence } from "../../src/verify/words/sentences.ts";
import { expectValidReport } from "../support/schema.ts";
import { OTHER_HASH } from "../tasks/verify/verify-reports.ts";
import { lockedNetwork } from "./lock/locks.ts";
import {
  CHAIN_ID,
  createTamperedChain,
  type Tamper,
  type TamperedChain,
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
  readonly locked?: LockedNetwork;
}

/** Code at two addresses of three, behind something that tampers. */
async function verify({
  tamper,
  prepare = async () => {},
  targets = at(HERE, THERE, NOWHERE),
  chainsWithSameId = [],
  locked,
}: Given = {}): Promise<JudgedNetwork & Pick<TamperedChain, "asked">> {
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
      locked,
    });
    const judged = judgedReport({ level: "presence" }, [network]);
    expectValidReport("verify", JSON.stringify(reportOf(judged)));
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

const verdicts = ({ contracts }: JudgedNetwork) =>
  contracts.map(({ verdict }) => verdict);
/** Why the verdict on one of the contracts is what it is, in words. */
const reasonOf = (
  { contracts }: Pick<JudgedNetwork, "contracts">,
  at: number,
) => {
  const { reason } = contracts[at] ?? {};
  return reason === undefined ? "" : sentence(reason);
};
const RIGHT = ["present", "present", "absent"];

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
const yesterday = (timestamp: string) =>
  hexQuantity(BigInt(timestamp) - 86_400n);

const answering = (method: string, result: unknown) =>
  replying(method, { ok: true, result });
const withoutProbe = replying("eth_call", refused);
const withoutProbeAnd =
  (tamper: Tamper): Tamper =>
  async (passing) =>
    (await tamper(passing)) ?? withoutProbe(passing);
const code = (address: Hex, of: Hex) => async (chain: TamperedChain) =>
  await chain.setCode(address, of);
const PATHS = [undefined, withoutProbe];

describe("verifyNetwork", function () {
  this.timeout(60_000);

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

  it("given a refused probe, then single reads give the right verdicts all the same", async () => {
    expect(verdicts(await verify({ tamper: withoutProbe }))).to.deep.equal(
      RIGHT,
    );
  });

  for (const [kind, expected] of [
    ["list", ["unknown", "unknown"]],
    // They tell the chain.
    ["registry", ["present", "absent"]],
  ] as const) {
    it(`given a chain id that another chain has too, no block 0, and contracts of a ${kind}, then they are ${expected.join(" and ")}`, async () => {
      const network = await verify({
        tamper: ({ method, params }) =>
          method === "eth_getBlockByNumber" && params[0] === "0x0"
            ? { ok: true, result: null }
            : undefined,
        targets: at(HERE, NOWHERE).map((one) => ({ ...one, kind })),
        chainsWithSameId: [{ name: "Gnosis Chain", genesisHash: "0x4f" }],
      });

      expect(verdicts(network)).to.deep.equal(expected);
      if (kind === "list") {
        expect(reasonOf(network, 0)).to.contain(
          "the chain may be another one: chain id 32456 is also Gnosis Chain's",
        );
      }
    });
  }

  for (const result of [CODE, null, "0x0", "0x00"]) {
    it(`given ${JSON.stringify(result)} for every code of a block that exists, then all are unknown`, async () => {
      const answer = answering("eth_getCode", result);
      const network = await verify({
        tamper: withoutProbeAnd((passing) =>
          passing.params.at(-1) === NO_BLOCK ? undefined : answer(passing),
        ),
      });

      expect(new Set(verdicts(network))).to.deep.equal(new Set(["unknown"]));
      expect(network.outcome).to.equal("unknown");
      if (result === CODE) {
        expect(reasonOf(network, 0)).to.contain("random address");
      }
    });
  }

  it("given a second read that fails, then an absence is unknown, with the reason", async () => {
    const network = await verify({
      tamper: replying("eth_getCode", failure("HTTP 503")),
    });

    expect(verdicts(network)).to.deep.equal(["present", "present", "unknown"]);
    expect(reasonOf(network, 2)).to.contain("HTTP 503");
    expect(network.outcome).to.equal("unknown");
  });

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
      "",
    ],
    [
      "one byte of zero, which may stand for no code",
      "0x00",
      "unknown",
      "0x00",
    ],
  ] as const) {
    it(`given ${what}, then it is ${verdict}, by the probe and by single reads`, async () => {
      for (const tamper of PATHS) {
        const { contracts } = await verify({ tamper, prepare: code(HERE, of) });

        expect(contracts[0]?.verdict).to.equal(verdict);
        expect(reasonOf({ contracts }, 0)).to.contain(words);
      }
    });
  }

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

  it("given a clone whose code is another one when it is read again, then what it runs is unknown, and it does not pass for no proxy", async () => {
    let reads = 0;
    const { contracts, outcome } = await verify({
      tamper: withoutProbeAnd(({ method, params }) =>
        method === "eth_getCode" && params[0] === HERE && reads++ % 2 === 1
          ? { ok: true, result: CODE }
          : undefined,
      ),
      prepare: code(HERE, clone(NOWHERE)),
      targets: at(HERE, THERE),
    });

    expect(contracts[0]).not.to.have.property("proxy");
    expect(contracts[0]?.verdict).to.equal("unknown");
    expect(outcome).to.equal("unknown");
  });

  it("given another hash of block 0 in the first read, and later ones that fail, then no hash of it is reported", async () => {
    const unread = failure("HTTP 503");
    let isLater = false;
    const chain = await createTamperedChain(async ({ params, honest }) => {
      const reply = isLater ? unread : await honest();
      const isOther = reply.ok && params[0] === "0x0";
      return isOther
        ? { ...reply, result: { ...recordOf(reply.result), hash: OTHER_HASH } }
        : reply;
    });
    try {
      const { anchors, lock } = checkNetwork(
        await verifyNetwork(chain.transport, {
          network: "devnet",
          hardhatNetwork: "devnet",
          chain: { chainId: CHAIN_ID, chainsWithSameId: [] },
          limits: { maxBlockAge: 600, inProcess: false, startBlock: 0 },
          targets: at(HERE),
          anchors: {},
          isConfirmed: () => {
            isLater = true;
            return true;
          },
        }),
        lockedNetwork(),
      );

      expect(anchors?.genesisHash).to.equal(undefined);
      expect(anchors?.reason).to.contain("HTTP 503");
      const changed = lock?.changes.map(({ field }) => field);
      expect(changed).not.to.include("genesisHash");
    } finally {
      await chain.close();
    }
  });

  it("given a node that stopped a day ago, then code is there, and it is unknown whether it is still the locked one", async () => {
    const tamper: Tamper = async ({ method, honest }) => {
      const reply = await honest();
      if (method === "web3_clientVersion" && reply.ok) {
        // A development node may idle.
        return { ...reply, result: "Geth/v1.16.0" };
      }
      const { timestamp, ...block } = recordOf(reply.ok && reply.result);
      return reply.ok && typeof timestamp === "string"
        ? { ...reply, result: { ...block, timestamp: yesterday(timestamp) } }
        : reply;
    };
    const given = { tamper, targets: at(HERE) };
    const now = await verify(given);
    const compared = await verify({ ...given, locked: lockedNetwork() });

    expect([now.outcome, compared.outcome]).to.eql(["ok", "unknown"]);
    expect(compared.why).to.match(
      /^the values may have changed since the block that was read: /,
    );
  });

  it("given a settled block that later reads beside the locked one fail to read, then the locked one stays", async () => {
    let isLater = false;
    const chain = await createTamperedChain(async ({ params, honest }) =>
      isLater && /^(?:finalized|0xb)$/.test(`${params[0]}`)
        ? failure("HTTP 503")
        : await honest(),
    );
    try {
      // Without an answer, the block 64 below counts as settled.
      await chain.transport.request("hardhat_mine", ["0x46"]);
      const { anchors } = await verifyNetwork(chain.transport, {
        network: "devnet",
        hardhatNetwork: "devnet",
        chain: { chainId: CHAIN_ID, chainsWithSameId: [] },
        limits: { maxBlockAge: 600, inProcess: false, startBlock: 0 },
        targets: at(HERE),
        anchors: { block: 0n, settled: true },
        isConfirmed: () => {
          isLater = true;
          return true;
        },
      });

      expect(anchors?.settled).to.equal(undefined);
      expect(anchors?.block?.number).to.equal("0");
    } finally {
      await chain.close();
    }
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
  ] as const) {
    it(`given ${title}, then every contract is unknown, no block is named, and the network is ${outcome}`, async () => {
      const network = await verify({ tamper });

      expect(new Set(verdicts(network))).to.deep.equal(new Set(["unknown"]));
      expect(network).not.to.have.property("block");
      expect(network.outcome).to.equal(outcome);
      expect(network.why).to.equal(reason);
    });
  }
});
