import type { Dialect } from "../../portal/dialects.ts";
import type { ShownPortalConfig } from "../../portal/portal-configs.ts";
import { escapeUnprintable } from "../escape-unprintable.ts";
import { configValues } from "./config-values.ts";

/** Portal configs as JSON, by network; an unset value is `null`. */
export function configJson(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
): string {
  return JSON.stringify(configValues(configs, dialect), null, 2)
    .split("\n")
    .map(escapeUnprintable)
    .join("\n");
}
