import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import solc from "solc";
import type { Abi, Hex } from "viem";

const FOLDER = fileURLToPath(new URL("./contracts", import.meta.url));
const require = createRequire(import.meta.url);

/** How the contracts are compiled, by the name of the setting. */
const COMPILERS = {
  plain: { optimizer: { enabled: false } },
  optimised: { optimizer: { enabled: true, runs: 200 } },
  "via-IR": { optimizer: { enabled: true, runs: 200 }, viaIR: true },
} as const;

export type Compiler = keyof typeof COMPILERS;

/** A contract of the sources, and the code that it deploys. */
interface OfferedContract {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

type OfferedContracts = Readonly<Record<string, OfferedContract>>;

const compiled = new Map<Compiler, OfferedContracts>();

/** The contracts by their names, compiled once a process. */
export function offeredContracts(compiler: Compiler): OfferedContracts {
  const contracts = compiled.get(compiler) ?? compile(compiler);
  compiled.set(compiler, contracts);
  return contracts;
}

function compile(compiler: Compiler): OfferedContracts {
  const names = readdirSync(FOLDER);
  const wanted = { "*": ["abi", "evm.bytecode.object"] };
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(
      names.map((name) => [name, { content: sourceOf(join(FOLDER, name)) }]),
    ),
    settings: {
      ...COMPILERS[compiler],
      evmVersion: "cancun",
      outputSelection: Object.fromEntries(names.map((name) => [name, wanted])),
    },
  };
  const { errors = [], contracts = {} } = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import: (path: string) => ({ contents: sourceOf(require.resolve(path)) }),
    }),
  );
  const failure = errors.find(
    ({ severity }: { readonly severity: string }) => severity === "error",
  );
  if (failure !== undefined) {
    throw new Error(failure.formattedMessage);
  }
  const all: Record<string, OfferedContract> = {};
  for (const file of names) {
    for (const [name, { abi, evm }] of Object.entries<{
      readonly abi: Abi;
      readonly evm: { readonly bytecode: { readonly object: string } };
    }>(contracts[file])) {
      all[name] = { abi, bytecode: `0x${evm.bytecode.object}` };
    }
  }
  return all;
}

function sourceOf(path: string): string {
  return readFileSync(path, "utf8");
}
