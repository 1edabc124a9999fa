import { holder, whereOffered } from "../contract-type.ts";

/**
 * The powers over a contract of any kind, by the functions of the libraries
 * that most of them use: OpenZeppelin's `Ownable` and `Ownable2Step` (a
 * `ProxyAdmin` and a beacon, too), Compound's `admin`, and `DSAuth` of DappHub.
 *
 * @see https://docs.openzeppelin.com/contracts/5.x/api/access
 * @see https://github.com/compound-finance/compound-protocol/blob/master/contracts/Timelock.sol
 * @see https://github.com/dapphub/ds-auth
 */
export const OWNED = whereOffered({
  owner: holder("owner", "owner"),
  pendingOwner: holder("pending owner", "pendingOwner"),
  admin: holder("admin", "admin"),
  pendingAdmin: holder("pending admin", "pendingAdmin"),
  authority: holder("authority", "authority"),
});
