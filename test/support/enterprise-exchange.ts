import type { Hex } from "../../src/base/hex.ts";
import { contractArtifact } from "../../src/contracts/contract-artifact.ts";
import v4 from "../../src/contracts/fingerprints/ocean-v4-fingerprints.json" with {
  type: "json",
};

const CONTRACT = "FixedRateExchangeEnterprise";

/**
 * The runtime code of the enterprise exchange of the installed release, as its
 * constructor writes it for the addresses of a router and a fee collector.
 */
export async function enterpriseExchangeCode(
  router: Hex,
  collector: Hex,
): Promise<Hex> {
  const { deployedBytecode } = await contractArtifact(CONTRACT);
  const size = (deployedBytecode.length - 2) / 2;
  const band = Object.values(v4[CONTRACT]).find(
    ({ runtimeBytes }) => runtimeBytes === size,
  );
  const [ofCollector = [], ofRouter = []] = band?.immutables ?? [];
  const digits = [...deployedBytecode.slice(2)];
  const write = (places: readonly number[], address: Hex) => {
    const word = address.slice(2).toLowerCase().padStart(64, "0");
    for (const place of places) {
      digits.splice(2 * place, word.length, ...word);
    }
  };
  write(ofRouter, router);
  write(ofCollector, collector);
  return `0x${digits.join("")}`;
}
