import { keccak256, stringToBytes } from "viem/utils";
import type { Hex } from "../../base/hex.ts";
import type { View, ViewArgument } from "../contract-type.ts";

const idOf = (name: string): Hex => keccak256(stringToBytes(name));

/**
 * The roles of OpenZeppelin's `AccessControl`, and the functions that tell who has them.
 *
 * @see https://docs.openzeppelin.com/contracts/5.x/api/access#accesscontrol
 */
export const HAS_ROLE = "hasRole(bytes32, address) returns (bool)";
export const ROLE_COUNT = "getRoleMemberCount(bytes32) returns (uint256)";
export const ROLE_MEMBER = "getRoleMember(bytes32, uint256) returns (address)";

const MINTERS = idOf("minters");
const WARDS = idOf("wards");

/**
 * Role-like permissions, by their view: the minters of Circle's tokens, and the wards
 * of DAI.
 *
 * @see https://github.com/circlefin/stablecoin-evm/blob/master/contracts/v1/FiatTokenV1.sol
 * @see https://github.com/makerdao/dss/blob/master/src/dai.sol
 */
export const OTHER_ROLES: ReadonlyMap<Hex, View> = new Map<Hex, View>([
  [MINTERS, "isMinter(address) returns (bool)"],
  [WARDS, "wards(address) returns (uint256)"],
]);

/**
 * An event that grants or revokes a role: the place of the member among its
 * topics.
 */
interface RoleEvent {
  readonly member: number;
  /** By default it is the first indexed word. */
  readonly role?: Hex;
}

export const ROLE_EVENTS: ReadonlyMap<string, RoleEvent> = new Map<
  string,
  RoleEvent
>([
  [idOf("RoleGranted(bytes32,address,address)"), { member: 2 }],
  [idOf("RoleRevoked(bytes32,address,address)"), { member: 2 }],
  [idOf("MinterConfigured(address,uint256)"), { member: 1, role: MINTERS }],
  [idOf("Rely(address)"), { member: 1, role: WARDS }],
  // DAI notes the selector of `rely(address)` in place of an event, and its caller.
  [`0x65fae35e${"00".repeat(28)}`, { member: 2, role: WARDS }],
]);

const DEFAULT_ADMIN_ROLE: Hex = `0x${"00".repeat(32)}`;
const NOBODY = "0x0000000000000000000000000000000000000000";

/** Calls for the zero address: a contract that answers one has roles. */
export const ROLE_OFFERS: readonly {
  readonly view: View;
  readonly args: readonly ViewArgument[];
}[] = [
  { view: HAS_ROLE, args: [DEFAULT_ADMIN_ROLE, NOBODY] },
  // Datatokens have minters, too, which other events name.
  { view: "minterAllowance(address) returns (uint256)", args: [NOBODY] },
  { view: "wards(address) returns (uint256)", args: [NOBODY] },
];

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
    "minters",
    "wards",
  ].map((name): [Hex, string] => [idOf(name), name]),
]);
