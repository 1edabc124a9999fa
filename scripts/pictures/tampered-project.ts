import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import { encodeFunctionData } from "viem";
import { contractArtifact } from "../../src/contracts/contract-artifact.ts";
import hardhatAlphaNetworks from "../../src/index.ts";
import { serveSandboxes } from "../../src/sandbox/start-sandboxes.ts";
import { httpProvider } from "../../test/support/anvil.ts";
import { createProject } from "../../test/support/cli.ts";
import { runHardhatHere } from "../../test/support/cli-here.ts";

/** The second account of every Hardhat chain. */
const NEW_OWNER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** The sandbox starts anew, so it has fewer blocks than the network. */
const CONFIG = `import hardhatAlphaNetworks from "hardhat-alpha-networks";
export default {
  plugins: [hardhatAlphaNetworks],
  alpha: { networks: { devnet: { startBlock: 0 } } },
};
`;

/** A project in which `alpha verify` finds something. Close it. */
export interface TamperedProject {
  readonly root: string;
  /** The environment variables with which devnet is the project's sandbox. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * A project with a lock file of a served devnet sandbox. Then the owner of the router is
 * changed on chain.
 */
export async function openTamperedProject(): Promise<TamperedProject> {
  const hre = await createHardhatRuntimeEnvironment({
    plugins: [hardhatAlphaNetworks],
  });
  const project = createProject(CONFIG);
  const served = await serveSandboxes(
    hre.network,
    [{ hardhatNetwork: "devnetSandbox", port: 0 }],
    { hostname: "127.0.0.1", allowedOrigins: [] },
  );
  const [{ url } = { url: "" }] = served.served;
  const env = { ALPHA_DEVNET_RPC_URL: url };
  const close = async () => {
    await served.close();
    project.remove();
  };
  try {
    const args = ["alpha", "verify", "devnet", "--level", "wiring"];
    const { code, stderr } = await runHardhatHere([...args, "--write-lock"], {
      cwd: project.root,
      env,
    });
    if (code !== 0) {
      throw new Error(`the lock file was not written: ${stderr}`);
    }
    await changeRouterOwner(
      url,
      hre.config.alpha.networks.devnet?.contracts.find(
        ({ key }) => key === "Router",
      )?.address,
    );
  } catch (error) {
    await close();
    throw error;
  }
  return { root: project.root, env, close };
}

async function changeRouterOwner(
  url: string,
  router: string | undefined,
): Promise<void> {
  const { abi } = await contractArtifact("FactoryRouter");
  const data = encodeFunctionData({
    abi,
    functionName: "changeRouterOwner",
    args: [NEW_OWNER],
  });
  const { request } = httpProvider(url);
  const [owner] = Object(await request({ method: "eth_accounts" }));
  await request({
    method: "eth_sendTransaction",
    params: [{ from: owner, to: router, data }],
  });
}
