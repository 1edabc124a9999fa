import type { Address } from "../../base/address.ts";
import { toChecksum } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { chainDriver } from "../../sandbox/driver.ts";
import { firstOthers } from "../../sandbox/sandbox-accounts.ts";
import type { AlphaNetworkConnection } from "../connections/types.ts";

/** A connection to an Alpha network, as `hre.alpha.connect` returns it. */
export type MarketConnection = Pick<
  AlphaNetworkConnection,
  "alpha" | "networkName" | "provider"
>;

/** Accounts with names, so that tests do not depend on positions. */
export interface NamedAccounts {
  /** The owner of the contracts: the first account, unless you configure another one. */
  readonly owner: Address;
  /** The first account after the first one that is not the owner. */
  readonly publisher: Address;
  /** The next one. */
  readonly buyer: Address;
}

/**
 * The accounts of a connection by name, which Solidity tests have, too.
 *
 * @throws HardhatPluginError if the connection has fewer than three accounts.
 *
 * @example
 * const { publisher, buyer } = await namedAccounts(connection);
 */
export async function namedAccounts({
  alpha,
  networkName,
  provider,
}: MarketConnection): Promise<NamedAccounts> {
  const given = await chainDriver(provider).accounts();
  const accounts = await Promise.all(given.map(toChecksum));
  const router = await alpha.contract("router");
  const owner = await router.read.routerOwner();
  const [publisher, buyer] = firstOthers(accounts, owner);
  if (publisher === undefined || buyer === undefined) {
    throw alphaError(
      `The Hardhat network "${networkName}" has ${accounts.length} accounts, too few for owner, publisher and buyer. Configure at least four, or pass the addresses of the accounts.`,
    );
  }
  return { owner, publisher, buyer };
}
