import {
  getAddress,
  keccak256,
  pad,
  stringToHex,
  toFunctionSelector,
} from "viem";

import type { Address } from "../../../src/base/address.ts";
import { PROXY_SLOTS } from "../../support/proxy-slots.ts";
import { DEPLOYER } from "./chain.ts";
import { OTHER, type Scenario, STRANGER } from "./scenario.ts";
import { at, call, callBy, type Happening, inTurn } from "./world.ts";

const ROLE = keccak256(stringToHex("MANAGE"));
const APP = getAddress("0x0bad00000000000000000000000000000badbad3");
const ACCOUNT = getAddress("0x00000000000000000000000000000000005afe02");
const selectorOf = (fn: string) => toFunctionSelector(`function ${fn}`);
const TRANSFER = selectorOf("transfer(address,uint256)");

/** Contracts that keep who may do what in mappings, which events name. */
export const PERMISSIONS: readonly Scenario[] = [
  {
    title: "roles in an access manager",
    place: "owner of the router",
    contracts: [
      ["manager", "Manager"],
      ["subject", "ManagedHolder", at("manager")],
    ],
    given: inTurn(
      call("manager.grantRole", 7n, OTHER, 0),
      call(
        "manager.setTargetFunctionRole",
        at("subject"),
        [selectorOf("order()")],
        7n,
      ),
    ),
    changes: {
      "no member of a role": call("manager.revokeRole", 7n, OTHER),
      "one who gives up a role": callBy(
        OTHER,
        "manager.renounceRole",
        7n,
        OTHER,
      ),
      "a longer delay of a member": call("manager.grantRole", 7n, OTHER, 60),
      "a function for all": call(
        "manager.setTargetFunctionRole",
        at("subject"),
        [selectorOf("order()")],
        2n ** 64n - 1n,
      ),
      "a function for admins again": call(
        "manager.setTargetFunctionRole",
        at("subject"),
        [selectorOf("order()")],
        0n,
      ),
    },
    calm: {
      "somebody with the role has ordered": callBy(OTHER, "order"),
      "a role got a label": call("manager.labelRole", 7n, "buyers"),
    },
  },
  {
    title: "controllers of a MasterMinter",
    place: "owner of a token",
    contracts: [["subject", "Controllers"]],
    given: call("configureController", OTHER, APP),
    changes: {
      "one more controller": call("configureController", STRANGER, APP),
      "another worker": call("configureController", OTHER, STRANGER),
      "no controller": call("removeController", OTHER),
    },
    calm: { "it has minted": call("mint") },
  },
  {
    title: "roles of Solady",
    place: "owner of the router",
    contracts: [["subject", "SoladyRoles"]],
    given: call("setRoles", OTHER, 3n),
    changes: {
      "one more with roles": call("setRoles", STRANGER, 1n),
      "other roles": call("setRoles", OTHER, 7n),
      "no roles": call("setRoles", OTHER, 0n),
    },
    calm: { "it has worked": call("work") },
  },
  {
    title: "permissions of Aragon",
    place: "owner of the router",
    contracts: [["subject", "Acl"]],
    given: inTurn(
      call("setPermission", OTHER, APP, ROLE, true),
      call("setPermissionManager", OTHER, APP, ROLE),
    ),
    changes: {
      "one more permission": call("setPermission", STRANGER, APP, ROLE, true),
      "no permission": call("setPermission", OTHER, APP, ROLE, false),
      "another manager": call("setPermissionManager", STRANGER, APP, ROLE),
    },
    calm: { "it was used": call("use") },
  },
  {
    title: "roles of Zodiac",
    place: "module of a Safe",
    contracts: [["subject", "RolesModifier"]],
    given: inTurn(
      call("assignRoles", OTHER, [ROLE], [true]),
      call("scopeTarget", ROLE, APP),
      call("allowFunction", ROLE, APP, TRANSFER, 0),
      call("setAllowance", ROLE, 1000n, 1000n, 10n, 60n, 1n),
    ),
    changes: {
      "one more member": call("assignRoles", STRANGER, [ROLE], [true]),
      "no member": call("assignRoles", OTHER, [ROLE], [false]),
      "a default role": call("setDefaultRole", OTHER, ROLE),
      "one more target": call("allowTarget", ROLE, STRANGER, 0),
      "a target without limits": call("allowTarget", ROLE, APP, 0),
      "a function by delegatecall": call(
        "allowFunction",
        ROLE,
        APP,
        TRANSFER,
        2,
      ),
      "a function with a condition": call(
        "scopeFunction",
        ROLE,
        APP,
        TRANSFER,
        [[0, 1, 16, pad(STRANGER)]],
        0,
      ),
      "a larger allowance": call(
        "setAllowance",
        ROLE,
        5000n,
        5000n,
        10n,
        60n,
        1n,
      ),
      "another way to find the calls of a batch": call(
        "setTransactionUnwrapper",
        APP,
        TRANSFER,
        STRANGER,
      ),
    },
    calm: {
      "an allowance was used": call(
        "execTransactionWithRole",
        APP,
        10n,
        "0x",
        0,
        ROLE,
        true,
      ),
    },
  },
  {
    title: "numbered roles of Zodiac",
    place: "module of a Safe",
    contracts: [["subject", "RolesModifierV1"]],
    given: inTurn(
      call("assignRoles", OTHER, [1, 2], [true, true]),
      call("scopeTarget", 1, APP),
      call("scopeAllowFunction", 1, APP, TRANSFER, 0),
      call("scopeParameter", 2, APP, TRANSFER, 0n, 0, 0, pad(OTHER)),
    ),
    changes: {
      "one more member": call("assignRoles", STRANGER, [2], [true]),
      "no member": call("assignRoles", OTHER, [2], [false]),
      "a target without limits": call("allowTarget", 1, APP, 0),
      "a function with any parameters": call(
        "scopeAllowFunction",
        2,
        APP,
        TRANSFER,
        0,
      ),
      "another value of a parameter": call(
        "scopeParameter",
        2,
        APP,
        TRANSFER,
        ...[0n, 0, 0],
        pad(STRANGER),
      ),
    },
    calm: { "it was used": call("work") },
  },
  {
    title: "allowances of a Safe",
    place: "module of a Safe",
    contracts: [["subject", "Allowances"]],
    // The Safe is there last of all.
    lately: inTurn(addDelegate(OTHER), allow(OTHER, 100n)),
    changes: {
      "one more delegate": inTurn(addDelegate(STRANGER), allow(STRANGER, 1n)),
      "a larger allowance": allow(OTHER, 1000n),
      "an allowance of another token": callBy(
        "safe",
        "setAllowance",
        OTHER,
        STRANGER,
        1n,
        0,
      ),
      "no delegate": callBy("safe", "removeDelegate", OTHER),
      "no allowance": callBy("safe", "deleteAllowance", OTHER, APP),
    },
    calm: {
      "it was spent": callBy(
        OTHER,
        "executeAllowanceTransfer",
        at("safe"),
        APP,
        10n,
      ),
      "another Safe has a delegate": callBy(STRANGER, "addDelegate", STRANGER),
    },
  },
  {
    title: "facets of a diamond",
    place: "owner of the router",
    contracts: [
      ["loupe", "Loupe"],
      ["counter", "Counter"],
      ["other", "OtherCounter"],
      ["subject", "Diamond", at("loupe")],
    ],
    given: inTurn(
      call("cut", at("counter"), selectorOf("count()")),
      call("cut", at("other"), selectorOf("reset()")),
    ),
    changes: {
      "one more function": call("cut", at("counter"), selectorOf("more()")),
      "a function of another known facet": call(
        "cut",
        at("other"),
        selectorOf("count()"),
      ),
      "a function of a new facet": call("cut", STRANGER, selectorOf("count()")),
    },
    calm: {
      "it has counted": async (world) => {
        world.useAbi("subject", "Counter");
        await call("count")(world);
        world.useAbi("subject", "Diamond");
      },
    },
  },
  {
    title: "an account whose delegate is a proxy",
    place: "owner of the router",
    contracts: [
      ["code", "Custodian"],
      ["code2", "Custodian2"],
      ["proxy", "Erc1967", at("code")],
    ],
    given: async (world) => {
      await world.delegate("subject", "proxy", ACCOUNT);
      await setImplementation("code")(world);
      world.useAbi("subject", "Custodian");
      await call("initialize", DEPLOYER)(world);
    },
    changes: {
      "another implementation": setImplementation("code2"),
      "another custodian": call("setCustodian", STRANGER),
      "an auditor, where there was none": call("setAuditor", STRANGER),
    },
    calm: { "it has made a deal": call("deal") },
  },
];

function addDelegate(who: Address): Happening {
  return callBy("safe", "addDelegate", who);
}

/** The Safe lets somebody spend so much of a token. */
function allow(who: Address, amount: bigint): Happening {
  return callBy("safe", "setAllowance", who, APP, amount, 0);
}

const SLOT = PROXY_SLOTS.implementation;

/** The delegate finds what it runs in the storage of the account. */
function setImplementation(name: string): Happening {
  return async (world) => {
    const { address } = world.of("subject");
    const value = pad(world.of(name).address);
    await world.request("anvil_setStorageAt", address, SLOT, value);
  };
}
