import { quoted } from "./quoted.ts";
import type { LintEntry } from "./types.ts";

/** How messages call an entry: its network, else its name, else its chain id. */
export function titleOf({ network, names, chainId }: LintEntry): string {
  const [name] = names;
  return (
    network?.network.name ??
    (name === undefined
      ? chainId === undefined
        ? "this chain"
        : `chain ${chainId}`
      : quoted(name))
  );
}
