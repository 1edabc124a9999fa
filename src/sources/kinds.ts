import { defaultErrorMap, z } from "zod";
import type { ConfiguredNetwork } from "../config/configured-networks.ts";
import type { AlphaSourceUserConfig } from "../config/user-config.ts";
import { plainIssues } from "../config/validate/plain-issues.ts";
import { ADDRESS_JSON } from "./address-book/address-book-source.ts";
import { FOUNDRY } from "./foundry.ts";
import { HARDHAT_DEPLOY } from "./hardhat-deploy.ts";
import { IGNITION } from "./ignition.ts";
import { PORTAL } from "./portal/portal-source.ts";
import { expectedName, type SourceKind } from "./source-kind.ts";

/** The types of sources. */
export const SOURCE_KINDS: Readonly<
  Record<AlphaSourceUserConfig["type"], SourceKind>
> = {
  portal: PORTAL,
  "address-json": ADDRESS_JSON,
  ignition: IGNITION,
  "hardhat-deploy": HARDHAT_DEPLOY,
  foundry: FOUNDRY,
};

const TYPED = z.object({ type: z.string() });

/** Validates an item of `alpha.sources` by the schema of its type. */
export const sourceSchema = (networks: readonly ConfiguredNetwork[]) =>
  z.unknown().superRefine((value, context) => {
    const { data } = TYPED.safeParse(value);
    const kind = Object.entries(SOURCE_KINDS).find(
      ([name]) => name === data?.type,
    )?.[1];
    if (kind === undefined) {
      context.addIssue({
        code: "custom",
        path: ["type"],
        message: expectedName(data?.type, Object.keys(SOURCE_KINDS)),
      });
      return;
    }
    for (const issue of kind
      .schema(networks)
      .safeParse(value, plainIssues(defaultErrorMap)).error?.issues ?? []) {
      context.addIssue(issue);
    }
  });
