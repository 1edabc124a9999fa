import { constants, type Stats } from "node:fs";
import { access } from "node:fs/promises";

const ANY_WRITE = 0o222;

/** A file without any such permission is meant to stay, whoever may ignore it. */
export async function isWritable(
  path: string,
  { mode }: Pick<Stats, "mode">,
): Promise<boolean> {
  return (
    (mode & ANY_WRITE) !== 0 &&
    (await access(path, constants.W_OK).then(
      () => true,
      () => false,
    ))
  );
}
