import {
  portalConfigs,
  type ShownPortalConfig,
} from "../../../src/connect/portal-configs.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { withEnvironment } from "../../support/with-environment.ts";

/** The portal configs of a project that configures nothing. */
export async function presetConfigs(): Promise<readonly ShownPortalConfig[]> {
  return await withEnvironment({}, async () => {
    const hre = await createAlphaHre({});
    return await portalConfigs(
      hre.config,
      { names: [], globalNetwork: undefined, sandbox: false },
      false,
    );
  });
}
