import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect } from "chai";

import { bundleStartUp } from "../../../scripts/start-up/bundle-start-up.ts";

/** The start-up of a small plugin: `state.js` is used on demand, too. */
const FILES = {
  "package.json": '{ "type": "module" }',
  "src/index.js": `import { id } from "./state.js";
export default { id, config: () => import("./hardhat/hooks/config.js") };
export const late = () => import("./late/late.js");`,
  "src/hardhat/hooks/config.js": `import { count } from "../../state.js";
import data from "../../data.json" with { type: "json" };
export default async () => [data.value, count()];`,
  "src/hardhat/hooks/hre.js": "export default async () => ({});",
  "src/data.json": '{ "value": "from a file" }',
  "src/state.js": `let calls = 0;
export let last;
export function count() { calls += 1; last = calls; return calls; }
export class Mark {}
export const id = "small";
export const isMark = (value) => value instanceof Mark;
export { calls as "default" };`,
  "src/late/late.js": `import { count, isMark, last, Mark } from "../state.js";
export const late = () => [count(), last, isMark(new Mark())];`,
};

describe("bundling what every Hardhat command imports", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-bundle-"));
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (code: string) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", code],
      { cwd: folder, encoding: "utf8", timeout: 30_000 },
    );
    expect(stderr).to.equal("");
    expect(status).to.equal(0);
    return JSON.parse(stdout);
  };

  it("given modules that are imported statically and dynamically, then there is one instance of each, with all exports", async () => {
    const code = `
      const { default: plugin, late } = await import("./src/index.js");
      const { default: config } = await plugin.config();
      const first = await config();
      const second = (await late()).late();
      const state = await import("./src/state.js");
      console.log(JSON.stringify([plugin.id, first, second, state.last, Object.keys(state)]));`;
    const before = run(code);

    await bundleStartUp(folder);

    expect(run(code)).to.deep.equal(before);
    expect(before).to.deep.equal([
      "small",
      ["from a file", 1],
      [2, 2, true],
      2,
      ["Mark", "count", "default", "id", "isMark", "last"],
    ]);
  });

  it("given them, then dynamically imported modules are left out, and dynamic imports are in a separate file", async () => {
    await bundleStartUp(folder);

    const bundle = readFileSync(join(folder, "src/start-up.js"), "utf8");
    expect(bundle).to.contain('"from a file"');
    expect(bundle).not.to.contain("import(");
    expect(bundle).not.to.contain("new Mark");
    expect(readFileSync(join(folder, "src/late/late.js"), "utf8")).to.equal(
      FILES["src/late/late.js"],
    );
  });

  it("given a module that is missing, then it fails", async () => {
    rmSync(join(folder, "src/hardhat/hooks/hre.js"));

    const error = await bundleStartUp(folder).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(Error);
  });
});
