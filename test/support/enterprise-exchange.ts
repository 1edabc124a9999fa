import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Hex } from "../../src/base/hex.ts";
import v4 from "../../src/verify/fingerprints/ocean-v4-fingerprints.json" with {
  type: "json",
};

const CONTRACT = "FixedRateExchangeEnterprise";

/**
 * The runtime code of the enterprise exchange of the installed release, as its
 * constructor writes it.
 *
 * @param collector the digit of which the fee collector's address consists
 * @param router the digit of which the router's address consists, or the address
 */
export function enterpriseExchangeCode(router: string, collector: string): Hex {
  const path = createRequire(import.meta.url).resolve(
    `@oceanprotocol/contracts/artifacts/contracts/pools/fixedRate/${CONTRACT}.sol/${CONTRACT}.json`,
  );
  const { deployedBytecode } = JSON.parse(readFileSync(path, "utf8"));
  const size = (deployedBytecode.length - 2) / 2;
  const band = Object.values(v4[CONTRACT]).find(
    ({ runtimeBytes }) => runtimeBytes === size,
  );
  const [ofCollector = [], ofRouter = []] = band?.immutables ?? [];
  const digits = [...deployedBytecode.slice(2)];
  const write = (places: readonly number[], value: string) => {
    const word = (value.length === 1 ? value.repeat(40) : value.slice(2))
      .toLowerCase()
      .padStart(64, "0");
    for (const place of places) {
      digits.splice(2 * place, word.length, ...word);
    }
  };
  write(ofRouter, router);
  write(ofCollector, collector);
  return `0x${digits.join("")}`;
}
