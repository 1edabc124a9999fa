import type { Hex } from "../../src/base/hex.ts";
import type { AlphaNetworkName } from "../../src/networks/definitions.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  setAnvilCode,
  startAnvil,
} from "../support/anvil.ts";
import { PRESET } from "../support/preset.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

/** Code that is surely somebody's: it returns 1. */
export const SOME_CODE: Hex = "0x600160005260206000f3";

/** The portal's v3 contracts of the third network, which no plan places. */
export const V3_KEYS = [
  "dispenserAddress",
  "factoryAddress",
  "fixedRateExchangeAddress",
  "metadataContractAddress",
  "BFactory",
] as const;

/** The variables that send the networks' requests to the given URLs. */
export function urlVariables(
  urls: Partial<Record<AlphaNetworkName, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [
      `ALPHA_${name.toUpperCase()}_RPC_URL`,
      url,
    ]),
  );
}

/** A real node with the network's chain id and contract set. Close it. */
export async function startLiveNetwork(name: AlphaNetworkName): Promise<Anvil> {
  const { chainId, plan } = SANDBOX_PLANS[name];
  const anvil = await startAnvil({ chainId });
  try {
    await placeOnAnvil(anvil.url, plan);
  } catch (error) {
    await anvil.close();
    throw error;
  }
  return anvil;
}

/** The v3 contracts' published addresses. */
export function v3Addresses(): readonly Hex[] {
  return V3_KEYS.map((key) => {
    const address = PRESET.third.portal[key];
    if (typeof address !== "string" || !isHexText(address)) {
      throw new Error(`the preset has no third.portal.${key}`);
    }
    return address;
  });
}

/** Runs something while an address has other code, which is undone after it. */
export async function withCode<T>(
  url: string,
  address: Hex,
  code: Hex,
  run: () => Promise<T>,
): Promise<T> {
  const before = await httpProvider(url).request({
    method: "eth_getCode",
    params: [address, "latest"],
  });
  if (typeof before !== "string" || !isHexText(before)) {
    throw new Error("the node gave no code");
  }
  await setAnvilCode(url, address, code);
  try {
    return await run();
  } finally {
    await setAnvilCode(url, address, before);
  }
}

function isHexText(text: string): text is Hex {
  return text.startsWith("0x");
}
