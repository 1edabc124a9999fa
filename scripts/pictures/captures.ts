/** A picture of a command, which is run on sandboxes. */
export interface Capture {
  /** The name of the file in docs/images. */
  readonly file: string;
  readonly args: readonly string[];
  /**
   * The project in which it is run: this repository, or one whose contracts are not as its
   * lock file has them.
   */
  readonly project: "repository" | "tampered";
  /** How it was captured: the last line of the picture. */
  readonly caption: string;
  /** The width of the terminal: narrow, so that it can be read on a phone. */
  readonly columns: number;
  readonly exitCode: number;
}

/** The pictures of the documentation. */
export const CAPTURES: readonly Capture[] = [
  {
    file: "verify.svg",
    args: [
      "alpha",
      "verify",
      "devnet",
      "--level",
      "wiring",
      "--lock",
      "--quiet",
    ],
    project: "tampered",
    caption: "captured on a sandbox whose router got another owner",
    columns: 56,
    exitCode: 1,
  },
  {
    file: "status.svg",
    args: ["alpha", "status", "--sandbox"],
    project: "repository",
    caption: "captured on sandboxes: in-process chains with the contract set",
    columns: 64,
    exitCode: 0,
  },
];
