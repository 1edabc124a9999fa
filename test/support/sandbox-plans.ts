import { type Address, isAddress } from "../../src/base/address.ts";
import type { AlphaNetworkName } from "../../src/networks/definitions.ts";
import type { ContractSetPlan, ExtraToken } from "../../src/sandbox/plan.ts";
import { PRESET } from "./preset.ts";

/** The contract set at the published addresses of a network. */
interface PublishedPlan extends ContractSetPlan {
  readonly erc20Templates: readonly [Address, Address];
  readonly erc721Templates: readonly [Address];
  readonly extraTokens: readonly [ExtraToken];
}

function addressIn(value: unknown): Address {
  if (!isAddress(value)) {
    throw new Error(`not an address: ${JSON.stringify(value)}`);
  }
  return value;
}

/** @param decimals Of the euro token; they are invented. */
function planOf(network: AlphaNetworkName, decimals: number): PublishedPlan {
  const { registry, tokens } = PRESET[network];
  const [token, collector, router, fixedPrice, basic, nft, dispenser, factory] =
    Object.values(registry);
  const euro = tokens.find(({ kind }) => kind === "euro");
  const name = euro?.name ?? "";
  return {
    token: addressIn(token),
    communityFeeCollector: addressIn(collector),
    router: addressIn(router),
    fixedPrice: addressIn(fixedPrice),
    dispenser: addressIn(dispenser),
    erc721Factory: addressIn(factory),
    erc20Templates: [addressIn(basic?.[0]), addressIn(basic?.[1])],
    erc721Templates: [addressIn(nft?.[0])],
    extraTokens: [
      { address: addressIn(euro?.address), name, symbol: name, decimals },
    ],
  };
}

export const SANDBOX_PLANS = {
  devnet: { chainId: 32456, plan: planOf("devnet", 6) },
  testnet: { chainId: 32457, plan: planOf("testnet", 18) },
  third: { chainId: 100, plan: planOf("third", 0) },
} as const;

/** Where a plan has contracts. */
export function planAddresses(plan: ContractSetPlan): readonly Address[] {
  return [
    plan.token,
    plan.communityFeeCollector,
    plan.router,
    plan.fixedPrice,
    plan.dispenser,
    plan.erc721Factory,
    ...plan.erc20Templates,
    ...plan.erc721Templates,
    ...plan.extraTokens.map(({ address }) => address),
  ];
}
