import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect } from "chai";

import {
  callImports,
  findDynamicImports,
  groupEntry,
  onDemandFile,
} from "../../../scripts/package/dynamic-imports.ts";

const ACTION = "tasks/verify/index.ts";
const FILES = {
  [ACTION]: 'export const run = () => import("./action.ts");\n',
  "src/status/a.ts": `const b = await import(
  "./b.ts"
);
const c = await import("../rpc/http-transport.ts");
const viem = await import("viem/utils"); // end
`,
};

describe("dynamic imports in the build", () => {
  const root = mkdtempSync(join(tmpdir(), "alpha-imports-"));
  after(() => rmSync(root, { recursive: true, force: true }));

  before(() => {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  });

  const found = () => findDynamicImports(root, Object.keys(FILES));

  it("given modules, then what they import is grouped by folder, and what loads a large package is apart", () => {
    const { groups, packages } = found();

    expect(Object.fromEntries(groups)).to.deep.equal({
      http: ["src/rpc/http-transport.ts"],
      status: ["src/status/b.ts"],
      "verify-task": ["tasks/verify/action.ts"],
    });
    expect(packages).to.deep.equal(["viem/utils"]);
  });

  it("given a module, then its imports are calls, on the same lines", () => {
    const text = callImports(
      "src/status/a.ts",
      FILES["src/status/a.ts"],
      found(),
    );

    expect(text.split("\n")).to.deep.equal([
      'import * as onDemand from "./on-demand.js"; const b = await onDemand.statusGroup(',
      "",
      ").then((group) => group.module0);",
      "const c = await onDemand.httpGroup().then((group) => group.module0);",
      "const viem = await onDemand.package0(); // end",
      "",
    ]);
  });

  it("given a module without them, then it stays as it is", () => {
    const text = 'import "./a.ts"; // import\n';

    expect(callImports("src/a.ts", text, found())).to.equal(text);
  });

  it("given the groups, then one file has all imports", () => {
    expect(onDemandFile(found(), "start()").split("\n")).to.have.members([
      'export const httpGroup = () => import("./http.js");',
      'export const statusGroup = () => import("./status.js");',
      'export const verify_taskGroup = () => import("./verify-task.js");',
      'export const package0 = () => import("viem/utils");',
      "",
    ]);
    expect(groupEntry(["src/a.ts"])).to.equal(
      'export * as module0 from "./src/a.ts";\n',
    );
  });
});
