import {
  type ContractInterface,
  seconds,
  whereOffered,
} from "../contract-type.ts";

/**
 * How long a change must wait: OpenZeppelin's `TimelockController`, and Compound's
 * `Timelock`. Who may propose and execute has a role of the first, and is the admin of
 * the other.
 *
 * @see https://docs.openzeppelin.com/contracts/5.x/api/governance#timelock
 * @see https://github.com/compound-finance/compound-protocol/blob/master/contracts/Timelock.sol
 */
export const TIMELOCK = whereOffered({
  minDelay: seconds("minimum delay", "getMinDelay"),
  delay: seconds("delay", "delay"),
});

/**
 * The delay is changed by an operation of the timelock itself. A role is given and taken
 * by its admin, which is usually the timelock, and given up by those who have it.
 *
 * @see https://github.com/OpenZeppelin/openzeppelin-contracts/blob/master/contracts/governance/TimelockController.sol
 */
export const TIMELOCK_CONTROLLER: ContractInterface = {
  words: "OpenZeppelin's TimelockController",
  offers: ["minDelay", "roles"],
  changers: {
    minDelay: {
      words: "its proposers and executors",
      value: "roles",
      roles: ["PROPOSER_ROLE", "EXECUTOR_ROLE"],
    },
    roles: {
      words: "its admins, and to members that give up their role",
      value: "roles",
      roles: ["DEFAULT_ADMIN_ROLE", "TIMELOCK_ADMIN_ROLE"],
    },
  },
};
