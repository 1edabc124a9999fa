import type { ShownPortalConfig } from "../../portal/portal-configs.ts";

/** Portal configs by network: the reference's fields in its order, no others. */
export function configJson(configs: readonly ShownPortalConfig[]): string {
  const byNetwork = Object.fromEntries(
    configs.map(({ network, fields }) => [
      network,
      Object.fromEntries(fields.map(({ field, value }) => [field, value])),
    ]),
  );
  return JSON.stringify(byNetwork, null, 2);
}
