import { readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

import { alphaError } from "../src/errors.ts";

/** As many as Linux follows. */
const MOST_LINKS = 40;

/**
 * A file by its one path, whatever links lead to it, and if it is not there yet,
 * the path at which writing to it makes it. What is no regular file, such as
 * /dev/stderr, is named as it is: it may be another's only for now.
 *
 * @throws HardhatPluginError that names the file if its links lead nowhere.
 */
export async function realPath(file: string): Promise<string> {
  let path = resolve(file);
  for (let links = 0; links <= MOST_LINKS; links++) {
    const existing = await stat(path).catch(() => undefined);
    if (existing !== undefined) {
      return existing.isFile() ? await realpath(path) : path;
    }
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    const target = await readlink(path).catch(() => undefined);
    if (target === undefined) {
      return join(folder, basename(path));
    }
    path = resolve(folder, target);
  }
  throw alphaError(
    `The file ${file} is a link that leads back to itself. Name another one.`,
  );
}
