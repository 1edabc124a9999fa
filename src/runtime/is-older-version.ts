/** By number; what a version has after its three numbers does not count. */
export function isOlderVersion(version: string, lowest: string): boolean {
  const [actual, wanted] = [numbersOf(version), numbersOf(lowest)];
  if (actual === undefined || wanted === undefined) {
    return false;
  }
  const place = actual.findIndex((part, index) => part !== wanted[index]);
  return place !== -1 && Number(actual[place]) < Number(wanted[place]);
}

function numbersOf(version: string): readonly number[] | undefined {
  return /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
}
