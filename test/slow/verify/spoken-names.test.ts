import { expect } from "chai";
import { keccak256, pad, stringToHex, toHex } from "viem";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import { judgedReport } from "../../../src/verify/judge-network.ts";
import { decode } from "../../../src/verify/values/codec.ts";
import { REASON_CODES, told } from "../../../src/verify/values/reason.ts";
import { textValue } from "../../../src/verify/values/value.ts";
import { reportOf } from "../../../src/verify/words/report.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { lockedNetwork } from "../../support/locked-network.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";
import { verifyRegistry } from "../../verify/verify-registry.ts";

const { plan } = SANDBOX_PLANS.devnet;
const TOKENS = {
  "registry.Alpha.name": [plan.token, "Ocean Token"],
  "token.euro.name": [plan.extraTokens[0].address, "EURAU"],
} as const;

/** Every sentence of the plugin, as it stands and with something in its gaps. */
const SENTENCES = REASON_CODES.flatMap((code) => {
  const facts = new Proxy<Record<string, string>>({}, { get: () => "x" });
  return [
    sentence({ code, facts, cause: told("no answer"), by: told("no answer") }),
    sentence({ code, facts: { text: "not offered" } }),
  ];
});
/** What values, verdicts and the JSON of values are shown as. */
const WORDS = [
  ...["not offered", "not readable", "not read", "none", "empty", "nobody"],
  ...["unknown", "changed", "unread", "hidden", "account", "contract"],
  ...["the code that it runs was not found", "(incomplete)", "x (incomplete)"],
  "unknown: the code matches no release",
  ...["null", "true", "yes", "0", "-1", "0.1 %", "2 days", "[]", "{}"],
  ...[plan.router, plan.router.toLowerCase(), "0x", "0xab", "0xAB"],
  '{"$hidden":"storage-hidden"}',
  '{"$some":[],"$missing":"no-events"}',
  ...["$text", "$hidden", "__proto__", ""],
];
const NAMES = [...new Set([...SENTENCES, ...WORDS])];

describe("a token whose name is one of the plugin's own texts", function () {
  this.timeout(240_000);
  let chain: MutationChain;

  withMutationChain("devnet", (opened) => {
    chain = opened;
  });

  it("given every sentence and every word, then the name is a text like any other: it is locked, holds, and has changed where it is another one", async () => {
    const slots = {
      "registry.Alpha.name": await slotOf("registry.Alpha.name"),
      "token.euro.name": await slotOf("token.euro.name"),
    };
    const half = Math.ceil(NAMES.length / 2);
    let before: JudgedNetwork | undefined;
    let texts: readonly string[] = [];

    for (let nth = 0; nth < half; nth++) {
      const [one = "", other = one] = [NAMES[nth], NAMES[nth + half]];
      await write(plan.token, slots["registry.Alpha.name"], one);
      await write(
        TOKENS["token.euro.name"][0],
        slots["token.euro.name"],
        other,
      );

      const now = await verifyRegistry(
        chain.transport,
        chain.network,
        "wiring",
      );

      const name = JSON.stringify([one, other]);
      expect([now.outcome, now.why], name).to.deep.equal(["ok", undefined]);
      for (const [id, text] of [
        ["registry.Alpha.name", one],
        ["token.euro.name", other],
      ] as const) {
        const { verdict, value } = factOf(now, id) ?? {};
        expect([verdict, decode(value)], name).to.deep.equal([
          "listed",
          { kind: "read", value: textValue(text) },
        ]);
      }
      const same = checkNetwork(now, lockedNetwork(now), true);
      expect(same.lock?.verdict, name).to.equal("holds");
      expect(factOf(same, "token.euro.name")?.verdict, name).to.equal("holds");
      if (before !== undefined) {
        expectChanged(now, before, [texts, [one, other]]);
      }
      [before, texts] = [now, [one, other]];
    }
  });

  /** Both names have changed, nothing else has, and the report says from what. */
  function expectChanged(
    now: JudgedNetwork,
    before: JudgedNetwork,
    [was = [], is = []]: readonly (readonly string[])[],
  ) {
    const judged = checkNetwork(now, lockedNetwork(before));
    const report = judgedReport({ level: "wiring" }, [judged]);
    const json = expectValidReport("verify", JSON.stringify(reportOf(report)));
    const name = JSON.stringify([was, is]);

    expect(judged.outcome, name).to.equal("failed");
    expect(
      judged.lock?.changes.map(({ fact }) => fact),
      name,
    ).to.have.members(Object.keys(TOKENS));
    expect(judged.lock?.unread, name).to.deep.equal([]);
    for (const [nth, id] of Object.keys(TOKENS).entries()) {
      const { verdict, value, change, finding } =
        json.networks[0]?.facts?.find((fact) => fact.id === id) ?? {};
      expect([verdict, finding], name).to.deep.equal(["changed", undefined]);
      expect([change?.before, value].map(decode), name).to.deep.equal(
        [was[nth], is[nth]].map((text = "") => ({
          kind: "read",
          value: textValue(text),
        })),
      );
    }
  }

  const factOf = ({ facts = [] }: JudgedNetwork, id: string) =>
    facts.find((fact) => fact.id === id);

  /** Where a token keeps its name. */
  async function slotOf(id: keyof typeof TOKENS): Promise<bigint> {
    const [token, name] = TOKENS[id];
    for (let slot = 0n; slot < 20n; slot++) {
      const word = await chain.request(
        "eth_getStorageAt",
        token,
        toHex(slot),
        "latest",
      );
      if (String(word).startsWith(stringToHex(name))) {
        return slot;
      }
    }
    throw new Error(`${id} was not found`);
  }

  /** Writes a string as Solidity keeps it. */
  async function write(token: string, slot: bigint, text: string) {
    const bytes = Buffer.from(text);
    const set = async (at: bigint, word: string) =>
      await chain.request(
        "hardhat_setStorageAt",
        token,
        toHex(at),
        `0x${word.padEnd(64, "0")}`,
      );
    if (bytes.length < 32) {
      const length = (2 * bytes.length).toString(16).padStart(2, "0");
      await set(slot, `${bytes.toString("hex").padEnd(62, "0")}${length}`);
      return;
    }
    await set(slot, toHex(2 * bytes.length + 1, { size: 32 }).slice(2));
    const start = BigInt(keccak256(pad(toHex(slot))));
    for (let at = 0; at * 32 < bytes.length; at++) {
      const word = bytes.subarray(at * 32, at * 32 + 32).toString("hex");
      await set(start + BigInt(at), word);
    }
  }
});
