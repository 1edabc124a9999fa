/** The size in bytes of code as nodes and libraries give it. */
export function codeSize(code: unknown): number | undefined {
  if (code === undefined) {
    return 0;
  }
  return typeof code === "string" && /^0x/.test(code)
    ? (code.length - 2) / 2
    : undefined;
}
