import { expect } from "chai";
import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import { checkLock } from "../../../src/verify/check-lock.ts";
import { verificationTargets } from "../../../src/verify/expect/targets.ts";
import type { JudgedReport, NetworkCause } from "../../../src/verify/found.ts";
import { judgedReport } from "../../../src/verify/judge-network.ts";
import type { Lock } from "../../../src/verify/lock-file/lock-file.ts";
import { told } from "../../../src/verify/values/reason.ts";
import { unreadNetwork } from "../../../src/verify/verify-network.ts";
import { reportOf as reported } from "../../../src/verify/words/report.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import { verifyPrometheus } from "../../../tasks/verify/formats/prometheus.ts";
import { verifyTable } from "../../../tasks/verify/formats/table.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { expectValidReport } from "../../support/schema.ts";
import { lockedNetwork } from "../../verify/lock/locks.ts";
import {
  ACCEPTED,
  ADDRESS,
  contract,
  FORMATS,
  HOSTILE,
  hostileReport,
  letters,
  missing,
  report,
  reportOf,
  unprintable,
  unreachable,
  wrongReport,
} from "./verify-reports.ts";

const timesIn = (text: string, part: string) =>
  letters(text).split(letters(part)).length - 1;

const ENDPOINT = "https://rpc.example";
const REMEDY =
  "Check the node, or set another one: ALPHA_DEVNET_RPC_URL, or alpha.networks.devnet.url in the Hardhat config.";
const CAUSES: readonly NetworkCause[] = [
  {
    outcome: "unknown",
    reason: "its chain id could not be read: connection refused",
    remedy: REMEDY,
  },
  {
    outcome: "failed",
    reason: "it serves chain id 1, not 32456",
    remedy: REMEDY,
  },
];

describe("a network that could not be queried", () => {
  let devnet: ResolvedAlphaNetwork;
  before(async () => {
    const { config } = await createAlphaHre();
    const found = config.alpha.networks.devnet;
    if (found === undefined) {
      throw new Error("devnet is enabled");
    }
    devnet = found;
  });

  const unread = async (
    cause: NetworkCause,
    lock?: Lock,
  ): Promise<JudgedReport> => {
    const level = "wiring";
    const read = judgedReport({ level }, [
      await unreadNetwork(
        {
          network: "devnet",
          hardhatNetwork: "devnet",
          chain: { chainId: 32456, chainsWithSameId: [] },
          limits: { maxBlockAge: false, inProcess: false, startBlock: 0 },
          targets: verificationTargets(devnet, false),
          level,
        },
        ENDPOINT,
        cause,
      ),
    ]);
    return lock === undefined ? read : checkLock(read, lock);
  };

  /** A lock of the network as it is configured. */
  const locked = (): Lock => ({
    networks: {
      devnet: {
        alphaNetwork: "devnet",
        chainId: 32456,
        catalogue: 1,
        controls: {},
        genesisHash: `0x${"ab".repeat(32)}`,
        block: "5",
        blockHash: `0x${"ab".repeat(32)}`,
        contracts: Object.fromEntries(
          verificationTargets(devnet, false).map(
            ({ kind, key, index, address = "0x" }) => [
              `${kind}.${key}${index === undefined ? "" : `[${index}]`}`,
              { address, codeHash: `0x${"ab".repeat(32)}` },
            ],
          ),
        ),
        policy: { "router.owner": ADDRESS, "factory.owner": ADDRESS },
      },
    },
  });

  for (const cause of CAUSES) {
    for (const isLocked of [false, true]) {
      it(`given ${cause.reason}, ${isLocked ? "with" : "without"} a lock, then each format states it once in a few lines, with its endpoint and what to do`, async () => {
        const given = await unread(cause, isLocked ? locked() : undefined);

        const [only] = expectValidReport(
          "verify",
          JSON.stringify(reported(given)),
        ).networks;
        expect(only?.contracts).to.have.length(11);
        expect(only?.problems).to.have.length(1);
        for (const [name, format] of Object.entries(FORMATS)) {
          const text = format(given);
          const isJunit = name === "junit";
          // Its message and its text have it.
          expect(timesIn(text, cause.reason), name).to.equal(isJunit ? 2 : 1);
          expect(timesIn(text, REMEDY), name).to.equal(1);
          expect(letters(text), name).to.contain(letters(ENDPOINT));
          expect(text, name).to.match(/\(\d+\s+not\s+checked\)/);
          expect(text, name).not.to.match(/router\.factory|registry\.Router/);
          expect(text.split("\n").length, name).to.be.at.most(
            isJunit ? 19 : 11,
          );
        }
      });
    }
  }

  it("given a lock of another address, then the change is told beside the cause", async () => {
    const [cause] = CAUSES;
    const lock = locked();
    const { devnet: entry } = lock.networks;
    if (cause === undefined || entry === undefined) {
      throw new Error("they are above");
    }
    const address = `0x${"12".repeat(20)}` as const;
    const codeHash = `0x${"ab".repeat(32)}` as const;
    const contracts = {
      ...entry.contracts,
      "registry.Router": { address, codeHash },
    };
    const given = await unread(cause, {
      ...lock,
      networks: { devnet: { ...entry, contracts } },
    });

    expect(given.outcome).to.equal("failed");
    for (const [name, format] of Object.entries(FORMATS)) {
      const shown = name.includes("40") ? "0x1212…1212" : address;
      expect(letters(format(given)), name).to.contain(
        letters(`the configured address was ${shown}`),
      );
    }
  });
});

describe("one cause of many checks", () => {
  const KEYS = ["A", "B", "C", "D", "E"];
  const FACTS = ["one.a", "two.b"].map((id) => ({
    id,
    class: "structural" as const,
    expected: "x",
    verdict: "unknown" as const,
    reason: told("HTTP 403 for calls"),
  }));

  it("given a node that refuses them, then they are counted by kind, and JUnit has a case for each that names the first", () => {
    const given = reportOf({
      contracts: KEYS.map((key) =>
        missing(key, "unknown", "HTTP 403 for calls"),
      ),
      facts: FACTS,
    });

    for (const [name, format] of Object.entries(FORMATS)) {
      const text = format(given);
      if (name === "junit") {
        expect(text.match(/<error /g)).to.have.length(7);
        expect(
          text.match(/unknown: the same cause as registry\.A/g),
        ).to.have.length(6);
      } else {
        expect(timesIn(text, "HTTP 403 for calls"), name).to.equal(1);
        expect(letters(text), name).to.contain(
          letters("7 checks unknown (5 contracts, 2 wiring)"),
        );
        expect(text, name).not.to.match(/registry\.B|two\.b/);
      }
    }
  });
});

/** All is as it was locked and expected, at a block that is too old. */
const OUTDATED = reportOf({
  outdated: { reason: "its latest block is 601 s old", remedy: "Check it." },
  facts: [
    {
      id: "router.owner",
      class: "policy",
      label: "Router owner",
      contract: "registry.Router",
      severity: "control",
      value: ADDRESS,
      verdict: "holds",
    },
  ],
  expect: { "router.owner": ADDRESS },
  lock: {
    verdict: "unknown",
    reason: {
      code: "outdated",
      facts: { why: "its latest block is 601 s old" },
    },
    entry: lockedNetwork(),
    changes: [],
    unread: [],
  },
});

describe("the formats of alpha verify", () => {
  it("given values of a block that is too old, then no sample says that they are as locked or expected", () => {
    const text = verifyPrometheus(OUTDATED);

    expect(text).to.not.match(/^alpha_(lock_changed|expectation_ok)/m);
    expect(text).to.match(/^alpha_verify_state{.*,state="unknown"} 1$/m);
    expect(text).to.match(/^alpha_expectation_state{.*,state="unknown"} 1$/m);
  });

  for (const [title, given] of [
    ["one of everything that can be wrong", wrongReport((text) => text)],
    ["a node that cannot be reached", report([unreachable("no answer")])],
    ["values of a block that is too old", OUTDATED],
    [
      "a node of another chain",
      report([unreachable("it serves chain 1", "failed")]),
    ],
  ] as const) {
    it(`given ${title}, then the report says each cause once, and every format has each reason and remedy`, () => {
      const { networks } = expectValidReport(
        "verify",
        JSON.stringify(reported(given)),
      );
      const problems = networks.flatMap((one) => one.problems ?? []);
      expect(problems).to.not.have.length(0);
      const whole = Object.entries(FORMATS).filter(
        // Narrow tables shorten addresses.
        ([name]) => !name.includes("columns"),
      );
      for (const [name, format] of whole) {
        const text = letters(format(given));
        for (const { reason, remedy = "" } of problems) {
          expect(text, name).to.contain(letters(reason));
          expect(text, name).to.contain(letters(remedy));
        }
      }
    });
  }

  it("given a proxy, accepted code and a token that its behaviour tells, then every format lists them", () => {
    const proxy = {
      kind: "eip7511",
      implementation: ADDRESS,
      verdict: "present",
    } as const;
    const token = contract({
      key: "Token",
      identity: {
        verdict: "recognised",
        basis: "behaviour",
        reason: { code: "behaviour" },
      },
    });
    const given = reportOf({ contracts: [{ ...ACCEPTED, proxy }, token] });
    // What they print is what is wrong.
    const { quiet, assertVerified, ...whole } = FORMATS;
    expect([quiet?.(given), assertVerified?.(given)]).to.deep.equal(["", ""]);

    for (const [name, format] of Object.entries(whole)) {
      for (const text of [
        "clone (EIP-7511) of",
        "accepted by alpha.lock.json: no known release of the Router has this code",
        "by symbol and decimals only; code not identified",
      ]) {
        expect(letters(format(given)), name).to.contain(letters(text));
      }
    }
  });
});

describe("the verify report as a table", () => {
  it("given a contract that fails in two ways, then the row has the worst, and both reasons stand below it", () => {
    const table = verifyTable(
      reportOf({
        contracts: [
          contract({
            proxyUnread: {
              kind: "unread",
              reason: told("its slot is unread"),
            },
            identity: {
              verdict: "wrong",
              reason: {
                code: "other-contract",
                facts: { contract: "Dispenser" },
              },
            },
          }),
        ],
      }),
      PLAIN,
    );

    expect(table.split("\n").slice(0, 2)).to.deep.equal([
      "FAILED · devnet · chain 32456 · https://host:8545 · block 123 of 2025-10-09T08:53:20Z",
      "  of 1 contracts, 1 wrong",
    ]);
    expect(table).to.match(/✘ wrong +Router/);
    expect(table).to.contain("this is the Dispenser. Check the address");
    expect(table).to.contain(
      "whether it is a proxy is unknown: its slot is unread",
    );
  });

  for (const text of HOSTILE) {
    it(`given ${JSON.stringify(text)} wherever a text can be, then nothing unprintable comes of it`, () => {
      const table = verifyTable(hostileReport(text), PLAIN);

      expect(unprintable(table)).to.deep.equal([]);
    });
  }
});
