import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Address } from "../../src/base/address.ts";
import { isAddress } from "../../src/base/address.ts";
import { contractArtifact } from "../../src/contracts/contract-artifact.ts";
import { describeRegistry } from "../../src/discover/discover.ts";
import { discoverRegistry } from "../../src/discover/discover-registry.ts";
import type { DiscoverReport, Discovery } from "../../src/discover/report.ts";
import { createProviderTransport } from "../../src/rpc/provider-transport.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";
import { encodeStep } from "../../src/sandbox/contract-steps.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { parseAddressBook } from "../../src/sources/address-book/parse-address-book.ts";
import type { ReadValue } from "../../src/sources/values.ts";
import { loadFactWords } from "../../src/verify/words/fact-words-loader.ts";
import {
  createSandbox,
  type TestChain,
} from "../support/sandbox-connection.ts";
import { expectValidReport } from "../support/schema.ts";

await loadFactWords();

/** The address book of `@oceanprotocol/contracts`. */
export const PUBLISHED_BOOK = createRequire(import.meta.url).resolve(
  "@oceanprotocol/contracts/addresses/address.json",
);

/** A network of an address book. */
export interface PublishedNetwork {
  readonly name: string;
  readonly chainId: number;
  /** `undefined` if the book does not have it. */
  readonly token: Address | undefined;
  readonly plan: ContractSetPlan;
  /** Templates behind those that a plan has room for. */
  readonly furtherTemplates: readonly Address[];
}

const TEMPLATES_OF_A_PLAN = 4;
/** Of a network whose entry does not have the base token. */
const SOME_TOKEN: Address = "0x00000000000000000000000000000000000ba5e1";
export const EXTRA_TOKEN = {
  address: "0x00000000000000000000000000000000000e0003",
  name: "Euro of the test",
  symbol: "EURT",
  decimals: 6,
} as const;

/** Every network of the published address book. */
export function publishedNetworks(): readonly PublishedNetwork[] {
  const text = readFileSync(PUBLISHED_BOOK, "utf8");
  return parseAddressBook(text, PUBLISHED_BOOK).entries.map(
    ({ name, members }) => {
      const all = (key: string) => addressesOf(members.get(key)?.value);
      const one = (key: string): Address => {
        const [address] = all(key);
        if (address === undefined) {
          throw new Error(`${name} has no ${key}`);
        }
        return address;
      };
      const chainId = members.get("chainId")?.value;
      const [token] = all("Ocean");
      const templates = all("ERC20Template");
      return {
        name,
        chainId: chainId?.kind === "scalar" ? Number(chainId.value) : 0,
        token,
        furtherTemplates: templates.slice(TEMPLATES_OF_A_PLAN),
        plan: {
          token: token ?? SOME_TOKEN,
          communityFeeCollector: one("OPFCommunityFeeCollector"),
          router: one("Router"),
          fixedPrice: one("FixedPrice"),
          dispenser: one("Dispenser"),
          erc721Factory: one("ERC721Factory"),
          erc20Templates: templates.slice(0, TEMPLATES_OF_A_PLAN),
          erc721Templates: all("ERC721Template"),
          extraTokens: [EXTRA_TOKEN],
        },
      };
    },
  );
}

function addressesOf(value: ReadValue | undefined): readonly Address[] {
  const items = value?.kind === "list" ? value.items : [value];
  return items.flatMap((item) =>
    item?.kind === "scalar" && isAddress(item.value) ? [item.value] : [],
  );
}

/** A chain with a marketplace, as its own node answers for it. */
export interface Marketplace extends TestChain {
  readonly chainId: number;
  readonly router: Address;
  readonly transport: RpcTransport;
  /** Sends a call of the contracts' owner. */
  own(
    contract: Parameters<typeof encodeStep>[0]["contract"],
    address: Address,
    functionName: string,
    ...args: readonly unknown[]
  ): Promise<void>;
  close(): Promise<void>;
}

/** A simulated chain with the contract set of a network. */
export async function createMarketplace({
  chainId,
  plan,
  furtherTemplates = [],
}: Pick<PublishedNetwork, "chainId" | "plan"> &
  Partial<PublishedNetwork>): Promise<Marketplace> {
  const chain = await createSandbox(plan, { chainId });
  const { connection, request } = chain;
  const accounts = await request("eth_accounts");
  const from = Array.isArray(accounts) ? accounts[0] : undefined;
  const own: Marketplace["own"] = async (
    contract,
    address,
    functionName,
    ...args
  ) => {
    const data = await encodeStep({ contract, functionName, args });
    await request("eth_sendTransaction", { from, to: address, data });
  };
  for (const template of furtherTemplates) {
    const { deployedBytecode } = await contractArtifact("ERC20Template4");
    await request("hardhat_setCode", template, deployedBytecode);
    await own(
      "ERC721Factory",
      plan.erc721Factory,
      "addTokenTemplate",
      template,
    );
  }
  const transport = createProviderTransport(connection.provider);
  return {
    ...chain,
    chainId,
    router: plan.router,
    transport,
    own,
    close: async () => {
      await transport.close();
      await connection.close();
    },
  };
}

/** What is discovered through a transport; the report is a valid one. */
export async function discoveryAt(
  transport: RpcTransport,
  {
    router,
    chainId,
    inProcess = true,
    maxBlockAge = 600,
  }: Pick<Marketplace, "router" | "chainId"> & {
    readonly inProcess?: boolean;
    readonly maxBlockAge?: number;
  },
): Promise<Discovery> {
  await loadFactWords();
  const read = await discoverRegistry(transport, {
    router,
    chain: { chainId, chainsWithSameId: [] },
    limits: { maxBlockAge, inProcess, startBlock: 0 },
  });
  const { endpoint } = transport;
  const discovery = describeRegistry(
    { router, network: null, hardhatNetwork: "chain", chainId, endpoint },
    read,
    !inProcess,
  );
  return validated(discovery);
}

/** The same with the report as others read it. */
export function validated(discovery: Discovery): Discovery {
  const { report } = discovery;
  return {
    ...discovery,
    report: expectValidReport("discover", JSON.stringify(report)),
  };
}

/** The report alone. */
export async function discoverAt(
  ...args: Parameters<typeof discoveryAt>
): Promise<DiscoverReport> {
  const { report } = await discoveryAt(...args);
  return report;
}
