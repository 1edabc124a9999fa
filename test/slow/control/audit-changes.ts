import type { Address } from "../../../src/base/address.ts";
import {
  type AuditWorld,
  account,
  GUARD,
  HANDLER,
  MODULE_GUARD,
  PROXIES,
  roleOf,
  ZOS_ADMIN,
} from "../../support/audit-world.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";

const { plan } = SANDBOX_PLANS.devnet;
const STRANGER = account(0xbad);

/** What somebody behind the registry's contracts changes. */
export interface AuditChange {
  readonly name: string;
  readonly change: (world: AuditWorld) => Promise<unknown>;
  /** The ids of the facts that change, where `NAME` stands for its address. */
  readonly changed: readonly string[];
  /** What the report says of it. */
  readonly words: readonly string[];
  /** The word of storage, if nothing else changes. */
  readonly slot?: number | `0x${string}`;
}

/** Contracts that own one of the registry's, with what is behind them; others are tokens. */
const BRANCHES: readonly (readonly string[])[] = [
  ["router", "timelock", "council", "module", "guard", "handler"],
  ["owned", "board"],
  ["authorised", "authority", "delegated", "delegate"],
  ["oldTimelock", "treasury"],
];
const branchOf = (subject: string) =>
  BRANCHES.findIndex((names) => names.includes(subject));

/** Changes after which something else of the same branch is not followed any more. */
const ALONE =
  /^(owned: the owner|authorised: the (owner|authority)|authority: the owner|oldTimelock: the admin|council: the (guard|fallback)|council: a module|delegated:|euro: another impl|router: another owner|the implementation of)/;

/** Few enough to see in a report what is wrong. */
const AT_ONCE = 20;

/**
 * The changes that can be made at once: of other facts, and of other contracts or other
 * words of storage.
 */
export function groupsOf(
  changes: readonly AuditChange[],
): readonly (readonly AuditChange[])[] {
  const groups: AuditChange[][] = [];
  for (const one of changes) {
    const group = groups.find(
      (others) =>
        others.length < AT_ONCE &&
        others.every((other) => !areInConflict(one, other)),
    );
    if (group === undefined) {
      groups.push([one]);
    } else {
      group.push(one);
    }
  }
  return groups;
}

function areInConflict(one: AuditChange, other: AuditChange): boolean {
  const [subject = "", otherSubject = ""] = [one, other].map(({ name }) =>
    name.replace(/:.*/, ""),
  );
  const isAlone = [one, other].some(({ name }) => ALONE.test(name));
  const areOtherWords =
    one.slot !== undefined &&
    other.slot !== undefined &&
    one.slot !== other.slot;
  return (
    (isAlone && branchOf(subject) === branchOf(otherSubject)) ||
    (subject === otherSubject && !areOtherWords) ||
    other.changed.some((id) => one.changed.includes(id))
  );
}

/** A word of storage of a contract, set to another address or number. */
function word(
  what: string,
  name: string,
  slot: number | `0x${string}`,
  fact: string,
  value: Address | bigint = STRANGER,
): AuditChange {
  return {
    name: `${name}: ${what}`,
    change: async (world) => await world.store(name, slot, value),
    changed: [idOf(name, fact)],
    words: [typeof value === "bigint" ? "" : value],
    slot,
  };
}

/** The payment token is in the configuration; the others have their addresses. */
function idOf(name: string, fact: string): string {
  return name === "euro" ? `token.euro.${fact}` : `{${name}}.${fact}`;
}

/** Other code of the same behaviour, which facts of others may pin. */
function otherCode(
  name: string,
  changed = [`{${name}}.codeHash`],
  what = name,
): AuditChange {
  return change(
    `${what}: other code`,
    (world) => world.changeCode(name),
    changed,
    "code hash",
  );
}

/** What the router's owner does, which is a contract. */
function byOwner(
  name: string,
  fn: string,
  argument: (world: AuditWorld) => Address,
  changed: string,
  words: string,
): AuditChange {
  return change(
    name,
    (world) => world.sendRouter(fn, argument(world)),
    [changed],
    words,
  );
}

function change(
  name: string,
  of: AuditChange["change"],
  changed: readonly string[],
  ...words: string[]
): AuditChange {
  return { name, change: of, changed, words };
}

const OWNERS = [1, 2, 3].map((number) => account(number));
const withOwners = async (world: AuditWorld, owners: readonly Address[]) =>
  await world.storeList("council", 1, owners);

/** What the owners of multisig wallets can change. */
const OF_WALLETS: readonly AuditChange[] = [
  change(
    "council: an owner replaced",
    (world) => withOwners(world, [...OWNERS.slice(1), STRANGER]),
    ["{council}.owners"],
    `added ${STRANGER} (account)`,
    `removed ${OWNERS[0]} (account)`,
  ),
  change(
    "council: an owner has code now",
    (world) => world.request("anvil_setCode", OWNERS[0], "0x60006000f3"),
    [`${OWNERS[0]}.is`],
    `${OWNERS[0]}: is: account → contract`,
  ),
  change(
    "council: a module",
    (world) => world.storeList("council", 2, [STRANGER]),
    ["{council}.modules"],
    `added ${STRANGER} (account)`,
  ),
  ...["council", "board", "treasury"].map((name) =>
    word("the threshold", name, 0, "threshold", 7n),
  ),
  word("the guard", "council", GUARD, "guard"),
  word("the module guard", "council", MODULE_GUARD, "moduleGuard"),
  word("the fallback handler", "council", HANDLER, "fallbackHandler"),
  otherCode("council"),
];

/** Other code at what the owners' contracts name. */
const CODES = [
  ...["module", "guard", "handler", "authority"].map((name) => otherCode(name)),
  otherCode("delegate", ["{delegated}.dependencies"]),
];

const grant = (name: string, contract: string, role: string) =>
  change(
    `${name}: a grant of ${role}`,
    (world) => world.send(name, contract, "grantRole", roleOf(role), STRANGER),
    [`{${name}}.roles`],
    `added ${role}: ${STRANGER} (account)`,
  );
const revoke = (name: string, contract: string, role: string, of: Address) =>
  change(
    `${name}: ${role} taken away`,
    (world) => world.send(name, contract, "revokeRole", roleOf(role), of),
    [`{${name}}.roles`],
    `removed ${role}: ${of} (account)`,
  );

/** What those can change who control a timelock, or own what owns a contract. */
const OF_TIMELOCKS: readonly AuditChange[] = [
  word("the delay", "timelock", 1, "minDelay", 60n),
  grant("timelock", "Timelock", "PROPOSER_ROLE"),
  change(
    "timelock: a role that nobody knows",
    (world) =>
      world.send("timelock", "Timelock", "grantRole", roleOf("X"), STRANGER),
    ["{timelock}.roles"],
    `added ${roleOf("X")}: ${STRANGER} (account)`,
  ),
  change(
    "timelock: anybody may execute",
    (world) =>
      world.send(
        "timelock",
        "Timelock",
        "grantRole",
        roleOf("EXECUTOR_ROLE"),
        account(0).replace(/ac0000$/i, "000000"),
      ),
    ["{timelock}.roles"],
    "(nobody)",
  ),
  revoke("timelock", "Timelock", "EXECUTOR_ROLE", account(10)),
  otherCode("timelock"),
  word("the delay", "oldTimelock", 0, "delay", 86_400n),
  word("the admin", "oldTimelock", 1, "admin"),
  word("the pending admin", "oldTimelock", 2, "pendingAdmin"),
  otherCode("oldTimelock"),
  word("the owner", "owned", 0, "owner"),
  word("the pending owner", "owned", 1, "pendingOwner"),
  otherCode("owned"),
  word("the owner", "authorised", 0, "owner"),
  word("the authority", "authorised", 1, "authority"),
  otherCode("authorised"),
  word("the owner", "authority", 0, "owner"),
  change(
    "delegated: another delegate",
    (world) =>
      world.request(
        "anvil_setCode",
        world.of("delegated"),
        `0xef0100${world.of("guard").slice(2).toLowerCase()}`,
      ),
    ["{delegated}.is", "{delegated}.dependencies"],
    "account that delegates to",
  ),
];

/** The views and slots of proxies that say what they run, as their code tells. */
const SAYING: Readonly<Record<string, readonly string[]>> = {
  NamedProxy: ["implementation()"],
  // facetAddresses()
  DiamondProxy: ["0x52ef6b2c()", `slot[${PROXIES.DiamondProxy}]`],
};

/** What the issuers of tokens can change. */
const OF_TOKENS: readonly AuditChange[] = [
  ...(
    [
      [4, "owner"],
      [8, "pendingOwner"],
      [9, "masterMinter"],
      [10, "pauser"],
      [11, "blacklister"],
      [12, "rescuer"],
      [13, "minter"],
      [ZOS_ADMIN, "zosAdmin"],
    ] as const
  ).map(([slot, fact]) => word(`the ${fact}`, "euro", slot, fact)),
  word("the cap", "euro", 5, "cap", 9n),
  word("paused", "euro", 6, "paused", 1n),
  change(
    "euro: another name",
    (world) => world.storeText("euro", 0, "Euro"),
    ["token.euro.name"],
    "EURAU → Euro",
  ),
  change(
    "euro: another implementation",
    (world) => world.store("euro", PROXIES.ZosProxy, world.of("Tether")),
    [
      "token.euro.dependencies",
      ...[
        "pendingOwner",
        "masterMinter",
        "pauser",
        "blacklister",
        "rescuer",
        "minter",
        "roles",
      ].map((one) => `token.euro.${one}`),
    ],
    "dependencies",
  ),
  otherCode("fiat", ["token.euro.dependencies"], "euro: its implementation"),
  ...Object.entries(PROXIES).flatMap(([kind, slot]) => [
    change(
      `${kind}: another implementation`,
      (world) => world.store(kind, slot, world.of("hidden")),
      [
        `{${kind}}.dependencies`,
        ...(SAYING[kind] ?? []).map((view) => `{${kind}}.${view}`),
      ],
      "removed",
      "added",
    ),
    word("the owner", kind, 4, "owner"),
  ]),
  otherCode(
    "token",
    [
      ...[...Object.keys(PROXIES), "BeaconUser"].map(
        (kind) => `{${kind}}.dependencies`,
      ),
      // The code of the beacon tells that it names a contract.
      "{token}.codeHash",
    ],
    "the implementation of seven tokens",
  ),
  change(
    "BeaconUser: another implementation",
    (world) => world.store("beacon", 0, world.of("hidden")),
    ["{BeaconUser}.dependencies", "{beacon}.implementation()"],
    "added",
  ),
  otherCode(
    "beacon",
    ["{BeaconUser}.dependencies", "{beacon}.codeHash"],
    "BeaconUser: its beacon",
  ),
  word("the owner", "BeaconUser", 4, "owner"),
  otherCode(
    "hidden",
    ["{Forwarder}.dependencies", "{hidden}.codeHash"],
    "Forwarder: behind it",
  ),
  change(
    "Forwarder: the owner behind it",
    (world) => world.store("hidden", 4, STRANGER),
    ["{Forwarder}.owner", "{hidden}.owner"],
    STRANGER,
  ),
  ...(["RoleToken", "ListedRoleToken"] as const).flatMap((kind) => [
    ...["MINTER_ROLE", "UPGRADER_ROLE", "DEFAULT_ADMIN_ROLE"].map((role) =>
      grant(kind, kind, role),
    ),
    revoke(kind, kind, "MINTER_ROLE", account(111)),
  ]),
  ...(
    [
      ["euro", "Fiat", "configureMinter", "added minters", STRANGER, 5n],
      ["euro", "Fiat", "removeMinter", "removed minters", account(113)],
      ["Dai", "Dai", "rely", "added wards", STRANGER],
      ["Dai", "Dai", "allow", "added wards", STRANGER],
      ["Dai", "Dai", "deny", "removed wards", account(114)],
    ] as const
  ).map(([name, contract, fn, words, who, ...args]) =>
    change(
      `${name}: ${fn} of ${who}`,
      (world) => world.send(name, contract, fn, who, ...args),
      [idOf(name, "roles")],
      `${words}: ${who} (account)`,
    ),
  ),
  word("a fee", "Tether", 8, "feeRate", 100n),
  word("the maximum fee", "Tether", 9, "maximumFee", 5n),
  word("deprecated", "Tether", 10, "deprecated", 1n),
  {
    ...word(
      "upgraded elsewhere",
      "Tether",
      10,
      "upgradedAddress",
      BigInt(STRANGER) << 8n,
    ),
    words: [STRANGER],
  },
  word("the controller", "Money", 8, "controller"),
  word("the validator", "Money", 9, "validator"),
  word("the identity registry", "Permissioned", 8, "identityRegistry"),
  word("the compliance", "Permissioned", 9, "compliance"),
  word("the decimals", "Permissioned", 2, "decimals", 6n),
];

const COLLECTOR = ["feeCollector", "FeeCollector"] as const;

/** What is not in the registry, and beside it. */
const OF_OTHERS: readonly AuditChange[] = [
  otherCode("exchange"),
  otherCode("feeCollector"),
  change(
    "feeCollector: another owner",
    (world) => world.send(...COLLECTOR, "transferOwnership", STRANGER),
    ["{feeCollector}.owner"],
    `${STRANGER} (account)`,
  ),
  word("the payee", "feeCollector", 1, "payee"),
  change(
    "feeCollector: a fee for the Alpha token",
    (world) =>
      world.send(...COLLECTOR, "updateToken", plan.token, 1n, 2n, 3n, true),
    [`{feeCollector}.fees.${plan.token}`],
    "yes, 1, 2, 3",
  ),
  byOwner(
    "router: one more approved token",
    "addApprovedToken",
    (world) => world.of("hidden"),
    "router.approvedTokens",
    "added",
  ),
  byOwner(
    "router: another owner",
    "changeRouterOwner",
    () => STRANGER,
    "router.owner",
    `→ ${STRANGER} (account)`,
  ),
];

export const AUDIT_CHANGES: readonly AuditChange[] = [
  ...OF_WALLETS,
  ...CODES,
  ...OF_TIMELOCKS,
  ...OF_TOKENS,
  ...OF_OTHERS,
];
