import { z } from "zod";

import { recordOf } from "../config/narrow.ts";
import { SOURCE_KINDS } from "./kinds.ts";

/** One of `alpha.sources`: what the source's own type describes. */
export const SOURCE_SCHEMA = z.unknown().superRefine((value, context) => {
  const type = recordOf(value)["type"];
  const kind = Object.entries(SOURCE_KINDS).find(
    ([name]) => name === type,
  )?.[1];
  if (kind === undefined) {
    context.addIssue({
      code: "custom",
      path: ["type"],
      message: `Expected one of ${Object.keys(SOURCE_KINDS).join(", ")}`,
    });
    return;
  }
  for (const issue of kind.schema.safeParse(value).error?.issues ?? []) {
    context.addIssue(issue);
  }
});
