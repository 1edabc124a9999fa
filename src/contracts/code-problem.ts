import type { AccountCode } from "../rpc/decode/decode-code.ts";
import type { Decoded } from "../rpc/types.ts";

/** An address whose code was asked for, in the words of messages. */
export interface AskedCode {
  /** The address and what it is said to be. */
  readonly subject: string;
  /** Whether it is the registry's, or one that the caller gave. */
  readonly isRegistered: boolean;
  /** The origin of the node, or `in-process`. */
  readonly endpoint: string;
  /** The Hardhat network's name. */
  readonly hardhatNetwork: string;
}

/**
 * Why there is no contract to talk to; `undefined` where there is one. A node
 * that does not say is not one that says no.
 */
export function codeProblem(
  code: Decoded<AccountCode>,
  { subject, isRegistered, endpoint, hardhatNetwork }: AskedCode,
): string | undefined {
  const chain =
    endpoint === "in-process"
      ? `the simulated chain of ${hardhatNetwork}`
      : endpoint;
  if (!code.ok) {
    return `Could not tell whether there is a contract at ${subject}: no usable answer of ${chain} (${code.reason}). Try again, or check the node with "hardhat alpha status ${hardhatNetwork}".`;
  }
  switch (code.value.kind) {
    case "code":
      return undefined;
    case "none":
      return `There is no code at ${subject}, according to ${chain}. ${
        isRegistered
          ? `"hardhat alpha verify ${hardhatNetwork}" checks all of the registry.`
          : "Check the address, and that the transaction that made the contract is mined."
      }`;
    case "delegated":
      return `There is no contract at ${subject}, according to ${chain}: it is an account that borrows the code of ${code.value.target} (EIP-7702). Check the address.`;
  }
}
