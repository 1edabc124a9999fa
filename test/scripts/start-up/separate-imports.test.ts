import { expect } from "chai";

import { separateImports } from "../../../scripts/start-up/separate-imports.ts";

describe("separateImports", () => {
  it("given two of them, then each is a function of the other module, in order, and the rest stays to the letter", () => {
    const { program, imports } = separateImports(
      'const a = () => import("./a.js");\nexport const b = async () => (await import("b")).b; // end\n',
      "./imports.js",
    );

    expect(program).to.equal(
      'import * as imports from "./imports.js";\nconst a = () => imports.import0();\nexport const b = async () => (await imports.import1()).b; // end\n',
    );
    expect(imports).to.equal(
      'export const import0 = () => import("./a.js");\nexport const import1 = () => import("b");\n',
    );
  });

  it("given the words in a text, a comment and a property, then they are left alone", () => {
    const code =
      'const text = "import(\\"x\\")"; // import("x")\nconst url = import.meta.url, f = text.import;\n';

    const { program, imports } = separateImports(code, "./imports.js");

    expect(program).to.equal(
      `import * as imports from "./imports.js";\n${code}`,
    );
    expect(imports).to.equal("");
  });

  it("given text that is not a module, then it throws", () => {
    expect(() => separateImports("const = 1", "./imports.js")).to.throw(
      SyntaxError,
    );
  });
});
