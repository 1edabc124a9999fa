// Writes docs/api.md from the exports of the package.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { apiPage } from "../documents/api-page.ts";
import { ROOT } from "../paths.ts";

writeFileSync(join(ROOT, "docs", "api.md"), apiPage(ROOT));
