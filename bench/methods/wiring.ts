import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";
import { verifyReport } from "../../src/verify/checks.ts";
import { checkNetwork } from "../../src/verify/lock/check-lock.ts";
import {
  EMPTY_LOCK,
  type LockedNetwork,
} from "../../src/verify/lock/lock-file.ts";
import { networkUpdates } from "../../src/verify/lock/update-lock.ts";
import {
  type NetworkToVerify,
  verifyNetwork,
} from "../../src/verify/verify-network.ts";
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
  const locked = await lockOf(forLock, expected);
  await forLock.close();
  const transport = createHttpTransport({ url });
  return {
    async read(addresses) {
      const verification = checkNetwork(
        await verifyNetwork(transport, {
          ...expected,
          policy: locked.policy,
          anchors: { block: BigInt(locked.block) },
        }),
        locked,
        false,
      );
      if (verification.outcome !== "ok") {
        throw new Error(verification.reason ?? "not ok");
      }
      return { sizes: codeSizesIn(verification, addresses) };
    },
    close: () => transport.close(),
  };
}

/** What `--write-lock` writes of the network. */
async function lockOf(
  transport: RpcTransport,
  expected: NetworkToVerify,
): Promise<LockedNetwork> {
  const network = await verifyNetwork(transport, {
    ...expected,
    anchors: {},
    isConfirmed: () => true,
  });
  const report = verifyReport({ level: "wiring" }, [network]);
  const [update] = networkUpdates(EMPTY_LOCK, report);
  if (network.outcome !== "ok" || update === undefined) {
    throw new Error(network.reason ?? "the registry could not be locked");
  }
  return update.entry;
}
