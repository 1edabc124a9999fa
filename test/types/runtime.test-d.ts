import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";

import type {
  Address,
  AlphaConnection,
  AlphaNetwork,
  AlphaNetworkConnection,
  AlphaNetworkName,
  AnyAlphaNetwork,
  ContractsByRole,
  FundAmounts,
  PortalConfig,
  Registry,
  TemplateList,
} from "../../src/types.ts";
import { assertType, type Same } from "./assert-type.ts";

declare const hre: HardhatRuntimeEnvironment;
declare const connection: NetworkConnection;

assertType<Same<AlphaNetworkName, "devnet" | "testnet" | "third">>();

const devnet = hre.alpha.network("devnet");
const third = hre.alpha.network("third");
assertType<Same<typeof devnet, AlphaNetwork<"devnet">>>();
assertType<Same<typeof third.contracts, ContractsByRole>>();
assertType<Same<(typeof devnet.registry.ERC20Template)[1], Address>>();

// @ts-expect-error there is no such network
hre.alpha.network("mainnet");
// @ts-expect-error a typo in a key
devnet.registry.Rooter;
// @ts-expect-error third's spelling
devnet.registry.ERC20Templates;
// @ts-expect-error devnet's key
third.registry.Alpha;
// A list has at least one address, and any number of others.
assertType<Same<TemplateList, readonly [Address, ...Address[]]>>();
// @ts-expect-error there may be no second
third.registry.ERC721Template[1].length;
// @ts-expect-error third has no such portal field
third.portal.nftFactoryAddress;
// @ts-expect-error there is no such token
devnet.tokens.ocean;

// The data is read-only.
// @ts-expect-error a registry is frozen
devnet.registry.Router = "0x";
// @ts-expect-error a list cannot grow
devnet.registry.ERC20Template.push("0x");

// Lookup by key, and index where the key holds a list; never undefined.
assertType<Same<ReturnType<typeof devnet.address>, Address>>();
devnet.address("Router");
devnet.address("ERC20Template", 1);
// @ts-expect-error a typo in a key
devnet.address("Rooter");
// @ts-expect-error a list needs an index
devnet.address("ERC20Template");
// @ts-expect-error one address has no index
devnet.address("Router", 0);
// @ts-expect-error devnet's key
third.address("Alpha");

// A union, told apart by name.
export function tokenOf(network: AnyAlphaNetwork): Address {
  // @ts-expect-error not before it is told apart
  network.registry.AlphaToken;
  network.address("ERC721Template", 0);
  // @ts-expect-error not before it is told apart
  network.address("AlphaToken");
  network.contracts.token;
  switch (network.name) {
    case "third":
      // @ts-expect-error devnet's key
      network.registry.Alpha;
      return network.registry.AlphaToken;
    case "devnet":
    case "testnet":
      return network.registry.Alpha;
  }
}

// connection.alpha: undefined on other networks, so it has to be looked at.
assertType<Same<typeof connection.alpha, AlphaConnection | undefined>>();
// @ts-expect-error possibly undefined
connection.alpha.registry;
const { alpha } = connection;
if (alpha?.name === "third") {
  assertType<Same<typeof alpha.registry, Registry<"third">>>();
  assertType<Same<typeof alpha.sandbox, boolean>>();
  alpha.address("AlphaToken");
  // @ts-expect-error devnet's key
  alpha.address("Alpha");
}

async function portals() {
  assertType<
    Same<
      Awaited<ReturnType<typeof third.portalConfig>>,
      PortalConfig<"third"> & { readonly oceanNodeUri?: string }
    >
  >();
  // @ts-expect-error a promise
  third.portalConfig().nodeUri;
  return (await third.portalConfig()).nodeUri;
}
void portals;

// hre.alpha.connect: alpha is there, and is that of the name.
async function connections(own: string) {
  const sandbox = await hre.alpha.connect("devnetSandbox");
  assertType<Same<typeof sandbox, AlphaNetworkConnection<"devnet">>>();
  assertType<Same<typeof sandbox.alpha, AlphaConnection<"devnet">>>();
  // @ts-expect-error third's key
  sandbox.alpha.contract("AlphaToken");

  const amounts: FundAmounts = { euro: "1.5", alpha: 5n, fee: 1 };
  await sandbox.alpha.fund("0x12", { ...amounts, "0x34": "5" });
  // @ts-expect-error there is no such token
  await sandbox.alpha.fund("0x12", { dollar: "5" });
  // @ts-expect-error not an address
  await sandbox.alpha.fund("alice", { euro: 1 });

  const fork = await hre.alpha.connect("testnetFork");
  assertType<Same<typeof fork.alpha.name, "testnet">>();

  // Other names, and --network, may be any network.
  const any = await hre.alpha.connect(own);
  assertType<Same<typeof any.alpha, AlphaConnection>>();

  // A network of the user's own, of which the caller says what it is.
  const mine = await hre.alpha.connect({
    network: "mine",
    alphaNetwork: "third",
  });
  assertType<Same<typeof mine.alpha, AlphaConnection<"third">>>();
  const l1 = await hre.alpha.connect({
    network: "devnetSandbox",
    chainType: "l1",
    override: { loggingEnabled: false },
  });
  assertType<Same<typeof l1, AlphaNetworkConnection<"devnet", "l1">>>();
  // @ts-expect-error there is no such network
  hre.alpha.connect({ network: "mine", alphaNetwork: "mainnet" });
}
void connections;
