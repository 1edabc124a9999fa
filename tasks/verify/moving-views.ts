import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { type Hex, hexQuantity } from "../../src/base/hex.ts";
import { askNetworks } from "../../src/connect/ask-networks.ts";
import type { Reachable } from "../../src/connect/reachable.ts";
import type { NetworkSelection } from "../../src/connect/select-networks.ts";
import { ask } from "../../src/rpc/ask.ts";
import { decodeData } from "../../src/rpc/decode-values.ts";
import type { JudgedReport } from "../../src/verify/found.ts";
import { readOwnContracts } from "../../src/verify/identity/own-contracts.ts";

/**
 * A note on each watched view of the project's own contracts that returns something else
 * at the block before: a time, for example, which the lock would report at every run.
 */
export async function movingViews(
  hre: Reachable & Pick<HardhatRuntimeEnvironment, "config">,
  selection: NetworkSelection,
  { networks }: Pick<JudgedReport, "networks">,
): Promise<readonly string[]> {
  const isOwn = ({ kind }: { readonly kind: string }) => kind === "own";
  if (!networks.some(({ contracts }) => contracts.some(isOwn))) {
    return [];
  }
  const { encodeCall } = await import("../../src/verify/follow/codec.ts");
  const notes = await askNetworks(hre, selection, {
    ask: async (transport, { network, hardhatNetwork }) => {
      const found = networks.find(
        (one) => one.hardhatNetwork === hardhatNetwork,
      );
      const last = BigInt(found?.block?.number ?? 0);
      const own = await readOwnContracts(hre.config, network);
      const resultAt = async (block: bigint, to: Hex, data: Hex) => {
        const params = [{ to, data }, hexQuantity(block)];
        const result = await ask(transport, "eth_call", params, decodeData);
        return result.ok && result.value !== "0x" ? result.value : undefined;
      };
      const moving: string[] = [];
      for (const { kind, key, address } of found?.contracts ?? []) {
        const values = kind === "own" ? own.get(key)?.type?.privileged : {};
        for (const [name, { source }] of Object.entries(values ?? {})) {
          if (last === 0n || address === undefined || !("view" in source)) {
            continue;
          }
          const data = encodeCall(source.view);
          const before = await resultAt(last - 1n, address, data);
          const now = await resultAt(last, address, data);
          if (before !== undefined && now !== undefined && before !== now) {
            moving.push(
              `  ${network.name}: own.${key}.${name} differs between the blocks ${last - 1n} and ${last}. If it changes by itself, as a time does, take it out of "watch" of ${key}: --lock would report it each time.`,
            );
          }
        }
      }
      return moving;
    },
    unreachable: () => [],
  });
  return notes.flat();
}
