import type { ShownPortalConfig } from "../../src/portal/portal-configs.ts";

/**
 * Says on stderr which values are hidden, since a portal cannot run on a
 * variable's name, and for what programs run on, which ones are missing.
 *
 * @param runsAs what the output is to a program that runs on it
 */
export function tellGaps(
  configs: readonly ShownPortalConfig[],
  runsAs: string | undefined,
): void {
  for (const { network, fields } of configs) {
    const hidden = fields.filter(({ isHidden }) => isHidden);
    if (hidden.length > 0) {
      const consequence =
        runsAs === undefined
          ? ""
          : ` Without it the ${runsAs} has names in place of these values, and no portal can run on it.`;
      console.error(
        `${network}: hidden, since they may be secret: ${hidden.map(({ field }) => field).join(", ")}. --reveal prints them.${consequence}`,
      );
    }
    const unset = fields.filter(({ value }) => value === null);
    if (unset.length > 0 && runsAs !== undefined) {
      console.error(
        `${network}: unset, so left out of the ${runsAs}: ${unset.map(({ field }) => field).join(", ")}.`,
      );
    }
  }
}
