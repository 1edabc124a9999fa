import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { checkNetwork } from "../../src/verify/check-lock.ts";
import {
  type NetworkToVerify,
  verifyNetwork,
} from "../../src/verify/verify-network.ts";
import { lockedNetwork } from "../../test/support/locked-network.ts";
import { codeSizesIn, expectedRegistry } from "./expected-registry.ts";
import type { BenchClient } from "./types.ts";

/**
 * Verifies devnet's registry at the level `wiring`, and compares it with a lock that
 * was made of the same chain. Any outcome other than `ok` is an error.
 */
export async function open(url: string): Promise<BenchClient> {
  const expected: NetworkToVerify = {
    ...(await expectedRegistry()),
    level: "wiring",
  };
  const forLock = createHttpTransport({ url });
  const locked = lockedNetwork(
    await verifyNetwork(forLock, {
      ...expected,
      anchors: {},
      isConfirmed: () => true,
    }),
  );
  await forLock.close();
  const transport = createHttpTransport({ url });
  return {
    async read(addresses) {
      const verification = checkNetwork(
        await verifyNetwork(transport, {
          ...expected,
          policy: locked.policy,
          locked,
          anchors: { block: BigInt(locked.block ?? 0) },
        }),
        locked,
        false,
      );
      if (verification.outcome !== "ok") {
        throw new Error(verification.why ?? "not ok");
      }
      return { sizes: codeSizesIn(verification, addresses) };
    },
    close: () => transport.close(),
  };
}
