import type { HookContext, NetworkHooks } from "hardhat/types/hooks";
import type { ChainType, NetworkConnection } from "hardhat/types/network";

import { createAlphaConnection } from "../runtime/create-alpha-connection.ts";

export default async (): Promise<Partial<NetworkHooks>> => ({
  async newConnection<ChainTypeT extends ChainType | string>(
    context: HookContext,
    next: (nextContext: HookContext) => Promise<NetworkConnection<ChainTypeT>>,
  ) {
    const connection = await next(context);
    const { networkConfig } = connection;
    connection.alpha = createAlphaConnection(context.config, connection);
    if (networkConfig.type === "edr-simulated" && networkConfig.alphaSandbox) {
      const { openSandbox } = await import("../sandbox/open-sandbox.ts");
      await openSandbox(context.config, connection);
    }
    return connection;
  },
});
