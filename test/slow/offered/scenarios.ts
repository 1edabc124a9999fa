import { OWNERS } from "./owners.ts";
import { PARAMETERS } from "./parameters.ts";
import { PAYEES } from "./payees.ts";
import { PERMISSIONS } from "./permissions.ts";
import type { Scenario } from "./scenario.ts";
import { STANDARDS } from "./standards.ts";
import { TOKENS } from "./tokens.ts";
import { WALLETS } from "./wallets.ts";

/** All contracts behind the registry, each with what may happen to it. */
export const SCENARIOS: readonly Scenario[] = [
  ...OWNERS,
  ...WALLETS,
  ...PAYEES,
  ...TOKENS,
  ...PARAMETERS,
  ...STANDARDS,
  ...PERMISSIONS,
];
