import solc from "solc";
import type { Abi } from "viem";

/** A contract as solc compiles it. */
export interface CompiledContract {
  readonly abi: Abi;
  readonly bytecode: `0x${string}`;
}

/** Compiles Solidity sources: all messages, warnings too, and the contracts by name. */
export function compileSolidity(
  sources: Readonly<Record<string, string>>,
  evmVersion = "london",
): {
  readonly messages: readonly string[];
  readonly contracts: ReadonlyMap<string, CompiledContract>;
} {
  const { errors = [], contracts } = runSolc(sources, { evmVersion });
  return {
    messages: errors.map(
      ({ formattedMessage }: { formattedMessage: string }) => formattedMessage,
    ),
    contracts: new Map(
      Object.entries(contracts).map(([name, { abi, evm }]) => [
        name,
        { abi, bytecode: `0x${evm.bytecode.object}` },
      ]),
    ),
  };
}

/** What solc says of sources, the contracts by name whatever file they are in. */
export function runSolc(
  sources: Readonly<Record<string, string>>,
  settings: object,
) {
  const outputs = ["abi", "evm.bytecode", "evm.deployedBytecode"];
  const { contracts = {}, errors } = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: "Solidity",
        sources: Object.fromEntries(
          Object.entries(sources).map(([name, content]) => [name, { content }]),
        ),
        settings: { ...settings, outputSelection: { "*": { "*": outputs } } },
      }),
    ),
  );
  // biome-ignore lint/suspicious/noExplicitAny: what solc gives has no types.
  const byName: Record<string, any> = Object.assign(
    {},
    ...Object.values(contracts),
  );
  return { errors, contracts: byName };
}
