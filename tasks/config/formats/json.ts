import type { PortalLiteral } from "../../../src/config/types.ts";
import type { ShownPortalConfig } from "../../../src/connect/portal-configs.ts";
import { type Dialect, fieldIn } from "../../../src/networks/dialects.ts";
import { printJson } from "../../cli/json.ts";

/** Portal configs as JSON, by network; an unset value is `null`. */
export function configJson(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
): string {
  return printJson(configValues(configs, dialect));
}

/**
 * Portal configs by network: only the fields of the reference, in its order, with
 * the names of the dialect. `null`: the value is not set.
 */
export function configValues(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
): Readonly<Record<string, Readonly<Record<string, PortalLiteral | null>>>> {
  return Object.fromEntries(
    configs.map(({ network, fields }) => [
      network,
      Object.fromEntries(
        fields.map(({ field, value }) => [fieldIn(dialect, field), value]),
      ),
    ]),
  );
}
