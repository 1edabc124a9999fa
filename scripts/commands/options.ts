// Writes docs/options.md from the task definitions.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { TASKS } from "../../tasks/index.ts";
import { optionsPage } from "../documents/options-page.ts";
import { ROOT } from "../paths.ts";

writeFileSync(join(ROOT, "docs", "options.md"), optionsPage(TASKS));
