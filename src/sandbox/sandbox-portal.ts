import type {
  ShownPortalConfig,
  ShownPortalField,
} from "../portal/portal-configs.ts";

/**
 * A network's portal config for its sandbox: the node and the first block to read
 * from are the sandbox's. The other services are as configured: it has none.
 */
export function sandboxPortal(
  portal: ShownPortalConfig,
  url: string,
  startBlock: number,
): ShownPortalConfig {
  const own: Readonly<Record<string, ShownPortalField["value"]>> = {
    nodeUri: url,
    startBlock,
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
