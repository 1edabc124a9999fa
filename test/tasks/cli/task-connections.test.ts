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

const hooksOf = (plugins: readonly HardhatPlugin[] | undefined) =>
  plugins?.map(({ id, hookHandlers = {} }) => [
    id,
    Object.keys(hookHandlers).toSorted(),
  ]);

describe("the plugins of a task's sandboxes", () => {
  const resolveHook = async () => ({ default: async () => ({}) });

  it("given this plugin and hardhat-viem, are this one's hooks on config and connections", () => {
    expect(
      hooksOf(withoutViem([{ id: "builtin:run" }, viem, alpha])),
    ).to.deep.equal([["hardhat-alpha-networks", ["config", "network"]]]);
  });

  it("given a keystore, include it", () => {
    const keystore: HardhatPlugin = {
      id: "keystore",
      hookHandlers: { configurationVariables: resolveHook },
    };

    expect(hooksOf(withoutViem([viem, keystore, alpha]))?.[0]).to.deep.equal([
      "keystore",
      ["configurationVariables"],
    ]);
  });

  for (const category of ["network", "hre"] as const) {
    it(`given a plugin with hooks of the category ${category}, are those of the project`, () => {
      const other: HardhatPlugin = {
        id: "other",
        hookHandlers: { [category]: resolveHook },
      };

      expect(withoutViem([viem, other, alpha])).to.equal(undefined);
    });
  }
});

describe("the connections of a task", () => {
  it("given a sandbox, have its contracts, and no viem", async () => {
    const hre = await createAlphaHre();
    const { alpha: networks } = hre.config;
    const { network } = taskConnections(hre);

    const connection = await network.create("devnetSandbox");

    expect(connection).to.not.have.property("viem");
    expect(
      await connection.provider.request({
        method: "eth_getCode",
        params: [networks.networks["devnet"]?.contracts[0]?.address, "latest"],
      }),
    ).to.have.length.above(1000);
    await connection.close();
  });

  it("given a network that is not a sandbox, are those of the project", async () => {
    const { network } = taskConnections(await createAlphaHre());

    const connection = await network.create("default");

    expect(connection).to.have.property("viem").that.is.an("object");
    await connection.close();
  });

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
