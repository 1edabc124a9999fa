// Lists the packages that are installed with this one. With --write, it also writes
// THIRD-PARTY-NOTICES.md.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { dependencyFigures } from "../dependencies/dependency-figures.ts";
import { describeDependencies } from "../dependencies/describe-dependencies.ts";
import { thirdPartyNotices } from "../dependencies/third-party-notices.ts";
import { ROOT } from "../paths.ts";

const all = dependencyFigures(ROOT);
console.log(describeDependencies(all));
if (process.argv.includes("--write")) {
  writeFileSync(join(ROOT, "THIRD-PARTY-NOTICES.md"), thirdPartyNotices(all));
}
