import { expect } from "chai";
import { SANDBOX_DEPLOYER } from "../../../src/connect/recognise-sandbox.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { askAll } from "../../../src/verify/asking/ask-all.ts";
import type { VerificationTarget } from "../../../src/verify/expect/targets.ts";
import { readPresence } from "../../../src/verify/presence/verify-presence.ts";
import {
  type Answered,
  Answers,
} from "../../../src/verify/questions/question.ts";
import type { CodeReading } from "../../../src/verify/questions/readings.ts";
import { blockReader } from "../../support/block-reader.ts";

const WHY = "a sandbox has none";
const HASH = `0x${"77".repeat(32)}` as const;
const OLD = { kind: "portal", notInSandbox: WHY } as const;
const TARGETS: readonly VerificationTarget[] = [
  { kind: "registry", key: "Router", address: `0x${"a1".repeat(20)}` },
  { ...OLD, key: "BFactory", address: `0x${"b2".repeat(20)}` },
  { ...OLD, key: "factoryAddress", address: `0x${"c3".repeat(20)}` },
];

const NONE: CodeReading = { kind: "none", isProbed: true };
const UNKNOWN: CodeReading = { kind: "unknown", reason: "no answer" };
const CODE: CodeReading = {
  kind: "code",
  size: 1,
  hash: undefined,
  code: "0x",
};

/** The keys that are skipped, given the deployer's nonce and that of any other account. */
async function skipped(
  [nonce, nonceOfOthers]: readonly [unknown, unknown],
  readings: readonly CodeReading[],
): Promise<readonly string[]> {
  const transport: RpcTransport = {
    endpoint: "http://127.0.0.1",
    request: async (_method, [address, block]) => {
      if (Object(block).blockHash !== HASH) {
        return {
          ok: false,
          kind: "rpc-error",
          code: -32000,
          reason: "header not found",
        };
      }
      const result = address === SANDBOX_DEPLOYER ? nonce : nonceOfOthers;
      return result === undefined
        ? { ok: false, kind: "timeout", reason: "no answer" }
        : { ok: true, result };
    },
    close: async () => {},
  };
  const nonces = await askAll(
    blockReader(transport, { number: 7n, hash: HASH }, 1),
    (answers) => answers.get({ kind: "nonce", address: SANDBOX_DEPLOYER }),
  );
  const codes = TARGETS.flatMap(({ address = "0x" }, index): Answered[] => {
    const reading = readings[index] ?? NONE;
    return [
      [{ kind: "code", address }, reading],
      [{ kind: "absence", address }, reading],
    ];
  });
  const { targets } = readPresence(
    TARGETS,
    new Answers([...codes, ...nonces.ofKind("nonce")]),
  );
  return targets.flatMap(({ key, skip }) => (skip === WHY ? [key] : []));
}

describe("what a sandbox lacks", () => {
  it("given a chain on which the sandboxes' deployer has sent transactions, then what no sandbox has and is absent is skipped, and nothing else", async () => {
    expect(await skipped(["0x18", "0x0"], [NONE, NONE, CODE])).to.deep.equal([
      "BFactory",
    ]);
  });

  for (const [title, nonces] of [
    ["a chain on which it has sent none", ["0x0", "0x0"]],
    ["a node that does not say", [null, "0x0"]],
    ["a node that does not answer", [undefined, "0x0"]],
    ["a node that gives a random address a nonce too", ["0x18", "0x18"]],
    ["a node that does not say of a random address", ["0x18", undefined]],
  ] as const) {
    it(`given ${title}, then nothing is skipped`, async () => {
      expect(await skipped(nonces, [CODE, NONE, NONE])).to.deep.equal([]);
    });
  }

  it("given an absence that is not proven, then it is not skipped", async () => {
    expect(await skipped(["0x18", "0x0"], [NONE, UNKNOWN, CODE])).to.deep.equal(
      [],
    );
  });
});
