import hre from "hardhat";

import market from "../ignition/modules/market.ts";

const { alpha, ignition, networkName, close } = await hre.alpha.connect();
await ignition.deploy(market, {
  // Separates the deployments of networks: their chain ids are no names.
  deploymentId: networkName,
  parameters: { MarketModule: { router: alpha.contracts.router } },
});
console.log(`Deployed the market on ${alpha.name}.`);
await close();
