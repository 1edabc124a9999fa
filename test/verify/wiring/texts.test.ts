import { expect } from "chai";
import { concat, keccak256, pad, toHex } from "viem";
import type { Hex } from "../../../src/base/hex.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type { LockedNetwork } from "../../../src/verify/lock-file/lock-file.ts";
import { lockedNetwork } from "../../support/locked-network.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { verifyRegistry } from "../verify-registry.ts";

const { plan } = SANDBOX_PLANS.devnet;
const [{ address: EURO }] = plan.extraTokens;
const ID = "token.euro.name";
/** Where the token keeps its name. */
const NAME_SLOT = 3n;
const LONG = "n".repeat(250);
const ADDRESS = `0x${"Ab".repeat(20)}`;
/** It answers no call. */
const REVERTING_CODE = "0x60006000fd";

describe("the name of a token against the lock", function () {
  this.timeout(60_000);
  let chain: MutationChain;

  withMutationChain("devnet", (opened) => {
    chain = opened;
  });

  async function rename(name: string) {
    const store = async (slot: Hex, value: Hex) =>
      await chain.request("hardhat_setStorageAt", EURO, slot, value);
    const bytes = Buffer.from(name);
    const at = toHex(NAME_SLOT);
    if (bytes.length < 32) {
      const length = toHex(2 * bytes.length, { size: 1 });
      await store(
        at,
        concat([pad(toHex(bytes), { dir: "right", size: 31 }), length]),
      );
      return;
    }
    await store(at, toHex(2 * bytes.length + 1, { size: 32 }));
    const first = BigInt(keccak256(pad(at)));
    for (let part = 0; 32 * part < bytes.length; part += 1) {
      const word = toHex(bytes.subarray(32 * part, 32 * part + 32));
      await store(toHex(first + BigInt(part)), pad(word, { dir: "right" }));
    }
  }

  const verify = async (policy?: LockedNetwork["policy"]) =>
    await verifyRegistry(
      chain.transport,
      chain.network,
      "wiring",
      false,
      policy,
    );

  async function compare(locked: LockedNetwork) {
    const now = checkNetwork(await verify(locked.policy), locked);
    const fact = now.facts?.find(({ id }) => id === ID);
    return { ...fact, outcome: now.outcome };
  }

  for (const name of [
    "",
    "empty",
    "not offered",
    "not readable",
    "code that was not found",
    "not known for code of no release",
    "others that the node may not show",
    LONG,
  ]) {
    it(`given one that is ${JSON.stringify(name).slice(0, 40)}, then it is locked, holds, and another one has changed`, async () => {
      await rename(name);
      const locked = lockedNetwork(await verify());
      const same = await compare(locked);
      await rename("another");
      const other = await compare(locked);

      expect([same.verdict, same.outcome]).to.deep.equal(["holds", "ok"]);
      expect([other.verdict, other.outcome]).to.deep.equal([
        "changed",
        "failed",
      ]);
    });
  }

  for (const [before, after] of [
    ["", "empty"],
    ["empty", ""],
    ["empty", " empty"],
    ["empty", "Empty"],
    [`${LONG}a`, `${LONG}b`],
    [LONG.slice(0, 199), `${LONG.slice(0, 199)}…`],
    ["Euro", "euro"],
    [`of ${ADDRESS}`, `of ${ADDRESS.toLowerCase()}`],
    ["a\u200bb", "a\u200cb"],
    ["a\u200bb", "a b"],
    ["not offered", undefined],
    [undefined, "not offered"],
  ] as const) {
    it(`given ${JSON.stringify(before)?.slice(-40)}, when it is ${JSON.stringify(after)?.slice(-40)}, then it has changed`, async () => {
      const code = await chain.request("eth_getCode", EURO, "latest");
      const become = async (name: string | undefined) => {
        const now = name === undefined ? REVERTING_CODE : code;
        await chain.request("hardhat_setCode", EURO, now);
        await rename(name ?? "");
      };
      await become(before);
      const locked = lockedNetwork(await verify());
      await become(after);

      const { verdict, outcome } = await compare(locked);

      expect([verdict, outcome]).to.deep.equal(["changed", "failed"]);
    });
  }
});
