import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import type { Reply } from "../../../src/http/types.ts";
import { readOwnedWord } from "../../../src/verify/reading/shown-storage.ts";
import { blockReader } from "../../support/block-reader.ts";
import { rpcError } from "../../support/node-model/model-chain.ts";

const BLOCK = { number: 7n, hash: `0x${"ab".repeat(32)}` } as const;
const OWNED: Hex = `0x${"12".repeat(20)}`;
const IDENTITY = "0x0000000000000000000000000000000000000004";
const wordOf = (digits: string): Reply => ({
  ok: true,
  result: `0x${digits.padStart(64, "0")}`,
});
const OWNER = wordOf("aa".repeat(20));
const PAYEE = wordOf("bb".repeat(20));
const ZERO = wordOf("");
const NO_METHOD = rpcError(-32601, "the method does not exist");
const REVERT: Reply = { ...rpcError(3, "execution reverted"), data: "0x" };

const HIDDEN = "the endpoint does not show the storage of contracts";
const DISAGREE = "reads of the same block disagree on what is in storage";
const UNCHECKED =
  "owner() could not be called, which shows whether storage is right";

/** What a node answers for the word, for the word of the owner, and for `owner()`. */
type Answers = readonly [
  word: readonly Reply[],
  ownerWord: readonly Reply[],
  owner: readonly Reply[],
];

/** A node that repeats the last of its answers, and runs no programs. */
function readerOf(answers: Answers) {
  const [words, ownerWords, owners] = answers.map((all) => [...all]);
  const next = (left: Reply[] = []) =>
    (left.length > 1 ? left.shift() : left[0]) ?? NO_METHOD;
  return blockReader(
    {
      endpoint: "http://127.0.0.1",
      close: async () => {},
      request: async (method, [first, slot]) => {
        if (method === "eth_getStorageAt") {
          return next(slot === "0x0" ? ownerWords : words);
        }
        const { to, data } = Object(first);
        return to === IDENTITY
          ? { ok: true, result: data }
          : to === undefined
            ? NO_METHOD
            : next(owners);
      },
    },
    BLOCK,
    32456,
  );
}

describe("readOwnedWord", () => {
  it("given the word of the owner as owner() says, then the word counts", async () => {
    const reader = readerOf([[PAYEE], [OWNER], [OWNER]]);

    expect(await readOwnedWord(reader, [OWNED, "0x1"])).to.deep.equal({
      ok: true,
      value: PAYEE.ok && PAYEE.result,
    });
  });

  for (const [title, answers, reason] of [
    [
      "zero in each read, which it never is",
      [[ZERO], [OWNER], [OWNER]],
      HIDDEN,
    ],
    [
      "zero in two of three reads",
      [[ZERO, PAYEE, ZERO], [OWNER], [OWNER]],
      DISAGREE,
    ],
    ["zero for the word of the owner", [[PAYEE], [ZERO], [OWNER]], HIDDEN],
    ["another word for the owner", [[PAYEE], [PAYEE], [OWNER]], HIDDEN],
    ["zero once for the owner", [[PAYEE], [ZERO, OWNER], [OWNER]], DISAGREE],
    ["an owner() that fails", [[PAYEE], [OWNER], [REVERT]], UNCHECKED],
    [
      "an owner() that is no address",
      [[PAYEE], [OWNER], [wordOf("f".repeat(64))]],
      UNCHECKED,
    ],
    ["one of two words alone", [[NO_METHOD], [OWNER], [OWNER]], DISAGREE],
    ["no words at all", [[NO_METHOD], [NO_METHOD], [OWNER]], NO_METHOD.reason],
  ] as const satisfies readonly (readonly [string, Answers, string])[]) {
    it(`given ${title}, then the word is unknown: ${reason}`, async () => {
      const word = await readOwnedWord(readerOf(answers), [OWNED, "0x1"]);

      expect(word.ok ? "it is known" : word.reason).to.contain(reason);
    });
  }
});
