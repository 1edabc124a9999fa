/** The projects in which commands are measured, by their configs. */
export const PROJECT_CONFIGS = {
  none: "export default {};\n",
  viem: `import viem from "@nomicfoundation/hardhat-viem";
export default { plugins: [viem] };
`,
  alpha: `import alpha from "hardhat-alpha-networks";
export default { plugins: [alpha] };
`,
} as const;

/** The script in each project that opens a connection to a simulated network. */
export const CONNECTION_SCRIPT = {
  name: "open-connection.mjs",
  text: `import hre from "hardhat";
const connection = await hre.network.create();
await connection.provider.request({ method: "eth_blockNumber" });
await connection.close();
`,
} as const;

/** A command that is measured as a whole process. */
export interface MeasuredCommand {
  readonly id: string;
  /** Its name in the table. */
  readonly label: string;
  readonly project: keyof typeof PROJECT_CONFIGS;
  /** What Node runs: Hardhat's CLI with arguments, or the script. */
  readonly run: { readonly hardhat: readonly string[] } | "script";
  /** 0 by default. */
  readonly exitCode?: number;
  /** The id of the command that it is compared with. */
  readonly baseline?: string;
  /** How much CPU time it may take, relative to its baseline. */
  readonly maxRatio?: number;
}

/** All measured commands; each follows its baseline. */
export const COMMANDS: readonly MeasuredCommand[] = [
  {
    id: "help",
    label: "`hardhat --help`, no plugin",
    project: "none",
    run: { hardhat: ["--help"] },
  },
  {
    id: "help-viem",
    label: "`hardhat --help`, hardhat-viem",
    project: "viem",
    run: { hardhat: ["--help"] },
    baseline: "help",
  },
  {
    id: "help-alpha",
    label: "`hardhat --help`, this plugin, which includes hardhat-viem",
    project: "alpha",
    run: { hardhat: ["--help"] },
    baseline: "help",
    maxRatio: 1.05,
  },
  {
    id: "networks",
    label: "`hardhat alpha networks`",
    project: "alpha",
    run: { hardhat: ["alpha", "networks"] },
    baseline: "help",
    maxRatio: 1.25,
  },
  {
    id: "config",
    label: "`hardhat alpha config`",
    project: "alpha",
    run: { hardhat: ["alpha", "config"] },
    baseline: "help",
    maxRatio: 1.25,
  },
  {
    id: "verify",
    label: "`hardhat alpha verify devnet`, with no node at its URL",
    project: "alpha",
    run: { hardhat: ["alpha", "verify", "devnet"] },
    exitCode: 2,
    baseline: "help",
    maxRatio: 1.5,
  },
  {
    id: "connection",
    label: "a script with a simulated connection, no plugin",
    project: "none",
    run: "script",
  },
  {
    id: "connection-viem",
    label: "a script with a simulated connection, hardhat-viem",
    project: "viem",
    run: "script",
    baseline: "connection",
  },
  {
    id: "verify-sandbox",
    label: "`hardhat alpha verify devnetSandbox`",
    project: "alpha",
    run: { hardhat: ["alpha", "verify", "devnetSandbox"] },
    baseline: "connection-viem",
    maxRatio: 1.15,
  },
];
