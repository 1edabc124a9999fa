import { join } from "node:path";

import type { HardhatConfig } from "hardhat/types/config";

/** Files that no report may replace: without them there is no project. */
export function projectFiles({
  paths: { config, root },
}: Pick<HardhatConfig, "paths">): readonly string[] {
  return [
    ...(config === undefined ? [] : [config]),
    join(root, "package.json"),
    join(root, "tsconfig.json"),
  ];
}
