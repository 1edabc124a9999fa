import type { PortalLiteral } from "../../config/types.ts";
import { type Dialect, fieldIn } from "../../portal/dialects.ts";
import type { ShownPortalConfig } from "../../portal/portal-configs.ts";

/** Portal configs as data. `null`: nobody gives the value. */
export type ConfigValues = Readonly<
  Record<string, Readonly<Record<string, PortalLiteral | null>>>
>;

/**
 * Portal configs by network: the reference's fields in its order, by the names
 * that the dialect has for them, and no others.
 */
export function configValues(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
): ConfigValues {
  return Object.fromEntries(
    configs.map(({ network, fields }) => [
      network,
      Object.fromEntries(
        fields.map(({ field, value }) => [fieldIn(dialect, field), value]),
      ),
    ]),
  );
}
