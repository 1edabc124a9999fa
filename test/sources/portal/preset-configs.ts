import {
  portalConfigs,
  type ShownPortalConfig,
} from "../../../src/connect/portal-configs.ts";
import { createAlphaHreOf } from "../../support/alpha-hre.ts";
import { withEnvironment } from "../../support/with-environment.ts";

/** The portal configs of a project, which by default configures nothing. */
export async function presetConfigs(
  alpha: unknown = {},
): Promise<readonly ShownPortalConfig[]> {
  return await withEnvironment({}, async () => {
    const hre = await createAlphaHreOf(alpha);
    return await portalConfigs(
      hre.config,
      { names: [], globalNetwork: undefined, sandbox: false },
      false,
    );
  });
}
