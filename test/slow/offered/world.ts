import {
  type Abi,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
} from "viem";

import type { Address } from "../../../src/base/address.ts";
import {
  type ContractName,
  contractArtifact,
} from "../../../src/contracts/contract-artifact.ts";
import { mined } from "../../support/audit-world.ts";
import { SAFE_CONTRACTS, SafeDeployer } from "../../support/real-safe.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { DEPLOYER, type Request } from "./chain.ts";
import { type Compiler, offeredContracts } from "./sources.ts";

const { plan } = SANDBOX_PLANS.devnet;
const ETHER = "0xde0b6b3a7640000";
/** Estimates may be too low: the block is another one. */
const GAS = "0x4c4b40";

/** Something that happens on the chain. */
export type Happening = (world: World) => Promise<void>;

/** The address of a contract of the world by its name, as an argument. */
export interface Ref {
  readonly ref: string;
}

interface Deployed {
  readonly address: Address;
  readonly abi: Abi;
}

/** The contracts behind the registry, and what is done with them. */
export class World {
  readonly #request: Request;
  readonly #compiler: Compiler;
  readonly #deployed = new Map<string, Deployed>();

  constructor(request: Request, compiler: Compiler) {
    this.#request = request;
    this.#compiler = compiler;
  }

  get addresses(): readonly Address[] {
    return [...this.#deployed.values()].map(({ address }) => address);
  }

  of(name: string): Deployed {
    const found = this.#deployed.get(name);
    if (found === undefined) {
      throw new Error(`there is no ${name}`);
    }
    return found;
  }

  async deploy(
    name: string,
    contract: string,
    args: readonly unknown[],
  ): Promise<void> {
    const found = offeredContracts(this.#compiler)[contract];
    if (found === undefined) {
      throw new Error(`there is no contract ${contract}`);
    }
    const { abi, bytecode } = found;
    const data = encodeDeployData({ abi, bytecode, args: this.#resolve(args) });
    const { contractAddress, status } = await mined(this.#request, {
      from: DEPLOYER,
      data,
    });
    if (status !== "0x1") {
      throw new Error(`${contract} was not deployed`);
    }
    this.#deployed.set(name, { address: getAddress(contractAddress), abi });
  }

  /** A Safe whose only owner is the account that deploys. */
  async deploySafe(name: string): Promise<void> {
    const deployer = new SafeDeployer(this.#request);
    const address = await deployer.deploySafe({ owners: [DEPLOYER] });
    const { abi } = SAFE_CONTRACTS.Safe;
    this.#deployed.set(name, { address: getAddress(address), abi });
  }

  /** An account that delegates to a contract (EIP-7702). */
  async delegate(name: string, to: string, account: Address): Promise<void> {
    const { address, abi } = this.of(to);
    const code = `0xef0100${address.slice(2).toLowerCase()}`;
    await this.#request("anvil_setCode", account, code);
    this.#deployed.set(name, { address: account, abi });
  }

  /** Code at an address. */
  async place(name: string, address: Address, code: string): Promise<void> {
    await this.#request("anvil_setCode", address, code);
    this.#deployed.set(name, { address, abi: [] });
  }

  /** The contract of one name answers by the ABI of another contract. */
  useAbi(name: string, contract: string): void {
    const { address } = this.of(name);
    const abi = offeredContracts(this.#compiler)[contract]?.abi ?? [];
    this.#deployed.set(name, { address, abi });
  }

  /** @param from An account, or the name of a contract. */
  async send({
    from = DEPLOYER,
    to = "subject",
    fn,
    args,
    value,
  }: Sending): Promise<void> {
    const { address, abi } = this.of(to);
    const data = encodeFunctionData({
      abi,
      functionName: fn,
      args: this.#resolve(args),
    });
    await this.#transact(from, { to: address, data, value }, fn);
  }

  /** A transaction of the account that owns the contract set. */
  async sendSet(
    contract: ContractName,
    to: Hex,
    functionName: string,
    name: string,
  ): Promise<void> {
    const { abi } = await contractArtifact(contract);
    const args = [this.of(name).address];
    const data = encodeFunctionData({ abi, functionName, args });
    await this.#transact(DEPLOYER, { to, data }, functionName);
  }

  async request(method: string, ...params: unknown[]): Promise<unknown> {
    return await this.#request(method, ...params);
  }

  async #transact(who: string, transaction: object, fn: string): Promise<void> {
    const from = who.startsWith("0x") ? who : this.of(who).address;
    if (from !== DEPLOYER) {
      await this.#request("anvil_impersonateAccount", from);
      await this.#request("anvil_setBalance", from, ETHER);
    }
    const { status } = await mined(this.#request, {
      from,
      gas: GAS,
      ...transaction,
    });
    if (status !== "0x1") {
      throw new Error(`${fn} failed`);
    }
  }

  #resolve(args: readonly unknown[]): readonly unknown[] {
    return args.map((arg) => {
      if (Array.isArray(arg)) {
        return this.#resolve(arg);
      }
      return isRef(arg) ? this.of(arg.ref).address : arg;
    });
  }
}

/** A transaction to a contract of the world. */
interface Sending {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly fn: string;
  readonly args: readonly unknown[];
  readonly value?: Hex | undefined;
}

function isRef(value: unknown): value is Ref {
  return typeof value === "object" && value !== null && "ref" in value;
}

/** The address of a contract of the world. */
export const at = (ref: string): Ref => ({ ref });

/** A transaction of the deployer: `fn` of the subject, or `name.fn` of another contract. */
export const call = (path: string, ...args: unknown[]): Happening =>
  callBy(DEPLOYER, path, ...args);

/** The same of another account, or of a contract. */
export function callBy(
  from: string,
  path: string,
  ...args: unknown[]
): Happening {
  const [fn = "", to = "subject"] = path.split(".").toReversed();
  return async (world) => await world.send({ from, to, fn, args });
}

/** The same with money. */
export const paying = (path: string): Happening => {
  return async (world) =>
    await world.send({ fn: path, args: [], value: "0x64" });
};

export function inTurn(...happenings: readonly Happening[]): Happening {
  return async (world) => {
    for (const happen of happenings) {
      await happen(world);
    }
  };
}

/** Money that comes in without a call. */
export const receives: Happening = async (world) => {
  const { address } = world.of("subject");
  await world.request("anvil_setBalance", address, ETHER);
};

export const passes = (blocks: number): Happening => {
  return async (world) => {
    await world.request("anvil_mine", `0x${blocks.toString(16)}`, "0xc");
  };
};

/** Where a contract stands behind the registry. */
export const PLACES = {
  "owner of the router": async (world) =>
    await world.sendSet(
      "FactoryRouter",
      plan.router,
      "changeRouterOwner",
      "subject",
    ),
  "payee of the fee collector": async (world) =>
    await world.sendSet(
      "OPFCommunityFeeCollector",
      plan.communityFeeCollector,
      "changeCollector",
      "subject",
    ),
  "owner of a token": async (world) =>
    await world.sendSet(
      "OceanToken",
      plan.token,
      "transferOwnership",
      "subject",
    ),
  "owner of the factory": async (world) =>
    await world.sendSet(
      "ERC721Factory",
      plan.erc721Factory,
      "transferOwnership",
      "subject",
    ),
  "approved token": async (world) =>
    await world.sendSet(
      "FactoryRouter",
      plan.router,
      "addApprovedToken",
      "subject",
    ),
  "module of a Safe": async (world) => {
    await world.deploySafe("safe");
    await callBy("safe", "safe.enableModule", at("subject"))(world);
    await world.sendSet(
      "FactoryRouter",
      plan.router,
      "changeRouterOwner",
      "safe",
    );
  },
} as const satisfies Readonly<Record<string, Happening>>;

export type Place = keyof typeof PLACES;
