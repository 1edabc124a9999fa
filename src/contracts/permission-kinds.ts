import type { AbiEvent } from "viem";
import { parseAbiItem, toEventSelector } from "viem/utils";
import type { View } from "./contract-type.ts";

/**
 * A kind of contract that keeps who may do what in mappings. Its events name what there
 * may be, and its views say what there is: a view is asked for the parameters that an
 * event has by the same names. A new kind is a row of {@link PERMISSION_KINDS}.
 */
export interface PermissionKind {
  /** The last part of the id of its value, which lock files and reports have. */
  readonly id: string;
  readonly events: readonly `${string}(${string})`[];
  readonly views: readonly View[];
  /** The names of addresses that nobody needs to follow, since they have no power. */
  readonly objects?: readonly string[] | undefined;
  /** True if it keeps more in these mappings than its views tell. */
  readonly hasMore?: true | undefined;
}

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
];

/** The kind whose value has an id. */
export function permissionKind(id: string): PermissionKind | undefined {
  return PERMISSION_KINDS.find((kind) => kind.id === id);
}

/** The events of the kind with an id, by their topics. */
export function eventsOf(id: string): ReadonlyMap<string, AbiEvent> {
  const all = new Map<string, AbiEvent>();
  for (const signature of permissionKind(id)?.events ?? []) {
    const event = parseAbiItem(`event ${signature}` as string);
    if (event.type === "event") {
      all.set(toEventSelector(event), event);
    }
  }
  return all;
}
