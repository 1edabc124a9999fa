import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Project } from "typescript/unstable/sync";

import { withProject } from "../../scripts/documents/with-project.ts";
import type { TemporaryProject } from "../support/cli.ts";

/** How a user of the plugin configures TypeScript. */
export const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom"],
    module: "nodenext",
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ["node"],
  },
  include: ["*.ts"],
});

/**
 * What an editor offers at the comment of each place, without what it does not know.
 *
 * @param head The code before the places.
 * @param places Where a user who types is: one line each, up to the comment.
 */
export function offeredIn(
  { root }: TemporaryProject,
  head: string,
  places: Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly string[]> {
  const file = join(root, "script.ts");
  const source = head + Object.values(places).join("\n");
  writeFileSync(file, source);
  writeFileSync(join(root, "tsconfig.json"), TSCONFIG);
  return withProject(
    root,
    "tsconfig.json",
    (project) =>
      new Map(
        Object.entries(places).map(([name, place]) => [
          name,
          offeredAt(project, file, source, place),
        ]),
      ),
  );
}

function offeredAt(
  { checker }: Project,
  file: string,
  source: string,
  place: string,
): readonly string[] {
  const line = source.indexOf(place);
  const position = line + place.indexOf("/*|*/");
  return (
    checker
      .getCompletionsAtPosition(file, position)
      ?.entries.map(({ name }) => name.replace(/\?$/, "")) ?? []
  );
}
