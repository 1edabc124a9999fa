import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";

/** Deploys an upgradable market. */
export default buildModule("MarketModule", (module) => {
  const router = module.getParameter("router");
  const treasury = module.getAccount(1);
  const shares = module.library("Shares");
  const implementation = module.contract("Market", [router], {
    id: "MarketCode",
    libraries: { Shares: shares },
  });
  const fee = 10n ** 16n;
  const data = module.encodeFunctionCall(implementation, "initialize", [
    treasury,
    fee,
  ]);
  const proxy = module.contract("MarketProxy", [implementation, data]);
  return { market: module.contractAt("Market", proxy) };
});
