import { expect } from "chai";

import { readPublicApi } from "../../../scripts/api/read-public-api.ts";
import type { PublicApi } from "../../../scripts/api/types.ts";
import { withProject } from "../../../scripts/api/with-project.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    module: "nodenext",
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  },
  include: ["src"],
});
const NETWORKS = `
  interface Network<N extends string, R> { name: N; registry: R; portal: { uri: string } }
  export type AnyAlphaNetwork = Network<"a", { Router: string }> | Network<"b", { Routers: [string, string] }>;
`;

/** The API of a package whose only entry is src/index.ts. */
function apiOf(files: Readonly<Record<string, string>>): PublicApi {
  using folder = temporaryFolder({
    "tsconfig.json": TSCONFIG,
    "package.json": '{ "type": "module" }',
  });
  for (const [name, text] of Object.entries(files)) {
    folder.write(`src/${name}`, text);
  }
  return withProject(folder.root, "tsconfig.json", (project) =>
    readPublicApi(folder.root, project, [
      { specifier: "p", source: "src/index.ts" },
    ]),
  );
}

const textOf = (api: PublicApi, name: string) =>
  [
    ...api.entries.flatMap(({ declarations }) => declarations),
    ...api.reached,
  ].find((declaration) => declaration.name === name)?.text;

/** docs/api.md, which a test compares, has the rest of what it reads. */
describe("the public API of a package", function () {
  this.timeout(60_000);

  it("given code that changes, then the API does not; given a signature that changes, then it does", () => {
    const files = (body: string, result = "number") => ({
      "index.ts": `${NETWORKS}
        import { helper } from "./helper.ts";
        export function f(): ${result} { return ${body}; }
        export class C { #p = ${body}; readonly q = 1; get g(): number { return this.#p; } #m(): number { return ${body}; } m(): number { return this.#m(); } }`,
      "helper.ts": "export const helper = () => 1;",
    });
    const api = apiOf(files("1"));

    expect(apiOf(files("helper()"))).to.eql(api);
    expect(apiOf(files("1", "number | string"))).to.not.eql(api);
    expect(textOf(api, "f")).to.equal("function f(): number;");
    expect(textOf(api, "C")).to.equal(
      "class C { readonly q = 1; get g(): number; m(): number; }",
    );
  });
});
