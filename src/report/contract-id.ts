import type { ContractVerification } from "./verify-report.ts";

/** How a contract is called where there is one name for it: `registry.Router`, `registry.ERC20Template[1]`. */
export function contractId({
  kind,
  key,
  index,
}: Pick<ContractVerification, "kind" | "key" | "index">): string {
  return `${kind}.${key}${index === undefined ? "" : `[${index}]`}`;
}
