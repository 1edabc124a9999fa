/** One picture: a command that is run in this project, on stand-ins. */
export interface Capture {
  /** In docs/images. */
  readonly file: string;
  readonly args: readonly string[];
}

/** The pictures of the documentation. A new one is a line. */
export const CAPTURES: readonly Capture[] = [
  {
    file: "verify.svg",
    args: ["alpha", "verify", "devnet", "--sandbox", "--level", "wiring"],
  },
  { file: "status.svg", args: ["alpha", "status", "--sandbox"] },
];

/** Below each picture. */
export const CAPTION =
  "captured on sandboxes: chains in this process, with the real contracts";
