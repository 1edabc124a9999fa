import { expect } from "chai";
import type { Reply } from "../../../src/http/types.ts";
import { SANDBOX_DEPLOYER } from "../../../src/networks/sandbox-deployer.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { skipSandboxGaps } from "../../../src/verify/presence/verify-presence.ts";
import type { CodeReading } from "../../../src/verify/reading/readings.ts";
import type { VerificationTarget } from "../../../src/verify/targets.ts";
import { blockReader } from "../../support/block-reader.ts";

const WHY = "a sandbox has none";
const ROUTER: VerificationTarget = {
  kind: "registry",
  key: "Router",
  address: "0x00000000000000000000000000000000000000a1",
};
const OLD: VerificationTarget = {
  kind: "portal",
  key: "BFactory",
  address: "0x00000000000000000000000000000000000000B2",
  notInSandbox: WHY,
};
const OLD_AND_THERE: VerificationTarget = {
  kind: "portal",
  key: "factoryAddress",
  address: "0x00000000000000000000000000000000000000c3",
  notInSandbox: WHY,
};
const TARGETS = [ROUTER, OLD, OLD_AND_THERE];

const NONE: CodeReading = { kind: "none" };
const UNKNOWN: CodeReading = { kind: "unknown", reason: "no answer" };
const CODE: CodeReading = {
  kind: "code",
  size: 1,
  hash: undefined,
  code: "0x00",
};

/** The targets' keys that are skipped, and whose nonces were asked for to tell. */
const HASH = `0x${"77".repeat(32)}` as const;

async function skipped(
  [nonce, nonceOfOthers]: readonly [unknown, unknown],
  readings: readonly [CodeReading, CodeReading, CodeReading],
) {
  const asked: unknown[] = [];
  const answerTo = (result: unknown): Reply =>
    result === undefined
      ? { ok: false, kind: "timeout", reason: "no answer" }
      : { ok: true, result };
  const transport: RpcTransport = {
    endpoint: "http://127.0.0.1",
    request: async (method, params) => {
      expect([method, params?.[1]]).to.deep.equal([
        "eth_getTransactionCount",
        { blockHash: HASH },
      ]);
      const isDeployer = params?.[0] === SANDBOX_DEPLOYER;
      asked.push(isDeployer ? "deployer" : "control");
      return answerTo(isDeployer ? nonce : nonceOfOthers);
    },
    close: async () => {},
  };
  const targets = await skipSandboxGaps(
    blockReader(transport, { number: 7n, hash: HASH }, 1),
    TARGETS,
    new Map(
      TARGETS.map(({ address = "" }, index) => [
        address.toLowerCase(),
        readings[index] ?? NONE,
      ]),
    ),
  );
  return {
    keys: targets.flatMap(({ key, skip }) => (skip === WHY ? [key] : [])),
    asked,
  };
}

describe("skipSandboxGaps", () => {
  it("given a chain on which the sandboxes' deployer has sent transactions, then what no sandbox has and is absent is skipped, and nothing else", async () => {
    expect(await skipped(["0x18", "0x0"], [NONE, NONE, CODE])).to.deep.equal({
      keys: ["BFactory"],
      asked: ["control", "deployer", "deployer", "deployer"],
    });
  });

  it("given a chain on which it has sent none, or a node that does not say, then nothing is skipped", async () => {
    for (const nonce of ["0x0", null, "24", 24, undefined]) {
      const { keys } = await skipped([nonce, "0x0"], [CODE, NONE, NONE]);

      expect(keys, String(nonce)).to.deep.equal([]);
    }
  });

  it("given a node that gives a random address a nonce too, or does not say, then nothing is skipped", async () => {
    for (const control of ["0x18", "0x1", null, undefined]) {
      const { keys } = await skipped(["0x18", control], [CODE, NONE, NONE]);

      expect(keys, String(control)).to.deep.equal([]);
    }
  });

  it("given that what no sandbox has is there, or its absence is not proven, then nothing is asked", async () => {
    expect(await skipped(["0x18", "0x0"], [NONE, UNKNOWN, CODE])).to.deep.equal(
      {
        keys: [],
        asked: [],
      },
    );
  });
});
