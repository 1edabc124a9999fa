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

import { bundleDeclarations } from "../../../scripts/package/bundle-declarations.ts";

const FILES: Readonly<Record<string, string>> = {
  "src/index.d.ts": `export type * from "./extensions.ts";
import type { Plugin } from "hardhat";
declare const plugin: Plugin;
export default plugin;
`,
  "src/extensions.d.ts": `export type * from "viem-plugin";
import type { B } from "./b/b.ts";
declare module "hardhat" {
    interface Plugin {
        b: B;
    }
}
`,
  "src/types.d.ts": `export type { A, } from "./a.ts";
`,
  "src/a.d.ts": `import { type Hex } from "viem";
import type {
    B
} from "./b/b.ts";
/** An A. */
export interface A {
    b: B;
    hex: Hex;
}
export {};
`,
  "src/b/b.d.ts": `import type { Address, Hex } from "viem";
import type { someAbi } from "../contracts/abi/some.ts";
type Hidden = Address | Hex;
export type B = Hidden | typeof someAbi;
export {};
`,
};

describe("bundling declarations", () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "alpha-declarations-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function bundle(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    bundleDeclarations(root, root, ["index", "types"]);
    return (name: string) => readFileSync(join(root, `${name}.d.ts`), "utf8");
  }

  it("given interfaces that an entry exports with export *, then they have a file of their own, so that projects can add to them", () => {
    const own = `/** Empty. */
export interface Own {
}
`;
    const read = bundle({
      ...FILES,
      "src/own.d.ts": own,
      "src/index.d.ts": `export type * from "./own.ts";\n${FILES["src/index.d.ts"]}`,
      "src/types.d.ts": `export type { A, } from "./a.ts";
export type { Own } from "./own.ts";
`,
      "src/a.d.ts": `import type { Own } from "./own.ts";
export type A = keyof Own;
export {};
`,
    });

    expect(read("own")).to.equal(own);
    expect(read("index")).to.match(/^export type \* from "\.\/own\.js";$/m);
    expect(read("types")).to.contain('export type { Own } from "./own.js";');
    expect(read("declarations"))
      .to.match(/^import type \{ Own \} from "\.\/own\.js";$/m)
      .and.not.to.contain("interface Own");
  });

  it("given entries, then one file has the declarations of all modules, with their comments, and the entries import it", () => {
    const read = bundle(FILES);

    expect(
      read("declarations"),
    ).to.equal(`import type { Address, Hex } from "viem";
import type { someAbi } from "./abis.js";
declare module "hardhat" {
    interface Plugin {
        b: B;
    }
}
type Hidden = Address | Hex;
export type B = Hidden | typeof someAbi;
/** An A. */
export interface A {
    b: B;
    hex: Hex;
}
export {};
`);
    expect(read("types")).to.equal(
      'export type { A, } from "./declarations.js";\n',
    );
    expect(read("index")).to.equal(`import "./declarations.js";
export type * from "viem-plugin";
import type { Plugin } from "hardhat";
declare const plugin: Plugin;
export default plugin;
`);
  });

  it("given two modules that declare a name, then it fails", () => {
    const files = {
      ...FILES,
      "src/a.d.ts":
        'import type { B } from "./b/b.ts";\ntype Hidden = B;\nexport interface A {\n    b: Hidden;\n}\n',
    };

    expect(() => bundle(files)).to.throw(/both declare Hidden/);
  });

  it("given a statement that it does not know, then it fails", () => {
    const files = {
      ...FILES,
      "src/a.d.ts": 'import A = require("./b/b.ts");\n',
    };

    expect(() => bundle(files)).to.throw(/unknown statement/);
  });
});
