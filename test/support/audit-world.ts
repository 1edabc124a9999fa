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

  /** A transaction of the account that deployed everything. */
  async send(name: string, contract: string, fn: string, ...args: unknown[]) {
    const { abi } =
      contract === "FeeCollector"
        ? ENTERPRISE_FEE_COLLECTOR
        : auditContract(contract);
    await this.#transact(this.#owner, this.of(name), abi, fn, args);
  }

  /** The same, to a contract of the set. */
  async sendSet(name: ContractName, to: Hex, fn: string, ...args: unknown[]) {
    const { abi } = await contractArtifact(name);
    await this.#transact(this.#owner, to, abi, fn, args);
  }

  /** A transaction of the router's owner, a contract that anvil can impersonate. */
  async sendRouter(fn: string, argument: Address) {
    const { abi } = await contractArtifact("FactoryRouter");
    const from = this.of("timelock");
    await this.request("anvil_impersonateAccount", from);
    await this.request("anvil_setBalance", from, "0xde0b6b3a7640000");
    await this.#transact(from, plan.router, abi, fn, [argument]);
  }

  async #transact(
    from: Address,
    to: Hex,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
  ) {
    const data = encodeFunctionData({ abi, functionName, args });
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

  /** Words of storage: an address, a number, or the number of an account. */
  const storeAll = async (
    ...words: readonly (readonly [
      string,
      number | Hex,
      Hex | bigint | number,
    ])[]
  ) => {
    for (const [name, slot, value] of words) {
      const word = typeof value === "number" ? account(value) : value;
      await world.store(name, slot, word);
    }
  };
  const token = async (name: string, number: number) => {
    const symbol = name.slice(0, 8);
    const of = account(number);
    await world.send(name, "Token", "set", name, symbol, 18, of);
  };
  const approve = async (name: string) =>
    await world.sendRouter("addApprovedToken", world.of(name));
  const collector = async (fn: string, name: string) =>
    await world.sendSet(
      "OPFCommunityFeeCollector",
      plan.communityFeeCollector,
      fn,
      world.of(name),
    );
  const grant = async (
    name: string,
    contract: string,
    members: Readonly<Record<string, Address>>,
  ) => {
    for (const [role, member] of Object.entries(members)) {
      await world.send(name, contract, "grantRole", roleOf(role), member);
    }
  };

  await wallet("council", 1, 3);
  await wallet("board", 20, 2);
  await wallet("treasury", 30, 2);
  for (const [name, contract = "Plain"] of [
    ["module"],
    ["guard"],
    ["handler"],
    ["moduleGuard"],
    ["delegate"],
    ["timelock", "Timelock"],
    ["owned", "Owned"],
    ["oldTimelock", "OldTimelock"],
    ["authorised", "Authorised"],
    ["authority", "Owned"],
    ["fiat", "Fiat"],
    ["token", "Token"],
    ["hidden", "Token"],
    ...TOKENS.map((kind) => [kind, kind] as const),
  ] as const) {
    await deploy(name, contract);
  }
  await deploy("euro", "ZosProxy", world.of("fiat"));
  await deploy("beacon", "Beacon", world.of("token"));
  await deploy("BeaconUser", "BeaconUser", world.of("beacon"));
  await deploy("Forwarder", "Forwarder", world.of("hidden"));
  for (const kind of Object.keys(PROXIES)) {
    await deploy(kind, kind, world.of("token"));
  }
  at["delegated"] = account(50);
  const delegation = `0xef0100${world.of("delegate").slice(2).toLowerCase()}`;
  await request("anvil_setCode", account(50), delegation);

  await world.storeList("council", 2, [world.of("module")]);
  await storeAll(
    ["council", GUARD, world.of("guard")],
    ["council", HANDLER, world.of("handler")],
    ["owned", 0, world.of("board")],
    ["oldTimelock", 0, 259_200n],
    ["oldTimelock", 1, world.of("treasury")],
    ["authorised", 0, 50],
    ["authorised", 1, world.of("authority")],
    ["authority", 0, 51],
    ["euro", ZOS_ADMIN, 60],
    ...[9, 10, 11, 12, 13].map((slot) => ["euro", slot, slot + 53] as const),
    ["beacon", 1, 70],
    ["Money", 8, 120],
    ["Money", 9, 121],
    ["Permissioned", 8, 122],
    ["Permissioned", 9, 123],
  );
  await grant("timelock", "Timelock", {
    DEFAULT_ADMIN_ROLE: world.of("timelock"),
    PROPOSER_ROLE: world.of("council"),
    CANCELLER_ROLE: account(9),
    EXECUTOR_ROLE: account(10),
  });
  for (const kind of ["RoleToken", "ListedRoleToken"] as const) {
    await grant(kind, kind, {
      DEFAULT_ADMIN_ROLE: account(110),
      MINTER_ROLE: account(111),
      PAUSER_ROLE: account(112),
    });
  }
  await world.send("euro", "Token", "set", "EURAU", "EURAU", 6, account(61));
  await world.send("euro", "Fiat", "configureMinter", account(113), 9n);
  await world.send("Dai", "Dai", "rely", account(114));
  await world.send("Dai", "Dai", "allow", account(115));

  const router = ["FactoryRouter", plan.router, "changeRouterOwner"] as const;
  await world.sendSet(...router, world.of("timelock"));
  await collector("changeCollector", "treasury");
  await collector("transferOwnership", "oldTimelock");
  const alpha = ["OceanToken", plan.token, "transferOwnership"] as const;
  await world.sendSet(...alpha, world.of("authorised"));
  const factory = ["ERC721Factory", plan.erc721Factory] as const;
  await world.sendSet(...factory, "transferOwnership", world.of("owned"));

  await token("hidden", 91);
  for (const [index, kind] of Object.keys(PROXIES).entries()) {
    await token(kind, 80 + index);
    await approve(kind);
  }
  await token("BeaconUser", 90);
  await approve("BeaconUser");
  await approve("Forwarder");
  for (const [index, kind] of TOKENS.entries()) {
    await token(kind, 100 + index);
    await approve(kind);
  }

  const creating = (
    { abi, bytecode }: { readonly abi: Abi; readonly bytecode: Hex },
    ...args: readonly Hex[]
  ) => encodeDeployData({ abi, bytecode, args });
  await create(
    "feeCollector",
    creating(ENTERPRISE_FEE_COLLECTOR, account(130), owner),
  );
  const exchange = await contractArtifact("FixedRateExchangeEnterprise");
  await create(
    "exchange",
    creating(exchange, plan.router, world.of("feeCollector")),
  );
  await world.sendRouter("addFixedRateContract", world.of("exchange"));
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

/** The receipt of a transaction, once it is in a block. */
export async function mined(
  request: AuditWorld["request"],
  transaction: object,
): Promise<
  Readonly<Record<"status" | "contractAddress" | "transactionHash", string>>
> {
  const hash = await request("eth_sendTransaction", transaction);
  for (;;) {
    const receipt = await request("eth_getTransactionReceipt", hash);
    if (receipt !== null) {
      return Object(receipt);
    }
    await setTimeout(2);
  }
}
