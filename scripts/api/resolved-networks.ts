import type { Project } from "typescript/unstable/sync";

import { TYPE_FORMAT } from "./declaration-text.ts";
import type { OwnDeclaration } from "./own-declaration.ts";
import type { ApiDeclaration } from "./types.ts";

/** Properties of a network whose types are computed from the reference. */
const COMPUTED = ["registry", "portal"];

/**
 * The resolved types of `registry` and `portal` on each network. They are computed,
 * so that their declarations do not show when a key changes.
 *
 * @param union The declaration of `AnyAlphaNetwork`.
 */
export function resolvedNetworks(
  { checker }: Project,
  union: OwnDeclaration,
): readonly ApiDeclaration[] {
  const { symbol, declaration } = union;
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
        const typeText =
          value && checker.typeToString(value, declaration, TYPE_FORMAT);
        return `  readonly ${field.name}: ${typeText};`;
      });
      return {
        name: `${checker.typeToString(member)}["${key}"]`,
        text: ["{", ...lines, "}"].join("\n"),
      };
    }),
  );
}
