import type { RequestProvider } from "../../../src/rpc/types.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";
import { type NodeDriver, nodeDriver } from "../../support/node-driver.ts";
import {
  type NodeProcess,
  startNodeProcess,
} from "../../support/node-process.ts";

const MNEMONIC = "test test test test test test test test test test test junk";
/** The command line takes no port 0, which the library does. */
const SERVER = `
const { server } = require("ganache");
const node = server({
  chain: { chainId: Number(process.argv[1]), networkId: Number(process.argv[1]) },
  wallet: { mnemonic: ${JSON.stringify(MNEMONIC)} },
  logging: { quiet: true },
});
node.listen(0, "127.0.0.1").then(() => console.log("Listening on 127.0.0.1:" + node.address().port));
`;
const PASSPHRASE = "";

/** Starts a ganache on a free port of the loopback. Close it. */
export async function startGanache(
  folder: string,
  chainId: number,
): Promise<NodeProcess> {
  return await startNodeProcess({
    name: "ganache",
    program: process.execPath,
    args: ["--eval", SERVER, `${chainId}`],
    cwd: folder,
    // It leaves a database where temporary files are.
    env: { ...guardedEnvironment(process.env), TMPDIR: folder },
    listening: /Listening on (127\.0\.0\.1:\d+)/,
  });
}

/** Drives a ganache, which has other methods than Hardhat and anvil. */
export function ganacheDriver(provider: RequestProvider): NodeDriver {
  const driver = nodeDriver(provider);
  const command = async (method: string, ...params: unknown[]) => {
    await provider.request({ method, params });
  };
  return {
    ...driver,
    setCode: (address, code) => command("evm_setAccountCode", address, code),
    setNonce: (address, nonce) =>
      command("evm_setAccountNonce", address, `0x${nonce.toString(16)}`),
    setBalance: (address, wei) =>
      command("evm_setAccountBalance", address, `0x${wei.toString(16)}`),
    impersonate: async (address) => {
      await command("evm_addAccount", address, PASSPHRASE);
      await command("personal_unlockAccount", address, PASSPHRASE, 0);
    },
    stopImpersonating: (address) =>
      command("evm_removeAccount", address, PASSPHRASE),
    setAutomine: (enabled) => command(enabled ? "miner_start" : "miner_stop"),
  };
}
