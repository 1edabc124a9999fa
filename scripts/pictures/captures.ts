/** The width of the terminal in all pictures. */
export const COLUMNS = 80;

/** A picture of a command, which is run on sandboxes. */
export interface Capture {
  /** The name of the file in docs/images. */
  readonly file: string;
  /** As a user types it: of Hardhat, or a script that Node runs. */
  readonly command: `npx hardhat ${string}` | `node ${string}`;
  /**
   * The project in which it is run: this repository, the one that the README writes, or
   * one whose contracts are not as its lock file has them.
   */
  readonly project: "repository" | "readme" | "tampered";
  /** How it was captured: the last line of the picture. */
  readonly caption: string;
  readonly exitCode: number;
}

/** The pictures of the documentation. */
export const CAPTURES: readonly Capture[] = [
  {
    file: "verify.svg",
    command: "npx hardhat alpha verify devnet --level wiring --lock --quiet",
    project: "tampered",
    caption: "captured on a sandbox whose router got another owner",
    exitCode: 1,
  },
  {
    file: "script.svg",
    command: "node scripts/sell.ts",
    project: "readme",
    caption: "captured on a sandbox: an in-process chain with the contract set",
    exitCode: 0,
  },
  {
    file: "status.svg",
    command: "npx hardhat alpha status --sandbox",
    project: "repository",
    caption: "captured on sandboxes: in-process chains with the contract set",
    exitCode: 0,
  },
];
