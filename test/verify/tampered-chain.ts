import type { Hex } from "../../src/base/hex.ts";
import type { Reply } from "../../src/http/types.ts";
import { createProviderTransport } from "../../src/rpc/provider-transport.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";
import { createChain } from "../support/sandbox-connection.ts";

export const CHAIN_ID = 32456;

/** One request on its way to an honest chain. */
export interface Passing {
  readonly method: string;
  readonly params: readonly unknown[];
  /** Which request of its method it is, from 1. */
  readonly nth: number;
  /** The honest answer. */
  honest(): Promise<Reply>;
}

/** What is answered instead; `undefined` leaves the honest answer. */
export type Tamper = (
  passing: Passing,
) => Promise<Reply | undefined> | Reply | undefined;

export interface TamperedChain {
  readonly transport: RpcTransport;
  /** What was asked, in order. */
  readonly asked: readonly {
    readonly method: string;
    readonly params: readonly unknown[];
  }[];
  setCode(address: Hex, code: Hex): Promise<void>;
  setStorage(address: Hex, slot: Hex, value: Hex): Promise<void>;
  close(): Promise<void>;
}

/** An honest simulated chain behind something that changes its answers. */
export async function createTamperedChain(
  tamper: Tamper = () => undefined,
): Promise<TamperedChain> {
  const { connection, request } = await createChain({ chainId: CHAIN_ID });
  await request("hardhat_mine", "0x5");
  const honest = createProviderTransport(connection.provider);
  const asked: { method: string; params: readonly unknown[] }[] = [];
  const counts = new Map<string, number>();
  return {
    asked,
    transport: {
      endpoint: "http://127.0.0.1:8545",
      request: async (method, params) => {
        asked.push({ method, params });
        const nth = (counts.get(method) ?? 0) + 1;
        counts.set(method, nth);
        const pass = () => honest.request(method, params);
        return (
          (await tamper({
            method,
            params,
            nth,
            honest: pass,
          })) ?? (await pass())
        );
      },
      close: async () => {},
    },
    setCode: async (address, code) => {
      await request("hardhat_setCode", address, code);
    },
    setStorage: async (address, slot, value) => {
      await request("hardhat_setStorageAt", address, slot, value);
    },
    close: async () => {
      await honest.close();
      await connection.close();
    },
  };
}
