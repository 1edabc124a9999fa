import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import {
  type Abi,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  pad,
  stringToHex,
} from "viem";
import type { Address } from "../../src/base/address.ts";
import {
  type ContractName,
  contractArtifact,
} from "../../src/contracts/contract-artifact.ts";
import { httpProvider } from "./anvil.ts";
import { auditContract } from "./audit-contracts.ts";
import { SANDBOX_PLANS } from "./sandbox-plans.ts";

const { plan } = SANDBOX_PLANS.devnet;
const ENTERPRISE_FEE_COLLECTOR: {
  readonly abi: Abi;
  readonly bytecode: Hex;
} = createRequire(import.meta.url)(
  "@oceanprotocol/contracts/artifacts/contracts/communityFee/EnterpriseFeeCollector.sol/EnterpriseFeeCollector.json",
);

/** A role of AccessControl by its name. */
export function roleOf(name: string): Hex {
  return name === "DEFAULT_ADMIN_ROLE"
    ? pad("0x")
    : keccak256(stringToHex(name));
}

/** An account that has no code. */
export function account(number: number): Address {
  return getAddress(pad(`0x${(0xac0000 + number).toString(16)}`, { size: 20 }));
}

/** Changes and reads a chain whose marketplace has owners and tokens of every kind. */
export class AuditWorld {
  /** The foreign contracts by their names in this world. */
  readonly at: Readonly<Record<string, Address>>;
  readonly request: (method: string, ...params: unknown[]) => Promise<unknown>;
  readonly #owner: Address;

  constructor(
    request: AuditWorld["request"],
    owner: Address,
    at: AuditWorld["at"],
  ) {
    this.request = request;
    this.#owner = owner;
    this.at = at;
  }

  of(name: string): Address {
    const address = this.at[name];
    if (address === undefined) {
      throw new Error(`there is no ${name}`);
    }
    return address;
  }

  /** Writes a word of storage. */
  async store(name: string, slot: number | Hex, value: Hex | bigint) {
    const word = pad(
      typeof value === "bigint" ? `0x${value.toString(16)}` : value,
    );
    const at = typeof slot === "number" ? `0x${slot.toString(16)}` : slot;
    await this.request(
      "anvil_setStorageAt",
      this.of(name),
      pad(at as Hex),
      word,
    );
  }

  /** A list in storage, as Solidity has it. */
  async storeList(name: string, slot: number, items: readonly Address[]) {
    const first = BigInt(
      keccak256(encodeAbiParameters([{ type: "uint256" }], [BigInt(slot)])),
    );
    await this.store(name, slot, BigInt(items.length));
    for (const [index, item] of items.entries()) {
      const place = `0x${(first + BigInt(index)).toString(16)}` as const;
      await this.store(name, place, item);
    }
  }

  /** A short text in storage, as Solidity has it. */
  async storeText(name: string, slot: number, text: string) {
    const word = `${stringToHex(text, { size: 31 })}${(2 * text.length).toString(16).padStart(2, "0")}`;
    await this.store(name, slot, word as Hex);
  }

  /** Other code of the same behaviour: one more byte, which is not run. */
  async changeCode(name: string) {
    const code = await this.request("eth_getCode", this.of(name), "latest");
    await this.request("anvil_setCode", this.of(name), `${code}00`);
  }

  /** Sets what the enterprise fee collector takes for a token, or its owner. */
  async sendCollector(functionName: string, ...args: unknown[]) {
    const { abi } = ENTERPRISE_FEE_COLLECTOR;
    await this.sendTo(this.of("feeCollector"), abi, functionName, args);
  }

  /** A transaction of the account that deployed everything. */
  async send(name: string, contract: string, fn: string, ...args: unknown[]) {
    const { abi } = auditContract(contract);
    await this.sendTo(this.of(name), abi, fn, args);
  }

  async sendSet(name: ContractName, to: Hex, fn: string, ...args: unknown[]) {
    await this.sendTo(to, (await contractArtifact(name)).abi, fn, args);
  }

  private async sendTo(
    to: Hex,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
  ) {
    const data = encodeFunctionData({ abi, functionName, args });
    const from = this.#owner;
    const receipt = await mined(this.request, { from, to, data });
    if (receipt.status !== "0x1") {
      throw new Error(`${functionName} failed`);
    }
  }
}

/** The proxies of kinds that have no slot of EIP-1967, each before a token. */
export const PROXIES = {
  ZosProxy:
    "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3",
  OwnSlotProxy: keccak256(stringToHex("some.other.slot")),
  UupsProxy:
    "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7",
  NamedProxy: keccak256(stringToHex("named.slot")),
  MappingProxy: keccak256(
    encodeAbiParameters([{ type: "uint256" }, { type: "uint256" }], [7n, 99n]),
  ),
  DiamondProxy: keccak256(stringToHex("diamond.facet")),
} as const;

const TOKENS = [
  "RoleToken",
  "ListedRoleToken",
  "Tether",
  "Money",
  "Permissioned",
  "Dai",
] as const;

/** Gives the contract set on an anvil its owners and tokens. */
export async function buildAuditWorld(url: string): Promise<AuditWorld> {
  const provider = httpProvider(url);
  const request = (method: string, ...params: unknown[]) =>
    provider.request({ method, params });
  const [owner] = Object(await request("eth_accounts"));
  const at: Record<string, Address> = {};
  const world = new AuditWorld(request, owner, at);
  const create = async (name: string, data: Hex) => {
    const { contractAddress } = await mined(request, { from: owner, data });
    at[name] = getAddress(contractAddress);
    return at[name];
  };
  const deploy = async (name: string, contract: string, ...args: unknown[]) => {
    const { abi, bytecode } = auditContract(contract);
    return await create(name, encodeDeployData({ abi, bytecode, args }));
  };
  const wallet = async (name: string, first: number, count: number) => {
    const owners = Array.from({ length: count }, (_, n) => account(first + n));
    await deploy(name, "Wallet", BigInt(Math.max(1, count - 1)), owners, []);
  };

  await wallet("council", 1, 3);
  for (const name of [
    "module",
    "guard",
    "handler",
    "moduleGuard",
    "delegate",
  ]) {
    await deploy(name, "Plain");
  }
  await world.storeList("council", 2, [world.of("module")]);
  await world.store("council", GUARD, world.of("guard"));
  await world.store("council", HANDLER, world.of("handler"));

  await deploy("timelock", "Timelock");
  for (const [role, member] of [
    ["DEFAULT_ADMIN_ROLE", world.of("timelock")],
    ["PROPOSER_ROLE", world.of("council")],
    ["CANCELLER_ROLE", account(9)],
    ["EXECUTOR_ROLE", account(10)],
  ] as const) {
    await world.send("timelock", "Timelock", "grantRole", roleOf(role), member);
  }
  await world.sendSet(
    "FactoryRouter",
    plan.router,
    "changeRouterOwner",
    world.of("timelock"),
  );

  await wallet("board", 20, 2);
  await deploy("owned", "Owned");
  await world.store("owned", 0, world.of("board"));

  await wallet("treasury", 30, 2);
  await deploy("oldTimelock", "OldTimelock");
  await world.store("oldTimelock", 0, 259_200n);
  await world.store("oldTimelock", 1, world.of("treasury"));
  const collector = plan.communityFeeCollector;
  await world.sendSet(
    "OPFCommunityFeeCollector",
    collector,
    "changeCollector",
    world.of("treasury"),
  );
  await world.sendSet(
    "OPFCommunityFeeCollector",
    collector,
    "transferOwnership",
    world.of("oldTimelock"),
  );

  await deploy("authorised", "Authorised");
  await deploy("authority", "Owned");
  at["delegated"] = account(50);
  await request(
    "anvil_setCode",
    account(50),
    `0xef0100${world.of("delegate").slice(2).toLowerCase()}`,
  );
  await world.store("authorised", 0, account(50));
  await world.store("authorised", 1, world.of("authority"));
  await world.store("authority", 0, account(51));
  await world.sendSet(
    "OceanToken",
    plan.token,
    "transferOwnership",
    world.of("authorised"),
  );

  await deploy("fiat", "Fiat");
  await deploy("euro", "ZosProxy", world.of("fiat"));
  await world.store("euro", ZOS_ADMIN, account(60));
  await world.send("euro", "Token", "set", "EURAU", "EURAU", 6, account(61));
  for (const [index, slot] of [9, 10, 11, 12, 13].entries()) {
    await world.store("euro", slot, account(62 + index));
  }

  await deploy("token", "Token");
  await deploy("beacon", "Beacon", world.of("token"));
  await world.store("beacon", 1, account(70));
  await deploy("hidden", "Token");
  // The router's owner is a contract by now.
  const routerOwner = world.of("timelock");
  const approveAs = async (name: string, number: number) => {
    await world.send(
      name,
      "Token",
      "set",
      name,
      name.slice(0, 8),
      18,
      account(number),
    );
    await approveToken(world, routerOwner, world.of(name));
  };
  for (const [index, kind] of Object.keys(PROXIES).entries()) {
    await deploy(kind, kind, world.of("token"));
    await approveAs(kind, 80 + index);
  }
  await deploy("BeaconUser", "BeaconUser", world.of("beacon"));
  await approveAs("BeaconUser", 90);
  await world.send(
    "hidden",
    "Token",
    "set",
    "hidden",
    "HIDDEN",
    18,
    account(91),
  );
  await deploy("Forwarder", "Forwarder", world.of("hidden"));
  await approveToken(world, routerOwner, world.of("Forwarder"));
  for (const [index, kind] of TOKENS.entries()) {
    await deploy(kind, kind);
    await approveAs(kind, 100 + index);
  }
  for (const kind of ["RoleToken", "ListedRoleToken"] as const) {
    for (const [role, number] of [
      ["DEFAULT_ADMIN_ROLE", 110],
      ["MINTER_ROLE", 111],
      ["PAUSER_ROLE", 112],
    ] as const) {
      await world.send(kind, kind, "grantRole", roleOf(role), account(number));
    }
  }
  await world.send("euro", "Fiat", "configureMinter", account(113), 9n);
  await world.send("Dai", "Dai", "rely", account(114));
  await world.send("Dai", "Dai", "allow", account(115));
  await world.store("Money", 8, account(120));
  await world.store("Money", 9, account(121));
  await world.store("Permissioned", 8, account(122));
  await world.store("Permissioned", 9, account(123));

  const { abi, bytecode } = ENTERPRISE_FEE_COLLECTOR;
  await create(
    "feeCollector",
    encodeDeployData({ abi, bytecode, args: [account(130), owner] }),
  );
  const exchange = await contractArtifact("FixedRateExchangeEnterprise");
  await create(
    "exchange",
    encodeDeployData({
      abi: exchange.abi,
      bytecode: exchange.bytecode,
      args: [plan.router, world.of("feeCollector")],
    }),
  );
  await sendAs(
    world,
    routerOwner,
    "FactoryRouter",
    plan.router,
    "addFixedRateContract",
    [world.of("exchange")],
  );
  await world.sendSet(
    "ERC721Factory",
    plan.erc721Factory,
    "transferOwnership",
    world.of("owned"),
  );
  return world;
}

export const GUARD =
  "0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8";
export const MODULE_GUARD =
  "0xb104e0b93118902c651344349b610029d694cfdec91c589c91ebafbcd0289947";
export const HANDLER =
  "0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5";
export const ZOS_ADMIN =
  "0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b";

async function approveToken(world: AuditWorld, from: Address, token: Address) {
  await sendAs(world, from, "FactoryRouter", plan.router, "addApprovedToken", [
    token,
  ]);
}

/** A transaction of a contract, which anvil can impersonate. */
export async function sendAs(
  world: AuditWorld,
  from: Address,
  contract: ContractName,
  to: Hex,
  functionName: string,
  args: readonly unknown[],
) {
  const { abi } = await contractArtifact(contract);
  const data = encodeFunctionData({ abi, functionName, args });
  await world.request("anvil_impersonateAccount", from);
  await world.request("anvil_setBalance", from, "0xde0b6b3a7640000");
  await mined(world.request, { from, to, data });
}

/** The receipt of a transaction, once it is in a block. */
async function mined(
  request: AuditWorld["request"],
  transaction: object,
): Promise<{ readonly status: string; readonly contractAddress: string }> {
  const hash = await request("eth_sendTransaction", transaction);
  for (;;) {
    const receipt = await request("eth_getTransactionReceipt", hash);
    if (receipt !== null) {
      return Object(receipt);
    }
    await setTimeout(2);
  }
}
