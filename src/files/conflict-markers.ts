/** The start of a line that Git writes where both sides of a merge have changed. */
const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?= |\r?$)/;

/**
 * Says that a file has conflict markers of Git, without the subject of the sentence. The
 * first of them is the first syntax error of a file that was valid before the merge.
 *
 * @param error where the first syntax error is; lines are from 1
 */
export function conflictIn(
  text: string,
  error: { readonly line: number } | undefined,
): string | undefined {
  const line = error?.line ?? 0;
  if (MARKER.test(text.split("\n")[line - 1] ?? "")) {
    return "has unresolved conflict markers of Git";
  }
  return undefined;
}
