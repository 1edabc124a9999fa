import { pad, stringToHex } from "viem";

import { DEPLOYER } from "./chain.ts";
import { OTHER, one, type Scenario, STRANGER } from "./scenario.ts";
import { at, call, callBy, inTurn, passes } from "./world.ts";

const WORD = pad(STRANGER);

/** Owners that rule by names and places of their own. */
export const OWNERS: readonly Scenario[] = [
  one(
    "ruled by governance()",
    "owner of the router",
    "GovernanceHolder",
    {
      "another governance": call("setGovernance", STRANGER),
      "a guardian, where there was none": call("setGuardian", STRANGER),
    },
    {
      "it was used": call("poke"),
      "blocks have passed": passes(70),
    },
  ),
  one(
    "ruled by operator()",
    "owner of the factory",
    "OperatorHolder",
    { "another operator": call("setOperator", STRANGER) },
    { "nonces have grown": inTurn(call("use", 1n), call("use", 2n)) },
  ),
  one("ruled by getOwner()", "owner of a token", "GetOwnerHolder", {
    "another boss": call("giveTo", STRANGER),
  }),
  one(
    "ruled by controller()",
    "owner of the router",
    "ControllerHolder",
    {
      "another controller": call("setController", STRANGER),
      "another strategist": call("setStrategist", STRANGER),
      "a keeper, where there was none": call("setKeeper", STRANGER),
    },
    { "a keeper has run it": call("run") },
  ),
  one(
    "ruled by a private variable",
    "owner of the router",
    "PrivateHolder",
    { "another ruler": call("hand", STRANGER) },
    { "it has worked": call("work") },
  ),
  one(
    "ruled by a private variable beside a counter",
    "payee of the fee collector",
    "PackedHolder",
    { "another ruler": call("hand", STRANGER) },
    { "it has worked": call("work") },
  ),
  one(
    "ruled by private variables beside flags",
    "owner of the router",
    "PackedThreeHolder",
    {
      "another ruler": call("hand", STRANGER),
      "a second ruler, where there was none": call("share", STRANGER),
      "stopped by a private flag": call("stop", true),
      "open to all by a private flag": call("openUp", true),
      "a shorter wait": call("setWait", 1n),
    },
  ),
  one("ruled in two steps", "owner of the router", "TwoStepHolder", {
    "a pending governance": call("setPendingGovernance", STRANGER),
    "another governance": inTurn(
      call("setPendingGovernance", STRANGER),
      callBy(STRANGER, "acceptGovernance"),
    ),
  }),
  one(
    "ruled in two steps by private variables",
    "owner of a token",
    "PrivateTwoStepHolder",
    {
      "a next chief": call("propose", STRANGER),
      "another chief": inTurn(
        call("propose", STRANGER),
        callBy(STRANGER, "take"),
      ),
    },
  ),
  one(
    "ruled by words that are no addresses",
    "owner of the router",
    "WordHolder",
    {
      "another word": call("setWord", WORD),
      "another short word": call("setShort", STRANGER),
      "another number": call("setNumber", BigInt(STRANGER)),
    },
  ),
  one("ruled by a masked address", "owner of the router", "MaskedHolder", {
    "another masked address": call("hand", STRANGER),
    "another digest": call("handDigest", STRANGER),
  }),
  one(
    "ruled by a struct",
    "owner of the router",
    "StructHolder",
    {
      "another admin": call("setAdmin", STRANGER),
      "an heir, where there was none": call("setHeir", STRANGER),
      "open to all": call("setOpen", true),
      "a shorter delay": call("setDelay", 1n),
      "a higher limit": call("setLimit", 10_000n),
    },
    { "it has served": call("serve") },
  ),
  one(
    "ruled from a place of its own",
    "payee of the fee collector",
    "NamespacedHolder",
    {
      "another first ruler": call("setFirst", STRANGER),
      "a second ruler": call("setSecond", STRANGER),
      "one more in a mapping": call("addMore", STRANGER),
    },
  ),
  {
    title: "ruled from hashed places by contracts",
    place: "owner of the router",
    contracts: [
      ["ruler", "TwoStepOwned"],
      ["council", "TwoStepOwned"],
      ["subject", "HashedHolder", at("ruler"), at("council")],
    ],
    changes: {
      "another ruler": call("setRuler", STRANGER),
      "its ruler is to have another owner": call(
        "ruler.transferOwnership",
        STRANGER,
      ),
      "its council is to have another owner": call(
        "council.transferOwnership",
        STRANGER,
      ),
    },
    calm: { "its ruler has worked": call("ruler.work") },
  },
  one(
    "ruled by a private list",
    "owner of the router",
    "PrivateListHolder",
    {
      "one more ruler": call("add", STRANGER),
      "another ruler": call("replace", 1n, STRANGER),
      "one ruler less": call("removeLast"),
    },
    { "it has counted": call("count") },
  ),
  one(
    "ruled by a list of indexes",
    "owner of the factory",
    "IndexedListHolder",
    {
      "one more ruler": call("add", STRANGER),
      "another ruler": call("replace", 0n, STRANGER),
    },
  ),
  one(
    "ruled by lists of a fixed length",
    "owner of the router",
    "FixedListHolder",
    {
      "another member": call("setMember", 1n, STRANGER),
      "another deputy": call("setDeputy", 0n, STRANGER),
    },
  ),
  one("ruled by sets", "owner of the router", "SetHolder", {
    "one more admin": call("addAdmin", STRANGER),
    "another admin": inTurn(
      call("addAdmin", OTHER),
      call("removeAdmin", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"),
    ),
    "one more in a set without a view": call("addQuiet", STRANGER),
  }),
  one(
    "ruled by mappings",
    "owner of a token",
    "MappedHolder",
    {
      "one more owner": call("setOwner", STRANGER, true),
      "a higher level": call("setLevel", STRANGER, 9n),
      "another admin by a name": call(
        "setByName",
        stringToHex("admin", { size: 32 }),
        STRANGER,
      ),
      "an heir by a name": call(
        "setByName",
        stringToHex("heir", { size: 32 }),
        STRANGER,
      ),
    },
    { "it was used": call("use") },
  ),
  {
    title: "ruled by a private list of addresses with dates",
    place: "owner of the router",
    contracts: [
      ["ruler", "TwoStepOwned"],
      ["subject", "SeatHolder", at("ruler")],
    ],
    changes: {
      "one more ruler": call("add", STRANGER),
      "a longer seat": call("prolong", 0n, 1n << 50n),
      "its ruler is to have another owner": call(
        "ruler.transferOwnership",
        STRANGER,
      ),
    },
    calm: {
      "it was used": call("count"),
      "its ruler has worked": call("ruler.work"),
    },
  },
  {
    title: "ruled by a private list of addresses with flags",
    place: "owner of the router",
    contracts: [
      ["ruler", "TwoStepOwned"],
      ["subject", "PackedSeatHolder", at("ruler")],
    ],
    changes: {
      "another ruler": call("replace", 0n, STRANGER),
      "its ruler is to have another owner": call(
        "ruler.transferOwnership",
        STRANGER,
      ),
    },
    calm: {
      "it was used": call("count"),
      "its ruler has worked": call("ruler.work"),
    },
  },
  {
    title: "behind a proxy of its own kind",
    place: "owner of the router",
    contracts: [
      ["logic", "OwnLogic"],
      ["other", "OwnLogic"],
      ["subject", "OwnProxy", at("logic")],
    ],
    given: async (world) => {
      world.useAbi("subject", "OwnLogic");
      await call("setGovernance", DEPLOYER)(world);
    },
    unread: "code that it may run at other addresses was not analysed",
    changes: {
      "another governance": call("setGovernance", STRANGER),
      "other code": call("upgrade", at("other")),
    },
  },
];
