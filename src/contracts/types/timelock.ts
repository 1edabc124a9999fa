import { seconds, whereOffered } from "../contract-type.ts";

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
