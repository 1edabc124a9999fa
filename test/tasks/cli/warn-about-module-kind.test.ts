import { expect } from "chai";

import { warnAboutModuleKind } from "../../../tasks/cli/javascript.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ESM = '{"type":"module"}';

describe("a module that is written", () => {
  for (const [what, manifest, nearer, name, kind, said] of [
    [
      "CommonJS below ESM, then stderr says how to name it",
      ESM,
      undefined,
      "chains.js",
      "commonjs",
      /"type": "module".* change its extension to \.cjs\.$/,
    ],
    [
      "ESM below CommonJS, then stderr says how to name it",
      '{"type":"commonjs"}',
      undefined,
      "chains.js",
      "esm",
      /"type": "commonjs".* change its extension to \.mjs\.$/,
    ],
    ["the package's own kind", ESM, undefined, "chains.js", "esm"],
    ["an extension that decides", ESM, undefined, "chains.cjs", "commonjs"],
    ["a nearer package without type", ESM, "{}", "chains.js", "commonjs"],
    ["no valid package.json", '{"type":', undefined, "chains.js", "commonjs"],
    ["no file", ESM, undefined, undefined, "commonjs"],
    ["no module", ESM, undefined, "chains.js", undefined],
  ] as const) {
    it(`given ${what}${said === undefined ? ", then nothing is said" : ""}`, async () => {
      using folder = temporaryFolder({ "package.json": manifest });
      folder.write("portal/config/other", "");
      if (nearer !== undefined) {
        folder.write("portal/package.json", nearer);
      }
      const messages: unknown[] = [];
      const { error } = console;
      try {
        console.error = (message) => messages.push(message);
        await warnAboutModuleKind(
          name && folder.at(`portal/config/${name}`),
          kind,
        );
      } finally {
        console.error = error;
      }
      expect(messages).to.have.length(said === undefined ? 0 : 1);
      expect(messages.join()).to.match(said ?? /^$/);
    });
  }
});
