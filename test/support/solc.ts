import solc from "solc";
import type { Abi } from "viem";

/** A contract as solc compiles it. */
export interface CompiledContract {
  readonly abi: Abi;
  readonly bytecode: `0x${string}`;
}

interface Output {
  readonly errors?: readonly { readonly formattedMessage: string }[];
  readonly contracts?: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly abi: Abi;
            readonly evm: { readonly bytecode: { readonly object: string } };
          }
        >
      >
    >
  >;
}

/**
 * Compiles Solidity sources with the npm package `solc`.
 *
 * @returns All messages, warnings too, and the contracts by name.
 */
export function compileSolidity(
  sources: Readonly<Record<string, string>>,
  evmVersion = "london",
): {
  readonly messages: readonly string[];
  readonly contracts: ReadonlyMap<string, CompiledContract>;
} {
  const output: Output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: "Solidity",
        sources: Object.fromEntries(
          Object.entries(sources).map(([name, content]) => [name, { content }]),
        ),
        settings: {
          evmVersion,
          outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
        },
      }),
    ),
  );
  return {
    messages: (output.errors ?? []).map(
      ({ formattedMessage }) => formattedMessage,
    ),
    contracts: new Map(
      Object.values(output.contracts ?? {}).flatMap((file) =>
        Object.entries(file).map(([name, { abi, evm }]) => [
          name,
          { abi, bytecode: `0x${evm.bytecode.object}` },
        ]),
      ),
    ),
  };
}
