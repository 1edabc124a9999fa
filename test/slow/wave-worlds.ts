import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { type Hex, pad, toHex } from "viem";
import type { Address } from "../../src/base/address.ts";
import { contractArtifact } from "../../src/contracts/contract-artifact.ts";
import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import type { VerificationTarget } from "../../src/verify/expect/targets.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { auditContract } from "../support/audit-contracts.ts";
import { account, roleOf } from "../support/audit-world.ts";
import { PROXY_CODE } from "../support/control-mutations.ts";
import { PROXY_SLOTS } from "../support/proxy-slots.ts";
import { SafeDeployer } from "../support/real-safe.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { startWaveServer, type WaveServer } from "../support/wave-server.ts";

const { plan } = SANDBOX_PLANS.devnet;
const EURO = plan.extraTokens[0].address;
const IMPLEMENTATION: Address = "0x0000000000000000000000000000000000001967";

type Request = (method: string, ...params: unknown[]) => Promise<unknown>;

/** Changes to devnet's sandbox, by the world that has them. */
const CHANGES = {
  plain: [],
  proxy: [putEuroBehindProxy],
  owners: [putEuroBehindProxy, giveRouterToOwners],
  timelock: [putEuroBehindProxy, giveRouterToTimelock],
} as const satisfies Readonly<
  Record<string, readonly ((request: Request) => Promise<void>)[]>
>;

/** The chains whose verification is measured. */
export type WaveWorldName = keyof typeof CHANGES;

/** A chain behind a wave server, and a project whose devnet it is. */
export interface WaveWorld {
  readonly server: WaveServer;
  readonly hre: HardhatRuntimeEnvironment;
  close(): Promise<void>;
}

/** Opens a sandbox of devnet with the changes of a world, as a live network. */
export async function openWaveWorld(name: WaveWorldName): Promise<WaveWorld> {
  const sandbox = await (await createAlphaHre()).network.create(
    "devnetSandbox",
  );
  const { provider } = sandbox;
  for (const change of CHANGES[name]) {
    await change((method, ...params) => provider.request({ method, params }));
  }
  const server = await startWaveServer(provider);
  const hre = await createAlphaHre({
    alpha: { networks: { devnet: { url: server.url, startBlock: 0 } } },
  });
  return {
    server,
    hre,
    async close() {
      await server.close();
      await sandbox.close();
    },
  };
}

/** A chain of devnet's id with contracts of no known release, behind a wave server. */
export async function openListWorld(contracts: number, absent: number) {
  const { network } = await createAlphaHre();
  const sandbox = await network.create("devnetSandbox");
  const { provider } = sandbox;
  const targets: VerificationTarget[] = [];
  for (let index = 1; index <= contracts + absent; index += 1) {
    const address = pad(toHex(0x1000000 + index), { size: 20 });
    targets.push({ kind: "list", key: `contract ${index}`, address });
    if (index <= contracts) {
      const code = `0x00${index.toString(16).padStart(8, "0")}`;
      await provider.request({
        method: "hardhat_setCode",
        params: [address, code],
      });
    }
  }
  await provider.request({ method: "hardhat_mine", params: [] });
  const server = await startWaveServer(provider);
  const transport = createHttpTransport({ url: server.url });
  return {
    server,
    verify: async () =>
      await verifyNetwork(transport, {
        network: "devnet",
        hardhatNetwork: "devnet",
        chain: { chainId: 32456, chainsWithSameId: [] },
        limits: { maxBlockAge: 600, inProcess: false, startBlock: 0 },
        targets,
      }),
    async close() {
      await transport.close();
      await server.close();
      await sandbox.close();
    },
  };
}

/** The euro's code moves behind a proxy of EIP-1967, whose admin is a contract. */
async function putEuroBehindProxy(request: Request): Promise<void> {
  const admin = await deployOwned(request, account(1));
  const code = await request("eth_getCode", EURO, "latest");
  await request("hardhat_setCode", IMPLEMENTATION, code);
  await request("hardhat_setCode", EURO, PROXY_CODE);
  await store(request, EURO, PROXY_SLOTS.implementation, IMPLEMENTATION);
  await store(request, EURO, PROXY_SLOTS.admin, admin);
}

/** The Router's owner becomes the first of three contracts that own each other. */
async function giveRouterToOwners(request: Request): Promise<void> {
  let owner = account(2);
  for (let step = 0; step < 3; step += 1) {
    owner = await deployOwned(request, owner);
  }
  const { abi } = await contractArtifact("FactoryRouter");
  const deployer = new SafeDeployer(request);
  await deployer.send(plan.router, abi, "changeRouterOwner", [owner]);
}

/**
 * The Router's owner becomes a timelock of OpenZeppelin's roles. Its proposer is a
 * contract that is owned by a Safe 1.5.0, which is the third and last step.
 */
async function giveRouterToTimelock(request: Request): Promise<void> {
  const deployer = new SafeDeployer(request);
  const safe = await deployer.deploySafe({
    owners: [account(2), account(3), account(4)],
    threshold: 2n,
  });
  const owned = await deployOwned(request, safe);
  const timelock = auditContract("Timelock");
  const owner = await deployer.deploy(timelock);
  for (const [role, member] of [
    ["DEFAULT_ADMIN_ROLE", owner],
    ["PROPOSER_ROLE", owned],
    ["EXECUTOR_ROLE", account(5)],
  ] as const) {
    const args = [roleOf(role), member];
    await deployer.send(owner, timelock.abi, "grantRole", args);
  }
  const { abi } = await contractArtifact("FactoryRouter");
  await deployer.send(plan.router, abi, "changeRouterOwner", [owner]);
}

/** A contract with an `owner`, which it keeps in its first word. */
async function deployOwned(request: Request, owner: Hex): Promise<Hex> {
  const contract = await new SafeDeployer(request).deploy(
    auditContract("Owned"),
  );
  await store(request, contract, "0x0", owner);
  return contract;
}

async function store(request: Request, at: Hex, slot: Hex, value: Hex) {
  await request("hardhat_setStorageAt", at, slot, pad(value));
}
