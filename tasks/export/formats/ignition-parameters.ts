import { registryEntries } from "../../../src/config/contracts.ts";
import {
  tokenKindsOf,
  unsetMessage,
} from "../../../src/config/network-values.ts";
import { printJson } from "../../cli/json.ts";
import type { ExportFormat } from "../format.ts";

/**
 * The parameters of `ignition deploy --parameters`, for all modules of a project: the
 * addresses by role, so that a module is the same on every network, and those of the
 * payment tokens. Ignition has no parameters by network.
 */
export const IGNITION_PARAMETERS: ExportFormat = {
  content: "json",
  isUnmarked: true,
  isOfOneNetwork: true,
  render: ({ networks }) => {
    const parameters = networks.slice(0, 1).flatMap(({ network }) => [
      ...registryEntries(network).map(({ key, role, value }) => ({
        network: network.name,
        name: role,
        path: `registry.${key}`,
        value,
      })),
      ...tokenKindsOf(network).map((kind) => ({
        network: network.name,
        name: `${kind}Token`,
        path: `tokens.${kind}.address`,
        value: network.tokens[kind].address,
      })),
    ]);
    return {
      text: printJson({
        // JSON leaves out values that are not set.
        $global: Object.fromEntries(
          parameters.map(({ name, value }) => [name, value]),
        ),
      }),
      gaps: parameters
        .filter(({ value }) => value === undefined)
        .map((parameter) => unsetMessage(parameter.network, parameter.path)),
      notes: [],
    };
  },
};
