import { getAddress, stringToHex } from "viem";

import { OTHER, one, type Scenario, STRANGER } from "./scenario.ts";
import { at, call, callBy, inTurn, passes, paying } from "./world.ts";

const name = (text: string) => stringToHex(text, { size: 32 });
const FOUNDER = getAddress("0xf00d00000000000000000000000000000000f00d");
const SELECTOR = "0x12345678";

/** Delays, caps, flags, feeds, auctions and registries. */
export const PARAMETERS: readonly Scenario[] = [
  one(
    "limits with setters",
    "owner of the router",
    "Limits",
    {
      "no delay": call("setDelay", 0n),
      "a higher cap": call("setCap", 10n ** 30n),
      "a lower private threshold": call("setThreshold", 1n),
      "a lower quorum": call("setQuorum", 1n),
      "no cooldown": call("setCooldown", 0n),
      "a higher private slippage": call("setSlippage", 9_999n),
      "a longer private window": call("setWindow", 999_999),
      "no grace period": call("setGracePeriod", 0n),
    },
    {
      "something was executed": call("run"),
      "blocks have passed": passes(100),
    },
  ),
  one(
    "flags",
    "owner of the router",
    "Flags",
    {
      paused: call("pause"),
      "unlocked by a private flag": call("setLocked", false),
      "not strict, by a packed flag": call("setStrict", false),
      "not checked, by a packed flag": call("setChecked", false),
      "not live": call("cage"),
      "a function is stopped": call("stop", SELECTOR),
      "other permissions": call("setPermissions", 1n),
    },
    { "it was run": call("run") },
  ),
  {
    ...one(
      "a feed",
      "owner of a token",
      "Feed",
      { "another updater": call("setUpdater", STRANGER) },
      {
        "a price was submitted": call("submit", 101n),
        "a price was submitted after a while": inTurn(
          passes(30),
          call("submit", 99n),
        ),
      },
    ),
    lately: call("submit", 98n),
  },
  {
    title: "a contract that asks a feed",
    place: "owner of the router",
    contracts: [
      ["feed", "Feed"],
      ["subject", "OracleUser", at("feed")],
    ],
    lately: inTurn(call("feed.submit", 98n), call("sync")),
    changes: {
      "another feed": call("setFeed", STRANGER),
      "its feed has another updater": call("feed.setUpdater", STRANGER),
      "a larger deviation": call("setMaxDeviation", 100n),
    },
    calm: {
      "its feed has another price": call("feed.submit", 105n),
      "it has taken the price": inTurn(call("feed.submit", 105n), call("sync")),
    },
  },
  one(
    "an auction",
    "payee of the fee collector",
    "Auction",
    {
      "another seller": call("setSeller", STRANGER),
      "no reserve": call("setReserve", 0n),
    },
    {
      "somebody has bid": paying("bid"),
      "somebody has bid more": inTurn(paying("bid"), async (world) =>
        world.send({ from: OTHER, fn: "bid", args: [], value: "0x65" }),
      ),
    },
  ),
  one(
    "a ballot",
    "owner of the router",
    "Ballot",
    {
      "one more registrar": call("setRegistrar", STRANGER),
      "another chair": call("setChair", STRANGER),
      "a shorter vote": call("setVotingPeriod", 1n),
      "a lower threshold": call("setProposalThreshold", 1n),
    },
    {
      "something was proposed": callBy(OTHER, "propose"),
      "votes were cast": inTurn(call("vote", 1n), callBy(OTHER, "vote", 1n)),
    },
  ),
  {
    title: "an immutable registry",
    place: "owner of the router",
    contracts: [
      ["registry", "Registry"],
      ["subject", "RegistryUser", at("registry")],
    ],
    changes: {
      "its latest contract is another one": call(
        "registry.setLatest",
        STRANGER,
      ),
      "its admin is another one": call("registry.setAdmin", STRANGER),
      "one more entry": call("registry.setEntry", name("runner"), STRANGER),
    },
    calm: {
      "it was run": inTurn(
        call("registry.setAdmin", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"),
        call("run"),
      ),
    },
  },
  {
    title: "names in registries",
    place: "owner of the router",
    contracts: [
      ["code", "Registry"],
      ["resolver", "Registry"],
      ["names", "Registry"],
      ["subject", "NameUser", at("names"), FOUNDER],
    ],
    given: inTurn(
      call("names.setEntry", name("resolver"), at("resolver")),
      call("resolver.setEntry", name("council"), OTHER),
    ),
    changes: {
      "another council": call("resolver.setEntry", name("council"), STRANGER),
      "a founder that delegates": async (world) =>
        await world.delegate("founder", "code", FOUNDER),
    },
    calm: { "it has acted": callBy(FOUNDER, "act") },
  },
  one("a book of addresses", "owner of the factory", "AddressBook", {
    "another pool": call("setAddress", name("POOL"), STRANGER),
    "another oracle": call("setAddress", name("ORACLE"), STRANGER),
    "one more address": call("setAddress", name("ACL"), STRANGER),
  }),
  one("a router of selectors", "owner of the router", "SelectorRouter", {
    "a target of a function": call("setTarget", SELECTOR, STRANGER),
    "a target of all the others": call("setFallbackTarget", STRANGER),
  }),
];
