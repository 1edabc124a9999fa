import { getAddress, zeroAddress } from "viem";

import { DEPLOYER } from "./chain.ts";
import { OTHER, one, type Scenario, STRANGER } from "./scenario.ts";
import { at, call, callBy, receives } from "./world.ts";

const SAFE_ACCOUNT = getAddress("0x00000000000000000000000000000000005afe01");
const EMPTY = "0x";
/** The sender of a transaction is the owner who signs it. */
const APPROVED = `0x${DEPLOYER.slice(2).padStart(64, "0")}${"0".repeat(64)}01`;

/** Wallets of several people, their modules, and smart accounts. */
export const WALLETS: readonly Scenario[] = [
  {
    title: "the wallet of many before Safe",
    place: "owner of the router",
    contracts: [
      ["subject", "OldMultisig", [DEPLOYER, SAFE_ACCOUNT, OTHER], 2n],
    ],
    changes: {
      "one confirmation instead of two": callBy(
        "subject",
        "changeRequirement",
        1n,
      ),
      "one more owner": callBy("subject", "addOwner", STRANGER),
      "one owner less": callBy("subject", "removeOwner", OTHER),
      "another owner": callBy("subject", "replaceOwner", OTHER, STRANGER),
    },
    calm: {
      "a transaction was submitted": call(
        "submitTransaction",
        OTHER,
        0n,
        EMPTY,
      ),
      "a transaction was confirmed": call("confirm", 0n),
    },
  },
  one(
    "a wallet with signers in a mapping",
    "payee of the fee collector",
    "SignerWallet",
    {
      "one more signer": call("setSigner", STRANGER, true),
      "one signature instead of two": call("setThreshold", 1n),
    },
    { "it has run a transaction": call("run") },
  ),
  one(
    "a wallet that shows nothing",
    "owner of the router",
    "QuietWallet",
    {
      "one signature instead of two": call("setNeeded", 1),
      "another signer": call("swap", 1n, STRANGER),
    },
    { "it has run a transaction": call("run") },
  ),
  one("a wallet of weights", "owner of the router", "WeightedWallet", {
    "another weight": call("setWeight", STRANGER, 100n),
    "a lower threshold": call("setThresholdWeight", 1n),
  }),
  {
    title: "a Safe",
    place: "module of a Safe",
    contracts: [["subject", "SpendingModule"]],
    changes: {
      "one more owner": callBy(
        "safe",
        "safe.addOwnerWithThreshold",
        STRANGER,
        1n,
      ),
      "two signatures": callBy(
        "safe",
        "safe.addOwnerWithThreshold",
        STRANGER,
        2n,
      ),
      "one more module": callBy("safe", "safe.enableModule", STRANGER),
      "a fallback handler": callBy("safe", "safe.setFallbackHandler", STRANGER),
      "an allowance of its module": call(
        "setAllowance",
        STRANGER,
        OTHER,
        1_000n,
      ),
    },
    calm: {
      "it has signed a transaction": call(
        "safe.execTransaction",
        ...[OTHER, 0n, EMPTY, 0, 0n, 0n, 0n, zeroAddress, zeroAddress],
        APPROVED,
      ),
    },
  },
  one(
    "a module that delays",
    "module of a Safe",
    "DelayModule",
    {
      "another avatar": call("setAvatar", STRANGER),
      "another target": call("setTarget", STRANGER),
      "no cooldown": call("setTxCooldown", 0n),
      "a longer expiration": call("setTxExpiration", 9_999_999n),
      "one more module in its list": call("enableModule", STRANGER),
    },
    {
      "a transaction was queued": call(
        "execTransactionFromModule",
        ...[OTHER, 0n, EMPTY, 0],
      ),
      "a transaction was executed": call("executeNextTx"),
    },
  ),
  one(
    "a module that recovers",
    "module of a Safe",
    "RecoveryModule",
    {
      "one more guardian": call("addGuardian", STRANGER),
      "one guardian less": call("revokeGuardian"),
      "one guardian suffices": call("changeThreshold", 1n),
      "a shorter recovery": call("setRecoveryPeriod", 1n),
      "one who vetoes": call("setVetoer", STRANGER),
    },
    { "a recovery was started": call("startRecovery") },
  ),
  {
    title: "a smart account",
    place: "owner of the router",
    contracts: [
      ["entry", "EntryPoint"],
      ["subject", "SmartAccount", DEPLOYER, at("entry")],
    ],
    changes: {
      "another signer": call("changeSigner", STRANGER),
      "its entry point creates by another contract": call(
        "entry.setSenderCreator",
        STRANGER,
      ),
    },
    calm: {
      "it has executed a call": call("execute", OTHER, EMPTY),
      "its nonce at the entry point has grown": call(
        "entry.use",
        at("subject"),
      ),
      "it has received money": receives,
    },
  },
  one(
    "an account of modules",
    "owner of a token",
    "ModularAccount",
    {
      "one more validator": call("installModule", 1n, STRANGER, EMPTY),
      "one more executor": call("installModule", 2n, STRANGER, EMPTY),
      "a hook, where there was none": call(
        "installModule",
        4n,
        STRANGER,
        EMPTY,
      ),
      "one validator less": call("uninstallModule", 1n, DEPLOYER, EMPTY),
      "one more session": call("addSession", STRANGER, 2n ** 40n),
    },
    { "it was used": call("use") },
  ),
  one(
    "an account with a passkey",
    "owner of the factory",
    "PasskeyAccount",
    {
      "another key": call("setKey", 3n, 4n),
      "another recovery": call("setRecovery", STRANGER),
    },
    { "it was used": call("use") },
  ),
  {
    title: "an account that delegates",
    place: "owner of the router",
    contracts: [["code", "Delegate"]],
    given: async (world) =>
      await world.delegate("subject", "code", SAFE_ACCOUNT),
    changes: {
      "a guardian, where there was none": callBy(
        "subject",
        "setGuardian",
        STRANGER,
      ),
      "one more key": callBy("subject", "addKey", STRANGER),
    },
    calm: { "it was used": callBy("subject", "use") },
  },
];
