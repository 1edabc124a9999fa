import { ADDRESS_JSON, type AddressJsonSource } from "./kinds/address-json.ts";
import { IGNITION, type IgnitionSource } from "./kinds/ignition.ts";
import { PORTAL, type PortalSource } from "./kinds/portal.ts";
import type { SourceKind } from "./source-kind.ts";

/** One of `alpha.sources`: a file that the user already has. */
export type AlphaSourceUserConfig =
  | AddressJsonSource
  | IgnitionSource
  | PortalSource;

/** The types of sources. A new one is a file in `kinds/`, and a line here. */
export const SOURCE_KINDS: Readonly<
  Record<AlphaSourceUserConfig["type"], SourceKind>
> = {
  portal: PORTAL,
  "address-json": ADDRESS_JSON,
  ignition: IGNITION,
};
