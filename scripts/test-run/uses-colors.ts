/** Whether this process prints colours. */
export function usesColors(): boolean {
  return process.stdout.isTTY === true && !process.env["NO_COLOR"];
}
