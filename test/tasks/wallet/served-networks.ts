import { serveSandboxes } from "../../../src/sandbox/start-sandboxes.ts";
import { walletOfNetworks } from "../../../src/wallet/wallet-of-networks.ts";
import {
  type PageNetwork,
  pageNetworks,
} from "../../../tasks/wallet/page/page-data.ts";
import { createAlphaHreOf } from "../../support/alpha-hre.ts";

type Changes = Readonly<Record<string, object>>;

/** The served sandboxes of devnet and the third network, or of some. */
export async function serveNetworks(
  networks: Changes = {},
  names: readonly string[] = ["devnet", "third"],
): Promise<{ readonly urls: readonly string[]; close(): Promise<void> }> {
  const { network } = await createAlphaHreOf({ networks });
  const { served, close } = await serveSandboxes(
    network,
    names.map((name) => ({ hardhatNetwork: `${name}Sandbox`, port: 0 })),
    // The page may be a file.
    { hostname: "127.0.0.1", allowedOrigins: ["null"] },
  );
  return { urls: served.map(({ url }) => url), close };
}

/** The data of the wallet page for networks at served sandboxes. */
export async function servedPage(
  [devnet = "", third = ""]: readonly string[],
  changes: Changes = {},
): Promise<readonly PageNetwork[]> {
  const at = (url: string) => ({
    startBlock: 0,
    portal: { nodeUri: url },
    url,
  });
  const hre = await createAlphaHreOf({
    networks: {
      devnet: { ...at(devnet), ...changes["devnet"] },
      testnet: false,
      third: { ...at(third), ...changes["third"] },
    },
  });
  const report = await walletOfNetworks(
    hre,
    { names: [], globalNetwork: undefined, sandbox: false },
    { online: true, reveal: false },
  );
  return pageNetworks(report, hre.config.alpha);
}
