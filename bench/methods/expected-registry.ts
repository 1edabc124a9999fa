import type { Hex } from "../../src/base/hex.ts";
import { verificationTargets } from "../../src/verify/expect/targets.ts";
import type { JudgedNetwork } from "../../src/verify/found.ts";
import type { NetworkToVerify } from "../../src/verify/verify-network.ts";
import { benchNetwork } from "../chain/bench-network.ts";

/**
 * What `alpha verify` expects of devnet, except for its start block: the benchmark's
 * chain starts with the genesis block, whose hash is in a lock.
 */
export async function expectedRegistry(): Promise<NetworkToVerify> {
  const { network } = await benchNetwork();
  const { chainId } = network.values;
  return {
    network: "devnet",
    hardhatNetwork: "devnet",
    chain: { chainId, chainsWithSameId: [] },
    limits: { maxBlockAge: 600, inProcess: false, startBlock: 0 },
    targets: verificationTargets(network, false),
  };
}

/** The sizes of the code that a verification found at addresses. */
export function codeSizesIn(
  { contracts }: JudgedNetwork,
  addresses: readonly Hex[],
): readonly (number | undefined)[] {
  return addresses.map(
    (address) =>
      contracts.find((contract) => contract.address === address)?.codeSize,
  );
}
