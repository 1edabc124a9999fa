import type {
  ShownPortalConfig,
  ShownPortalField,
} from "../portal/portal-configs.ts";

/**
 * A network's portal config for its sandbox: the node is the sandbox's, and the
 * first block to read from is the chain's own first, since it begins anew. The
 * other services are as configured: a sandbox has none.
 */
export function sandboxPortal(
  portal: ShownPortalConfig,
  url: string,
): ShownPortalConfig {
  const own: Readonly<Record<string, ShownPortalField["value"]>> = {
    nodeUri: url,
    startBlock: 0,
  };
  return {
    ...portal,
    fields: portal.fields.map((field) => {
      const value = Object.hasOwn(own, field.field)
        ? own[field.field]
        : undefined;
      return value === undefined
        ? field
        : {
            ...field,
            value,
            isHidden: false,
            origin: { kind: "derived", from: "the sandbox" },
          };
    }),
  };
}
