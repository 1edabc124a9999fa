import { keccak256, stringToBytes } from "viem/utils";
import type { Hex } from "../../base/hex.ts";

/**
 * The roles of OpenZeppelin's `AccessControl`, and the functions that tell who has them.
 *
 * @see https://docs.openzeppelin.com/contracts/5.x/api/access#accesscontrol
 */
export const HAS_ROLE = "hasRole(bytes32, address) returns (bool)";
export const ROLE_COUNT = "getRoleMemberCount(bytes32) returns (uint256)";
export const ROLE_MEMBER = "getRoleMember(bytes32, uint256) returns (address)";

/** Who has been given a role or lost it; the role and the account are indexed. */
export const ROLE_EVENTS: readonly Hex[] = [
  "RoleGranted(bytes32,address,address)",
  "RoleRevoked(bytes32,address,address)",
].map((event) => keccak256(stringToBytes(event)));

const DEFAULT_ADMIN_ROLE: Hex = `0x${"00".repeat(32)}`;

/** Asks about nobody, to see whether a contract has roles at all. */
export const ANY_ROLE = [
  DEFAULT_ADMIN_ROLE,
  "0x0000000000000000000000000000000000000000",
] as const;

/** Roles that tokens, timelocks and their libraries use, by their ids. */
export const ROLE_NAMES: ReadonlyMap<Hex, string> = new Map<Hex, string>([
  [DEFAULT_ADMIN_ROLE, "DEFAULT_ADMIN_ROLE"],
  ...[
    "ADMIN_ROLE",
    "MINTER_ROLE",
    "BURNER_ROLE",
    "PAUSER_ROLE",
    "UPGRADER_ROLE",
    "SYSTEM_ROLE",
    "OPERATOR_ROLE",
    "TIMELOCK_ADMIN_ROLE",
    "PROPOSER_ROLE",
    "EXECUTOR_ROLE",
    "CANCELLER_ROLE",
  ].map((name): [Hex, string] => [keccak256(stringToBytes(name)), name]),
]);
