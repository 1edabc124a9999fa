import {
  ownAddresses,
  registryEntries,
} from "../../../src/config/contracts.ts";
import { tokenKindsOf } from "../../../src/config/network-values.ts";
import { printJson } from "../../cli/json.ts";
import type { ExportFormat } from "../format.ts";
import { addressGaps } from "../network-data.ts";

/**
 * The parameters of `ignition deploy --parameters`, for all modules of a project: the
 * addresses by role, so that a module is the same on every network, and those of the
 * payment tokens and the project's own contracts. Ignition has no parameters by network.
 */
export const IGNITION_PARAMETERS: ExportFormat = {
  content: "json",
  isOfOneNetwork: true,
  render: ({ networks: [exported] }) => {
    if (exported === undefined) {
      return { text: undefined, gaps: [] };
    }
    const { network } = exported;
    const parameters = [
      ...registryEntries(network).map(({ role, value }) => [role, value]),
      ...tokenKindsOf(network).map((kind) => [
        `${kind}Token`,
        network.tokens[kind].address,
      ]),
      ...Object.entries(ownAddresses(network)),
    ];
    return {
      // JSON leaves out values that are not set.
      text: printJson({ $global: Object.fromEntries(parameters) }),
      gaps: addressGaps(network),
    };
  },
};
