// Captures the terminal pictures in docs/images.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../paths.ts";
import { capture } from "../pictures/capture.ts";
import { CAPTURES } from "../pictures/captures.ts";

const folder = join(ROOT, "docs", "images");
mkdirSync(folder, { recursive: true });
for (const one of CAPTURES) {
  writeFileSync(join(folder, one.file), await capture(one));
}
