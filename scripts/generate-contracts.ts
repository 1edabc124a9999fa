// Writes the Solidity interfaces of the contract set from the ABIs of the installed
// @oceanprotocol/contracts, and the addresses of the preset:
//   npx node scripts/generate-contracts.ts [FOLDER]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import {
  CONTRACTS_BY_ROLE,
  type ContractName,
  contractArtifact,
} from "../src/contracts/contract-artifact.ts";
import hardhatAlphaNetworks from "../src/index.ts";
import { exportedNetworks } from "../tasks/export/action.ts";
import { SOLIDITY } from "../tasks/export/formats/solidity.ts";
import { ROOT } from "./paths.ts";
import { type AbiItem, interfaceSource } from "./solidity/interface-source.ts";

const [folder = join(ROOT, "contracts")] = process.argv.slice(2);
mkdirSync(join(folder, "interfaces"), { recursive: true });

/** `abi` has what viem's type does not: the types of Solidity. */
async function writeInterface(name: string, contract: ContractName) {
  const { abi } = await contractArtifact(contract);
  const items: readonly AbiItem[] = JSON.parse(JSON.stringify(abi));
  const origin = `The interface of ${contract} of the contract set.`;
  writeFileSync(
    join(folder, "interfaces", `${name}.sol`),
    interfaceSource(name, items, origin),
  );
}

for (const name of Object.values(CONTRACTS_BY_ROLE).flat()) {
  await writeInterface(`I${name}`, name);
}
await writeInterface("IPaymentToken", "MockERC20Decimals");

const { config } = await createHardhatRuntimeEnvironment({
  plugins: [hardhatAlphaNetworks],
});
const networks = await exportedNetworks(
  config,
  { names: [], globalNetwork: undefined, sandbox: false },
  { reveal: false },
);
const { text } = SOLIDITY.render({
  networks,
  file: undefined,
  previous: undefined,
  timestamp: () => "",
});
writeFileSync(join(folder, "AlphaNetworks.sol"), `${text}\n`);
