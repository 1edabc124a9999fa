import { z } from "zod";
import { SEVERITIES } from "../../base/problems.ts";
import type { NetworkDefinition } from "../../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../../networks/definitions.ts";
import { TOKEN_KINDS } from "../types.ts";
import { address, partialObject, strictObject, text } from "./fields.ts";

const watchedView = z.preprocess(
  (value) => (typeof value === "string" ? { view: value } : value),
  strictObject({ view: text, severity: z.enum(SEVERITIES).optional() }),
);

const ownContract = z.preprocess(
  (value) => (typeof value === "string" ? { address: value } : value),
  partialObject({
    address,
    artifact: z.union([text, z.literal(false)]),
    watch: z.array(watchedView),
  }).refine(
    ({ artifact, watch }) => artifact !== false || watch === undefined,
    {
      path: ["watch"],
      message:
        "Without an artifact there is no ABI. Remove watch, or set artifact",
    },
  ),
);

/** The schema of the project's own contracts on a network. */
export function ownContractsSchema(definition: NetworkDefinition) {
  return z.record(ownContract).superRefine((contracts, context) => {
    for (const name of Object.keys(contracts)) {
      const message = nameProblem(name, definition);
      if (message !== undefined) {
        context.addIssue({ code: "custom", path: [name], message });
      }
    }
  });
}

/** In address books and other exports, these are something else. */
const NAMES_IN_EXPORTS =
  /^(?:Ocean|OceanToken|OPFCommunityFeeCollector|[cC]hainId|startBlock|Token(?:Euro|Alpha)|(?:euro|alpha)Token)$/;

/** The reason why no contract of the project's own can have a name, if there is one. */
export function nameProblem(
  name: string,
  { registry }: NetworkDefinition,
): string | undefined {
  const keys = [
    registry,
    ...Object.values(NETWORK_DEFINITIONS).map((one) => one.registry),
  ].flatMap(Object.keys);
  const roles = Object.values(registry).map((rule): string => rule.role);
  if (!/^[A-Za-z_]\w{0,63}$/.test(name) || name in Object.prototype) {
    return "Expected a name like Market: a letter or _, then up to 63 letters, digits or _";
  }
  if (keys.includes(name)) {
    return `"${name}" is a registry key. Set registry.${name}, or use another name`;
  }
  const isRole = [...TOKEN_KINDS, ...roles].includes(name);
  if (isRole || NAMES_IN_EXPORTS.test(name)) {
    return `"${name}" is a role, or another value in exports. Use another name`;
  }
  return undefined;
}
