import { pad } from "viem";

import { OTHER, one, type Scenario, STRANGER } from "./scenario.ts";
import { at, call, callBy, inTurn, paying } from "./world.ts";

const TOKEN = "approved token";
const transfers = call("transfer", OTHER, 7n);
const approves = call("approve", OTHER, 7n);

/** Tokens of issuers with rules of their own. */
export const TOKENS: readonly Scenario[] = [
  one(
    "a token with minters in a mapping",
    TOKEN,
    "MinterToken",
    {
      "one more minter": call("addMinter", STRANGER),
      "one minter less": call(
        "removeMinter",
        "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
      ),
    },
    {
      "it was minted": call("mint", OTHER, 5n),
      "it was transferred": transfers,
      "it was approved": approves,
    },
  ),
  one(
    "a token with a private bridge",
    TOKEN,
    "BridgeToken",
    { "another bridge": call("setBridge", STRANGER) },
    { "it came over the bridge": call("bridgeMint", OTHER, 5n) },
  ),
  one(
    "a token that can be stopped",
    TOKEN,
    "StoppableToken",
    {
      "stopped by a private flag": call("stop", true),
      "open to some": call("setWhitelistOnly", true),
      "an account is frozen": call("freeze", OTHER),
    },
    { "it was transferred": transfers, "it was approved": approves },
  ),
  one(
    "a token with fees",
    TOKEN,
    "FeeToken",
    {
      "another recipient": call("setFeeRecipient", STRANGER),
      "a higher fee": call("setFeeBps", 9_000n),
      "a higher burn": call("setBurnBps", 9_000),
      "an account without fees": call("setExempt", STRANGER),
    },
    {
      "it was transferred": transfers,
      "fees were collected": inTurn(transfers, call("transfer", OTHER, 9_999n)),
    },
  ),
  one(
    "a token with limits",
    TOKEN,
    "LimitToken",
    {
      "a higher cap": call("setCap", 10n ** 30n),
      "a higher maximum": call("setMaxTransfer", 10n ** 30n),
      "a limit of a stranger": call("setLimit", STRANGER, 10n ** 30n),
    },
    { "it was transferred": transfers },
  ),
  {
    title: "a token of many chains",
    place: TOKEN,
    contracts: [
      ["endpoint", "Endpoint"],
      ["subject", "PeerToken", at("endpoint")],
    ],
    changes: {
      "another peer": call("setPeer", 1, pad(STRANGER)),
      "one more peer": call("setPeer", 7, pad(STRANGER)),
      "its endpoint has another library": call(
        "endpoint.setDefaultLibrary",
        STRANGER,
      ),
      "its endpoint has a delegate": call(
        "endpoint.setDelegate",
        at("subject"),
        STRANGER,
      ),
    },
    calm: {
      "it was transferred": transfers,
      "its endpoint has delivered": call("endpoint.deliver"),
    },
  },
  {
    ...one(
      "a token that rebases",
      TOKEN,
      "RebasingToken",
      { "another who rebases": call("setRebaser", STRANGER) },
      { "it has rebased": call("rebase", 3n), "it was transferred": transfers },
    ),
    lately: call("rebase", 2n),
  },
  one(
    "shares of a vault",
    TOKEN,
    "Vault",
    {
      "another strategy": call("setStrategy", STRANGER),
      "another treasury": call("setTreasury", STRANGER),
      "a higher fee": call("setPerformanceFee", 9_999),
      "a higher limit": call("setDepositLimit", 10n ** 30n),
      "shut down": call("setEmergencyShutdown", true),
    },
    {
      "somebody has deposited": callBy(OTHER, "deposit", 5n),
      "its keeper has reported": call("report"),
      "it was transferred": transfers,
    },
  ),
  one(
    "wrapped coins",
    TOKEN,
    "WrappedCoin",
    {},
    {
      "coins were wrapped": paying("deposit"),
      "coins were unwrapped": inTurn(paying("deposit"), call("withdraw", 5n)),
      "it was approved": approves,
    },
  ),
  one(
    "a capped token of OpenZeppelin",
    TOKEN,
    "Regulated",
    {
      "another owner": call("transferOwnership", STRANGER),
      paused: call("pause"),
      "without an owner": call("renounceOwnership"),
    },
    {
      "it was minted": call("mint", OTHER, 5n),
      "it was transferred": transfers,
      "it was approved": approves,
    },
  ),
  one(
    "a token of votes of OpenZeppelin",
    TOKEN,
    "VotesToken",
    { "another owner": call("transferOwnership", STRANGER) },
    {
      "it was minted": call("mint", OTHER, 5n),
      "votes were delegated": call("delegate", OTHER),
      "it was transferred": inTurn(call("delegate", OTHER), transfers),
    },
  ),
];
