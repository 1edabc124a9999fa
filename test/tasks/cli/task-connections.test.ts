import viem from "@nomicfoundation/hardhat-viem";
import { expect } from "chai";
import type { NetworkHooks } from "hardhat/types/hooks";
import type { HardhatPlugin } from "hardhat/types/plugins";
import alpha from "../../../src/index.ts";
import {
  taskConnections,
  withoutViem,
} from "../../../tasks/cli/task-connections.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";

/** A plugin whose hook notes the methods of requests. */
function recorder(): {
  readonly plugin: HardhatPlugin;
  readonly methods: string[];
} {
  const methods: string[] = [];
  const hooks: Partial<NetworkHooks> = {
    async onRequest(context, connection, request, next) {
      methods.push(request.method);
      return await next(context, connection, request);
    },
  };
  return {
    methods,
    plugin: {
      id: "recorder",
      hookHandlers: { network: async () => ({ default: async () => hooks }) },
    },
  };
}

it("given a keystore, then a task's sandboxes have it; given hooks on connections, the project's own plugins", () => {
  const idsWith = (category: "configurationVariables" | "network" | "hre") => {
    const resolveHook = async () => ({ default: async () => ({}) });
    const other = { id: "other", hookHandlers: { [category]: resolveHook } };
    return withoutViem([viem, other, alpha])?.map(({ id }) => id);
  };

  expect(idsWith("configurationVariables")).to.deep.equal([
    "other",
    "hardhat-alpha-networks",
  ]);
  expect(idsWith("network")).to.equal(undefined);
  expect(idsWith("hre")).to.equal(undefined);
});

describe("the connections of a task", () => {
  it("given a plugin with hooks on connections, call them", async () => {
    const { plugin, methods } = recorder();
    const { network } = taskConnections(
      await createAlphaHre({ plugins: [plugin] }),
    );

    const connection = await network.create("devnetSandbox");
    await connection.close();

    expect(methods).to.include("hardhat_setCode");
  });

  it("given the config of a sandbox, follow it", async () => {
    const { network } = taskConnections(
      await createAlphaHre({
        networks: {
          devnetSandbox: {
            type: "edr-simulated",
            chainId: 32456,
            initialDate: "2040-01-01T00:00:00Z",
          },
        },
      }),
    );

    const connection = await network.create({
      network: "devnetSandbox",
      override: { loggingEnabled: false },
    });

    expect(
      await connection.provider.request({
        method: "eth_getBlockByNumber",
        params: ["latest", false],
      }),
    ).to.include({
      timestamp: `0x${(Date.parse("2040-01-01") / 1000).toString(16)}`,
    });
    await connection.close();
  });
});
