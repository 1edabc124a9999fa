import type { KeyedClient } from "@nomicfoundation/hardhat-viem/types";
import { hasValidChecksum, isAddress } from "../config/checksum.ts";
import { alphaError } from "../errors.ts";
import type { Address } from "../networks/definition.ts";
import type { ContractParameters } from "./types.ts";

/** What `contract(…)` was called with after the key. */
export interface ContractCall {
  readonly index: number | undefined;
  readonly address: Address | undefined;
  readonly client: KeyedClient | undefined;
}

/**
 * Tells the index, the address and the clients. An address that is given, but is
 * none, must not turn into the registry's.
 *
 * @throws HardhatPluginError if the address is none, or has a wrong checksum.
 */
export async function parseContractCall(
  first: number | ContractParameters | undefined,
  second: ContractParameters | undefined,
): Promise<ContractCall> {
  const index = typeof first === "object" ? undefined : first;
  const parameters = (typeof first === "object" ? first : second) ?? {};
  // Untyped callers may pass the address itself, which has no "address".
  if (typeof parameters !== "object") {
    throw alphaError(
      "The contract's parameters are no object: give an address as { address }.",
    );
  }
  const { address, client } = parameters;
  if (Object.hasOwn(parameters, "address")) {
    if (!isAddress(address)) {
      throw alphaError(
        `The address given for the contract is ${address === undefined ? "undefined" : "no address"}: expected 0x and 40 hexadecimal digits. Leave out "address" for the registry's.`,
      );
    }
    if (!(await hasValidChecksum(address))) {
      throw alphaError(
        `The address given for the contract, ${address}, has a wrong checksum (EIP-55): a digit is mistyped, or its case was changed.`,
      );
    }
  }
  return { index, address, client };
}
