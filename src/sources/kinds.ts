import type { AlphaSourceUserConfig } from "../config/source-user-config.ts";
import { ADDRESS_JSON } from "./kinds/address-json.ts";
import { IGNITION } from "./kinds/ignition.ts";
import { PORTAL } from "./kinds/portal.ts";
import type { SourceKind } from "./source-kind.ts";

/** The types of sources. A new one is a file in `kinds/`, and a line here. */
export const SOURCE_KINDS: Readonly<
  Record<AlphaSourceUserConfig["type"], SourceKind>
> = {
  portal: PORTAL,
  "address-json": ADDRESS_JSON,
  ignition: IGNITION,
};
