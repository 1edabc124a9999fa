/** Whether what this process prints may be coloured. */
export function usesColors(): boolean {
  return process.stdout.isTTY === true && !process.env["NO_COLOR"];
}
