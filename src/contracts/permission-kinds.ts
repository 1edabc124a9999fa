import type { AbiEvent } from "viem";
import { parseAbiItem, toEventSelector } from "viem/utils";
import type { View } from "./contract-type.ts";

type Signature = `${string}(${string})`;

/**
 * A kind of contract that keeps who may do what in mappings. Its events name what there
 * may be, and its views say what there is: a view is asked for the parameters that an
 * event has by the same names. Parameters do not count whose names begin with `_`. A new
 * kind is a row of {@link PERMISSION_KINDS}.
 */
export interface PermissionKind {
  /** The last part of the id of its value, which lock files and reports have. */
  readonly id: string;
  /** An event that says several things is listed once for each of them. */
  readonly events: readonly Signature[];
  readonly views: readonly View[];
  /**
   * Views of a module that many contracts share. They name what it keeps for one of them,
   * each by what those before have named; `_safe` is this one.
   */
  readonly lists?: readonly View[] | undefined;
  /** What events alone tell, if no view does. */
  readonly said?: SaidByEvents | undefined;
  /** The names of addresses that nobody needs to follow, since they have no power. */
  readonly objects?: readonly string[] | undefined;
  /** True if it keeps more in these mappings than its views tell. */
  readonly hasMore?: true | undefined;
}

/** How the events are understood of a contract that has no views. */
export interface SaidByEvents {
  /**
   * The parameters that tell what is set: the last event with the same values of them
   * counts. A list that has no `index` is one item for each place.
   */
  readonly keys: readonly string[];
  /** Events that allow something even if all that they say is zero. */
  readonly allowing: readonly string[];
  /** Its functions: what others write, events may not tell. */
  readonly writers: readonly Signature[];
}

/** Modules of a modifier are read as those of a Safe, and what is used up gives no power. */
const ZODIAC_WRITERS: readonly Signature[] = [
  "setUp(bytes)",
  "enableModule(address)",
  "disableModule(address,address)",
  "execTransactionFromModule(address,uint256,bytes,uint8)",
  "execTransactionFromModuleReturnData(address,uint256,bytes,uint8)",
];

export const PERMISSION_KINDS: readonly PermissionKind[] = [
  {
    // https://docs.openzeppelin.com/contracts/5.x/api/access#accessmanager
    id: "roles[AccessManager]",
    events: [
      "RoleGranted(uint64 indexed role, address indexed member, uint32 delay, uint48 since, bool isNew)",
      "RoleAdminChanged(uint64 indexed role, uint64 indexed admin)",
      "RoleGuardianChanged(uint64 indexed role, uint64 indexed guardian)",
      "RoleGrantDelayChanged(uint64 indexed role, uint32 delay, uint48 since)",
      "TargetFunctionRoleUpdated(address indexed target, bytes4 selector, uint64 indexed role)",
      "TargetClosed(address indexed target, bool closed)",
      "TargetAdminDelayUpdated(address indexed target, uint32 delay, uint48 since)",
    ],
    views: [
      "getAccess(uint64 role, address member) returns (uint48 since, uint32 delay, uint32 nextDelay, uint48 nextSince)",
      "getRoleAdmin(uint64 role) returns (uint64 admin)",
      "getRoleGuardian(uint64 role) returns (uint64 guardian)",
      "getRoleGrantDelay(uint64 role) returns (uint32 grantDelay)",
      "getTargetFunctionRole(address target, bytes4 selector) returns (uint64 role)",
      "isTargetClosed(address target) returns (bool closed)",
      "getTargetAdminDelay(address target) returns (uint32 adminDelay)",
    ],
    objects: ["target"],
  },
  {
    // The code of a function, by its selector. https://eips.ethereum.org/EIPS/eip-2535
    id: "facets",
    events: [],
    views: ["facets() returns ((address facet, bytes4[] selector)[] facets)"],
    objects: ["facet"],
  },
  {
    // https://github.com/circlefin/stablecoin-evm/blob/master/contracts/minting/Controller.sol
    id: "roles[MasterMinter]",
    events: [
      "ControllerConfigured(address indexed controller, address indexed worker)",
    ],
    views: ["getWorker(address controller) returns (address worker)"],
  },
  {
    // https://github.com/Vectorized/solady/blob/main/src/auth/OwnableRoles.sol
    id: "roles[OwnableRoles]",
    events: ["RolesUpdated(address indexed member, uint256 indexed roles)"],
    views: ["rolesOf(address member) returns (uint256 roles)"],
  },
  {
    // https://github.com/aragon/aragonOS/blob/next/contracts/acl/ACL.sol
    id: "roles[ACL]",
    events: [
      "SetPermission(address indexed entity, address indexed app, bytes32 indexed role, bool allowed)",
      "SetPermissionParams(address indexed entity, address indexed app, bytes32 indexed role, bytes32 params)",
      "ChangePermissionManager(address indexed app, bytes32 indexed role, address indexed manager)",
    ],
    views: [
      "hasPermission(address entity, address app, bytes32 role) returns (bool allowed)",
      "getPermissionManager(address app, bytes32 role) returns (address manager)",
    ],
    objects: ["app"],
    // No view tells the parameters of a permission as a whole.
    hasMore: true,
  },
  {
    // https://github.com/gnosisguild/zodiac-modifier-roles/tree/main/packages/evm/contracts
    id: "roles[ZodiacRoles]",
    events: [
      "AssignRoles(address module, bytes32[] role, bool[] memberOf)",
      "SetDefaultRole(address module, bytes32 defaultRole)",
      "AllowTarget(bytes32 role, address target, uint8 options)",
      "ScopeTarget(bytes32 role, address target)",
      "RevokeTarget(bytes32 role, address target)",
      "AllowFunction(bytes32 role, address target, bytes4 selector, uint8 options)",
      "ScopeFunction(bytes32 role, address target, bytes4 selector, (uint8 parent, uint8 paramType, uint8 operator, bytes compValue)[] conditions, uint8 options)",
      "RevokeFunction(bytes32 role, address target, bytes4 selector)",
      // Tells how the calls in a batch are found, each of which is checked.
      "SetUnwrapAdapter(address to, bytes4 selector, address adapter)",
      "SetAllowance(bytes32 allowance, uint128 balance, uint128 maxRefill, uint128 refill, uint64 period, uint64 timestamp)",
    ],
    views: [],
    said: {
      keys: ["module", "role", "target", "to", "selector", "allowance"],
      allowing: [
        "AllowTarget",
        "ScopeTarget",
        "AllowFunction",
        "ScopeFunction",
      ],
      writers: [
        ...ZODIAC_WRITERS,
        "assignRoles(address,bytes32[],bool[])",
        "setDefaultRole(address,bytes32)",
        "allowTarget(bytes32,address,uint8)",
        "scopeTarget(bytes32,address)",
        "revokeTarget(bytes32,address)",
        "allowFunction(bytes32,address,bytes4,uint8)",
        "scopeFunction(bytes32,address,bytes4,(uint8,uint8,uint8,bytes)[],uint8)",
        "revokeFunction(bytes32,address,bytes4)",
        "setTransactionUnwrapper(address,bytes4,address)",
        "setAllowance(bytes32,uint128,uint128,uint128,uint64,uint64)",
        "execTransactionWithRole(address,uint256,bytes,uint8,bytes32,bool)",
        "execTransactionWithRoleReturnData(address,uint256,bytes,uint8,bytes32,bool)",
        "invalidate(bytes32)",
      ],
    },
    objects: ["target", "to"],
  },
  {
    // https://github.com/gnosisguild/zodiac-modifier-roles-v1/tree/main/packages/evm/contracts
    id: "roles[ZodiacRolesV1]",
    events: [
      "AssignRoles(address module, uint16[] role, bool[] memberOf)",
      "SetDefaultRole(address module, uint16 defaultRole)",
      "AllowTarget(uint16 role, address target, uint8 options)",
      "ScopeTarget(uint16 role, address target)",
      "RevokeTarget(uint16 role, address target)",
      // How a function is restricted, which is zero if it is not allowed.
      "ScopeAllowFunction(uint16 role, address target, bytes4 selector, uint8 _options, uint256 config)",
      "ScopeRevokeFunction(uint16 role, address target, bytes4 selector, uint256 config)",
      "ScopeFunction(uint16 role, address target, bytes4 selector, bool[] _isScoped, uint8[] _type, uint8[] _comparison, bytes[] _value, uint8 _options, uint256 config)",
      "ScopeFunctionExecutionOptions(uint16 role, address target, bytes4 selector, uint8 _options, uint256 config)",
      "ScopeParameter(uint16 role, address target, bytes4 selector, uint256 _index, uint8 _type, uint8 _comparison, bytes _value, uint256 config)",
      "ScopeParameterAsOneOf(uint16 role, address target, bytes4 selector, uint256 _index, uint8 _type, bytes[] _values, uint256 config)",
      "UnscopeParameter(uint16 role, address target, bytes4 selector, uint256 _index, uint256 config)",
      // The values to which its parameters are compared.
      "ScopeFunction(uint16 role, address target, bytes4 selector, bool[] _isScoped, uint8[] _type, uint8[] _comparison, bytes[] value, uint8 _options, uint256 _config)",
      "ScopeParameter(uint16 role, address target, bytes4 selector, uint256 index, uint8 _type, uint8 _comparison, bytes value, uint256 _config)",
      "ScopeParameterAsOneOf(uint16 role, address target, bytes4 selector, uint256 index, uint8 _type, bytes[] values, uint256 _config)",
    ],
    views: [],
    said: {
      keys: ["module", "role", "target", "selector", "index"],
      allowing: ["AllowTarget", "ScopeTarget"],
      writers: [
        ...ZODIAC_WRITERS,
        "assignRoles(address,uint16[],bool[])",
        "setDefaultRole(address,uint16)",
        "allowTarget(uint16,address,uint8)",
        "scopeTarget(uint16,address)",
        "revokeTarget(uint16,address)",
        "scopeAllowFunction(uint16,address,bytes4,uint8)",
        "scopeRevokeFunction(uint16,address,bytes4)",
        "scopeFunction(uint16,address,bytes4,bool[],uint8[],uint8[],bytes[],uint8)",
        "scopeFunctionExecutionOptions(uint16,address,bytes4,uint8)",
        "scopeParameter(uint16,address,bytes4,uint256,uint8,uint8,bytes)",
        "scopeParameterAsOneOf(uint16,address,bytes4,uint256,uint8,bytes[])",
        "unscopeParameter(uint16,address,bytes4,uint8)",
      ],
    },
    objects: ["target", "value"],
  },
  {
    // What is spent changes in use. The allowance is a list of five numbers, which is encoded
    // as they are. https://github.com/safe-global/safe-modules/tree/main/modules/allowances
    id: "allowances",
    events: [],
    lists: [
      "getDelegates(address _safe, uint48 _start, uint8 _max) returns (address[] delegate, uint48 _next)",
      "getTokens(address _safe, address delegate) returns (address[] token)",
    ],
    views: [
      "getTokenAllowance(address _safe, address delegate, address token) returns (uint256 amount, uint256 _spent, uint256 resetTimeMin, uint256 _lastResetMin, uint256 _nonce)",
    ],
    objects: ["token"],
  },
];

/** The kind whose value has an id. */
export function permissionKind(id: string): PermissionKind | undefined {
  return PERMISSION_KINDS.find((kind) => kind.id === id);
}

/** The events of the kind with an id, by their topics. */
export function eventsOf(id: string): ReadonlyMap<string, readonly AbiEvent[]> {
  const all = (permissionKind(id)?.events ?? []).flatMap((signature) => {
    const event = parseAbiItem(`event ${signature}` as string);
    return event.type === "event" ? [event] : [];
  });
  return Map.groupBy(all, toEventSelector);
}
