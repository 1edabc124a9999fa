import type { Address } from "../../../src/base/address.ts";
import { type AuditWorld, account } from "../../support/audit-world.ts";
import { startFrontServer } from "../../support/chain-node.ts";
import type { FaultyServer } from "../../support/node-model/server.ts";

/** One request to a node. */
interface Request {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What happens on a chain without anybody's power being another one. */
export const CALM_STATES: Readonly<
  Record<string, (world: AuditWorld) => Promise<unknown>>
> = {
  "blocks have passed": async (world) =>
    await world.request("anvil_mine", "0x20"),
  "the owners of a wallet are in another order": async (world) =>
    await world.storeList(
      "council",
      1,
      [3, 1, 2].map((number) => account(number)),
    ),
  "tokens have rebased": async (world) => {
    for (const token of ["euro", "ZosProxy", "BeaconUser", "RoleToken"]) {
      await world.send(token, "Token", "rebase");
    }
  },
  "a role was given and taken away again": async (world) => {
    const role: Address = `0x${"5a".repeat(32)}`;
    for (const fn of ["grantRole", "revokeRole"]) {
      await world.send("RoleToken", "RoleToken", fn, role, account(0xbad));
    }
  },
  "a minter has used its allowance": async (world) =>
    await world.send("euro", "Fiat", "configureMinter", account(113), 0n),
  "holders have received money": async (world) => {
    for (const holder of [world.of("council"), account(1), account(61)]) {
      await world.request("anvil_setBalance", holder, "0x5af3107a4000");
    }
  },
};

const lacking =
  (...methods: readonly string[]) =>
  ({ method }: Request) =>
    methods.includes(method);

/** Nodes that do not offer everything, by what they refuse. */
export const CALM_NODES: Readonly<
  Record<string, (request: Request) => boolean>
> = {
  "that offers everything": () => false,
  "without access lists": lacking("eth_createAccessList"),
  "without events": lacking("eth_getLogs"),
  "with events of a part of the chain": ({ method, params }) =>
    method === "eth_getLogs" && Object(params[0]).fromBlock === "0x0",
  "without access lists and events": lacking(
    "eth_createAccessList",
    "eth_getLogs",
  ),
  "without syncing and client version": lacking(
    "eth_syncing",
    "web3_clientVersion",
  ),
  "that does not run programs": ({ method, params }) =>
    method === "eth_call" && !Object.hasOwn(Object(params[0]), "to"),
};

/** A server before a node that refuses some requests. */
export async function startRefusing(
  url: string,
  isRefused: (request: Request) => boolean,
): Promise<FaultyServer> {
  return await startFrontServer(url, (method, params) => {
    const message = `the method ${method} does not exist/is not available`;
    return isRefused({ method, params })
      ? { error: { code: -32601, message } }
      : undefined;
  });
}
