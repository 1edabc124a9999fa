import type { NetworkDefinition } from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import type { ValueOrigin } from "./origins.ts";
import type { PortalLiteral, ResolvedAlphaNetwork } from "./types.ts";

/** One field of a portal config, with where its value comes from. */
export interface PortalFieldValue {
  readonly field: string;
  /** `undefined` where nobody gives it. */
  readonly value: PortalLiteral | undefined;
  readonly origin: ValueOrigin;
}

/**
 * A network's portal config: exactly the reference's fields, in its order.
 * Variables are read, so a keystore may prompt.
 */
export async function buildPortalConfig(
  network: ResolvedAlphaNetwork,
): Promise<{ readonly fields: readonly PortalFieldValue[] }> {
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[network.name];
  const fields: PortalFieldValue[] = [];
  for (const [field, rule] of Object.entries(definition.portal)) {
    if (rule.type === "url") {
      const resolved = await network.services[field]?.resolve();
      fields.push({
        field,
        value: resolved?.value,
        origin: resolved?.origin ?? { kind: "unset" },
      });
    } else {
      fields.push({
        field,
        value: network.portal[field],
        origin: network.origins.get(`portal.${field}`) ?? { kind: "unset" },
      });
    }
  }
  return { fields };
}
