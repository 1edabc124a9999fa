import { OTHER, one, type Scenario, STRANGER } from "./scenario.ts";
import { call, callBy, inTurn, receives } from "./world.ts";

const PAYEE = "payee of the fee collector";
const WORD = `0x${"5a".repeat(32)}`;
const FIRST = "0x0000000000000000000000000000000000000e01";

/** Contracts that get the fees, and split them. */
export const PAYEES: readonly Scenario[] = [
  one(
    "a list of payees with shares",
    PAYEE,
    "Splitter",
    {
      "another payee": call("setPayee", 0n, STRANGER),
      "other payees": call("setPayees", [STRANGER, OTHER]),
      "other shares": call("setShares", [99n, 1n]),
      "one more payee": call("addPayee", STRANGER, 10n),
    },
    {
      "it has received fees": receives,
      "it has paid": inTurn(receives, call("release")),
    },
  ),
  one(
    "shares in a mapping",
    PAYEE,
    "ShareSplitter",
    {
      "another share": call("setShare", FIRST, 1n),
      "a share of a stranger": call("setShare", STRANGER, 900n),
      "one more payee": call("addPayee", STRANGER, 100n),
    },
    { "it has paid": inTurn(receives, call("release", FIRST)) },
  ),
  one(
    "two private payees",
    PAYEE,
    "PercentSplitter",
    {
      "another first payee": call("setFirst", STRANGER),
      "another second payee": call("setSecond", STRANGER),
      "another part": call("setPercent", 99),
    },
    {
      "it has received fees": receives,
      "it has paid": inTurn(receives, call("pay")),
    },
  ),
  one(
    "one that passes it on",
    PAYEE,
    "ForwardingPayee",
    { "another destination": call("setDestination", STRANGER) },
    { "it has paid": inTurn(receives, call("sweep")) },
  ),
  one("hashes of splits", PAYEE, "HashedSplit", {
    "another split": call("setSplit", WORD),
    "another split of an account": call("setSplitOf", STRANGER, WORD),
  }),
  one(
    "parts with their payees",
    PAYEE,
    "StructSplitter",
    {
      "another part": call("setPart", 0n, STRANGER, 40n),
      "a larger part": call("setPart", 0n, FIRST, 90n),
      "another payee of the rest": call("setRest", STRANGER),
    },
    { "it has paid": call("pay") },
  ),
  one(
    "a treasury",
    PAYEE,
    "Treasury",
    {
      "one more spender": call("setSpender", STRANGER, true),
      "a budget": call("setBudget", STRANGER, OTHER, 1_000n),
      "a higher limit a day": call("setDailyLimit", 10n ** 24n),
      "a beneficiary who is to accept": call("nameBeneficiary", STRANGER),
      "another beneficiary": inTurn(
        call("nameBeneficiary", STRANGER),
        callBy(STRANGER, "acceptBeneficiary"),
      ),
    },
    { "it has received fees": receives, "it has spent": call("spend", 5n) },
  ),
  one(
    "a stream",
    PAYEE,
    "Streamer",
    {
      "another recipient": call("setRecipient", STRANGER),
      "a higher rate": call("setRate", 5_000n),
    },
    { "a part was withdrawn": call("withdraw") },
  ),
];
