/** The size of code in bytes, as returned by nodes and viem; 0 for none. */
export function codeSize(code: unknown): number | undefined {
  if (code === undefined) {
    return 0;
  }
  return typeof code === "string" && /^0x/.test(code)
    ? (code.length - 2) / 2
    : undefined;
}
