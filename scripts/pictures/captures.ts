/** A picture of a command, which is run on sandboxes. */
export interface Capture {
  /** The name of the file in docs/images. */
  readonly file: string;
  readonly args: readonly string[];
}

/** The pictures of the documentation. */
export const CAPTURES: readonly Capture[] = [
  {
    file: "verify.svg",
    args: ["alpha", "verify", "devnet", "--sandbox", "--level", "identity"],
  },
  { file: "status.svg", args: ["alpha", "status", "--sandbox"] },
];

/** The last line of each picture. */
export const CAPTION =
  "captured on sandboxes: in-process chains with the contract set";
