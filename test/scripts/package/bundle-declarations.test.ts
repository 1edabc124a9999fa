import { readdirSync } from "node:fs";

import { expect } from "chai";

import { bundleDeclarations } from "../../../scripts/package/bundle-declarations.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

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
  function bundle(files: Readonly<Record<string, string>>) {
    using folder = temporaryFolder(files);
    bundleDeclarations(folder.root, folder.root, ["index", "types"]);
    const texts = new Map(
      readdirSync(folder.root)
        .filter((name) => name.endsWith(".d.ts"))
        .map((name) => [name.replace(".d.ts", ""), folder.read(name)]),
    );
    return (name: string) => texts.get(name);
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

    expect(read("declarations")).to.match(
      /^import type \{ Address, Hex \} from "viem";\nimport type \{ someAbi \} from "\.\/abis\.js";\ndeclare module "hardhat"/,
    );
    for (const part of ["type Hidden = Address | Hex;", "/** An A. */"]) {
      expect(read("declarations")?.split(part)).to.have.length(2);
    }
    expect(read("types")).to.equal(
      'export type { A, } from "./declarations.js";\n',
    );
    expect(read("index")).to.match(/^import "\.\/declarations\.js";$/m);
  });

  for (const [what, text, error] of [
    [
      "two modules that declare a name",
      'import type { B } from "./b/b.ts";\ntype Hidden = B;\nexport interface A {\n    b: Hidden;\n}\n',
      /both declare Hidden/,
    ],
    [
      "a statement that it does not know",
      'import A = require("./b/b.ts");\n',
      /unknown statement/,
    ],
  ] as const) {
    it(`given ${what}, then it fails`, () => {
      expect(() => bundle({ ...FILES, "src/a.d.ts": text })).to.throw(error);
    });
  }
});
