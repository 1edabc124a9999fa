import { keccak256, stringToHex, zeroHash } from "viem";

import { DEPLOYER } from "./chain.ts";
import { OTHER, one, type Scenario, STRANGER } from "./scenario.ts";
import { at, call, callBy, inTurn, passes } from "./world.ts";

const SPENDER = keccak256(stringToHex("SPENDER"));
const AUDITOR = keccak256(stringToHex("AUDITOR"));
const PROPOSER = keccak256(stringToHex("PROPOSER_ROLE"));
const SET_VENDOR = keccak256(stringToHex("setVendor(address)")).slice(0, 10);
const EMPTY = "0x";

/** Contracts of OpenZeppelin 5, and others that many have copied. */
export const STANDARDS: readonly Scenario[] = [
  one(
    "an owner in two steps",
    "owner of the router",
    "TwoStepOwned",
    {
      "a pending owner": call("transferOwnership", STRANGER),
      "another owner": inTurn(
        call("transferOwnership", STRANGER),
        callBy(STRANGER, "acceptOwnership"),
      ),
    },
    { "it has worked": call("work") },
  ),
  one(
    "roles",
    "owner of the router",
    "RoleHolder",
    {
      "one more spender": call("grantRole", SPENDER, STRANGER),
      "one more admin": call("grantRole", zeroHash, STRANGER),
      "no spender": call("revokeRole", SPENDER, DEPLOYER),
      "another admin of a role": call("setRoleAdmin", SPENDER, AUDITOR),
    },
    { "something was spent": call("spend", OTHER, 5n) },
  ),
  one("roles in lists", "payee of the fee collector", "ListedRoleHolder", {
    "one more spender": call("grantRole", SPENDER, STRANGER),
    "no spender": call("revokeRole", SPENDER, DEPLOYER),
  }),
  one("an admin with rules", "owner of the factory", "AdminRulesHolder", {
    "an admin who is to accept": call("beginDefaultAdminTransfer", STRANGER),
    "another delay": call("changeDefaultAdminDelay", 1),
  }),
  {
    title: "an access manager",
    place: "owner of the router",
    contracts: [
      ["manager", "Manager"],
      ["other", "Manager"],
      ["subject", "ManagedHolder", at("manager")],
    ],
    changes: {
      "one more admin": call("manager.grantRole", 0n, STRANGER, 0),
      "one more role": call("manager.grantRole", 7n, STRANGER, 0),
      "a function for another role": call(
        "manager.setTargetFunctionRole",
        at("subject"),
        [SET_VENDOR],
        7n,
      ),
      "a closed target": call("manager.setTargetClosed", at("subject"), true),
      "another admin of a role": call("manager.setRoleAdmin", 7n, 9n),
      "another guardian of a role": call("manager.setRoleGuardian", 7n, 9n),
      "another manager": call(
        "manager.updateAuthority",
        at("subject"),
        at("other"),
      ),
      "another vendor": call("setVendor", STRANGER),
      paused: call("pause"),
    },
    calm: { "something was ordered": call("order") },
  },
  {
    title: "a timelock of OpenZeppelin",
    place: "owner of the router",
    contracts: [["subject", "Timelock", [DEPLOYER]]],
    changes: {
      "a shorter delay": callBy("subject", "updateDelay", 1n),
      "one more proposer": call("grantRole", PROPOSER, STRANGER),
    },
    calm: {
      "an operation was scheduled": call(
        "schedule",
        ...[OTHER, 0n, EMPTY, zeroHash, SPENDER, 200_000n],
      ),
      "an operation was cancelled": inTurn(
        call("schedule", ...[OTHER, 0n, EMPTY, zeroHash, AUDITOR, 200_000n]),
        passes(2),
      ),
    },
  },
  {
    title: "a parliament",
    place: "owner of the router",
    contracts: [
      ["votes", "VotesToken"],
      ["subject", "Parliament", at("votes")],
    ],
    given: call("votes.delegate", DEPLOYER),
    changes: {
      "no delay of votes": callBy("subject", "setVotingDelay", 0),
      "a shorter vote": callBy("subject", "setVotingPeriod", 1),
      "a higher threshold": callBy(
        "subject",
        "setProposalThreshold",
        10n ** 30n,
      ),
      "no quorum": callBy("subject", "updateQuorumNumerator", 0n),
      "its token has another owner": call("votes.transferOwnership", STRANGER),
    },
    calm: {
      "something was proposed": call(
        "propose",
        ...[[OTHER], [0n], [EMPTY], "calm"],
      ),
      "votes were minted": call("votes.mint", OTHER, 5n),
      "votes were delegated": call("votes.delegate", OTHER),
    },
  },
  one(
    "a vesting of OpenZeppelin",
    "payee of the fee collector",
    "Vesting",
    { "another beneficiary": call("transferOwnership", STRANGER) },
    {
      "it has released coins": inTurn(
        async (world) => {
          const { address } = world.of("subject");
          await world.request("anvil_setBalance", address, "0x64");
        },
        passes(10),
        call("release"),
      ),
    },
  ),
  {
    title: "a custodian behind a proxy",
    place: "owner of the router",
    contracts: [
      ["code", "Custodian"],
      ["code2", "Custodian2"],
      ["subject", "Erc1967", at("code")],
    ],
    given: async (world) => {
      world.useAbi("subject", "Custodian");
      await call("initialize", DEPLOYER)(world);
    },
    changes: {
      "another custodian": call("setCustodian", STRANGER),
      "an auditor, where there was none": call("setAuditor", STRANGER),
      "another quorum": call("setQuorumNeeded", 1n),
    },
    calm: { "it has made a deal": call("deal") },
  },
  {
    title: "a custodian behind a beacon",
    place: "owner of a token",
    contracts: [
      ["code", "Custodian"],
      ["code2", "Custodian2"],
      ["beacon", "OwnedBeacon", at("code")],
      ["subject", "OfBeacon", at("beacon")],
    ],
    given: async (world) => {
      world.useAbi("subject", "Custodian");
      await call("initialize", DEPLOYER)(world);
    },
    changes: {
      "another custodian": call("setCustodian", STRANGER),
      "other code behind it": call("beacon.upgradeTo", at("code2")),
      "its beacon has another owner": call(
        "beacon.transferOwnership",
        STRANGER,
      ),
    },
    calm: { "it has made a deal": call("deal") },
  },
  ...[true, false].map(
    (isPacked): Scenario => ({
      title: `a clone with ${isPacked ? "a packed argument" : "an argument"}`,
      place: "owner of the router",
      contracts: [
        ["code", "RuledByArgument"],
        ["ruler", "TwoStepOwned"],
        ["subject", "CloneOfRuler", at("code"), at("ruler"), isPacked],
      ],
      given: async (world) => world.useAbi("subject", "RuledByArgument"),
      changes: {
        "its ruler is to have another owner": call(
          "ruler.transferOwnership",
          STRANGER,
        ),
      },
      calm: { "it has acted": call("act") },
    }),
  ),
  {
    title: "a wallet that runs what the slot of its address names",
    place: "owner of the router",
    contracts: [
      ["ruler", "TwoStepOwned"],
      ["code", "RuledByConstant", at("ruler")],
      ["subject", "OwnAddressProxy", at("code")],
    ],
    given: async (world) => world.useAbi("subject", "RuledByConstant"),
    changes: {
      "its ruler is to have another owner": call(
        "ruler.transferOwnership",
        STRANGER,
      ),
    },
    calm: { "it has acted": call("act") },
  },
  one("an owner and roles of Solady", "owner of the router", "SoladyHolder", {
    "another owner": call("setChief", STRANGER),
    "one more role": call("grantRoles", STRANGER, 1n),
  }),
  one(
    "wards without events",
    "owner of the router",
    "Warded",
    {
      "one more ward": call("rely", STRANGER),
      "no ward": call("deny", DEPLOYER),
      "another vow": call("file", stringToHex("vow", { size: 32 }), STRANGER),
      caged: call("cage"),
    },
    { "something was drawn": call("draw", OTHER, 5n) },
  ),
  {
    title: "an authority of DappHub",
    place: "owner of a token",
    contracts: [
      ["guard", "Guard"],
      ["other", "Guard"],
      ["subject", "DsHolder", at("guard")],
    ],
    changes: {
      "one more who may call": call("guard.permit", STRANGER, SET_VENDOR),
      "another authority": call("setAuthority", at("other")),
    },
    calm: { "something was noted": call("note") },
  },
];
