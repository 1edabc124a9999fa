import type { Project } from "typescript/unstable/sync";

import { TYPE_FORMAT } from "./declaration-text.ts";
import type { OwnDeclaration } from "./own-declaration.ts";
import type { ApiDeclaration } from "./types.ts";

/** Properties of a network whose types are computed from the reference. */
const COMPUTED = ["registry", "portal"];

/**
 * What `registry` and `portal` have on each network: key by key, since their
 * types are computed, and a change of them shows nowhere else.
 *
 * @param union `AnyAlphaNetwork`, whose members are the networks.
 */
export function resolvedNetworks(
  { checker }: Project,
  { symbol, declaration }: OwnDeclaration,
): readonly ApiDeclaration[] {
  const networks = checker.getDeclaredTypeOfSymbol(symbol);
  const members = networks.isUnionType() ? networks.getTypes() : [];
  return members.flatMap((member) =>
    COMPUTED.map((key): ApiDeclaration => {
      const property = checker.getPropertyOfType(member, key);
      const type = property && checker.getTypeOfSymbol(property);
      if (type === undefined) {
        throw new Error(`${symbol.name} has no ${key}`);
      }
      const lines = checker.getPropertiesOfType(type).map((field) => {
        const value = checker.getTypeOfSymbol(field);
        const shown =
          value && checker.typeToString(value, declaration, TYPE_FORMAT);
        return `  readonly ${field.name}: ${shown};`;
      });
      return {
        name: `${checker.typeToString(member)}["${key}"]`,
        text: ["{", ...lines, "}"].join("\n"),
      };
    }),
  );
}
