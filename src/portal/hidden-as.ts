import { HIDDEN_PATH } from "../config/layered-url.ts";
import type { PortalLiteral, ValueOrigin } from "../config/types.ts";
import { collectSecrets } from "../rpc/secrets/collect-secrets.ts";
import { endpointOrigin } from "../rpc/secrets/endpoint-origin.ts";

/**
 * What is shown in place of a portal value that must not be: the name of the
 * configuration variable that gives it, or the origin of a URL that carries
 * credentials. `undefined` where the value itself may be shown.
 */
export function hiddenAs(
  value: PortalLiteral | undefined,
  origin: ValueOrigin,
): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (origin.kind === "variable") {
    return `{${origin.variable}}`;
  }
  if (typeof value !== "string" || URL.parse(value) === null) {
    return undefined;
  }
  const hasSecrets = [...collectSecrets({ url: value })].length > 0;
  if (!hasSecrets) {
    return undefined;
  }
  return origin.kind === "environment"
    ? `{${origin.variable}}`
    : `${endpointOrigin(value)}${HIDDEN_PATH}`;
}
