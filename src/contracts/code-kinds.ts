import type { Address } from "../base/address.ts";
import type { Hex } from "../base/hex.ts";
import { inSlot, type PrivilegedValues, type View } from "./contract-type.ts";
import { SAFE, SAFE_1_0_0, SAFE_1_0_0_POWERS } from "./types/safe.ts";

/**
 * A kind of code that runs other code: how it is known, and who may change what it runs.
 * A new kind is a row of {@link CODE_KINDS}.
 */
export interface CodeKind {
  /** Lock files and reports have it, so that it never changes. */
  readonly name: string;
  /**
   * The words for this kind of proxy, followed by the implementation. A kind
   * without words is not compared as a proxy: what its contracts name is among
   * their dependencies, since other contracts may use the same slot or function
   * for something else.
   */
  readonly words?: string | undefined;
  /** The kind of which it is a form: by its slots, or as a wallet of the same name. */
  readonly like?: string | undefined;
  /** Its code, of which the groups `runs` and `admin` are addresses. */
  readonly code?: readonly RegExp[] | undefined;
  /** The sizes of such code in bytes. The code is only read of contracts of these sizes. */
  readonly bytes?: readonly [least: number, most: number] | undefined;
  /** True if such code does nothing but run the other one, for ever. */
  readonly isClone?: true | undefined;
  /** The word of storage that names what it runs. */
  readonly slot?: Hex | undefined;
  /** The call that the contract in the slot answers with what is run. */
  readonly call?: Hex | undefined;
  /** The views that name what it runs. */
  readonly views?: readonly View[] | undefined;
  /** The word of storage that names who may change what it runs, and its value's id. */
  readonly admin?:
    | { readonly id: string; readonly words: string; readonly slot: Hex }
    | undefined;
  /** A word of storage that is not empty if a contract is of the kind. */
  readonly mark?: Hex | undefined;
  /**
   * Further values that those who control it can change, read of this kind
   * alone.
   */
  readonly values?: PrivilegedValues | undefined;
  /** The catalogue of the lock file that has its values first. */
  readonly since?: number | undefined;
  /**
   * Hashes of a wallet's own code and of its implementation, with the release.
   */
  readonly wallet?: Pick<typeof SAFE, "words" | "proxies" | "releases">;
}

const BEACON_SLOT =
  "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";

/** In the order in which a contract is compared with them. */
export const CODE_KINDS: readonly CodeKind[] = [
  {
    // Arguments may follow its code, as those of accounts of NFTs (ERC-6551).
    // https://eips.ethereum.org/EIPS/eip-1167
    name: "eip1167",
    words: "clone (EIP-1167) of",
    code: [
      /^0x363d3d373d3d3d363d73(?<runs>\w{40})5af43d82803e903d91602b57fd5bf3/,
    ],
    bytes: [45, 512],
    isClone: true,
  },
  {
    // https://eips.ethereum.org/EIPS/eip-7511
    name: "eip7511",
    words: "clone (EIP-7511) of",
    code: [
      /^0x365f5f375f5f365f73(?<runs>\w{40})5af43d5f5f3e5f3d91602a57fd5bf3$/,
    ],
    bytes: [44, 44],
    isClone: true,
  },
  {
    // https://eips.ethereum.org/EIPS/eip-1967
    name: "eip1967",
    words: "upgradable proxy (EIP-1967) to",
    slot: "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc",
    admin: {
      id: "proxyAdmin",
      words: "proxy admin",
      slot: "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103",
    },
  },
  {
    name: "beacon",
    words: "beacon proxy (EIP-1967) to",
    slot: BEACON_SLOT,
    // implementation()
    call: "0x5c60da1b",
    values: { proxyBeacon: inSlot("holder", "proxy beacon", BEACON_SLOT) },
    since: 4,
  },
  {
    // UUPS and transparent proxies, the second of each pair with a way to ask what it runs,
    // all with or without data behind the code. Its beacon proxies are like any other.
    // https://eips.ethereum.org/EIPS/eip-7760
    name: "erc7760",
    words: "minimal upgradable proxy (ERC-7760) to",
    like: "eip1967",
    code: [
      /^0x363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3/,
      /^0x365814604357363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e603e573d6000fd5b3d6000f35b6020600f3d393d51543d52593df3/,
      /^0x3d3d3373(?<admin>\w{40})14605757363d3d37363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6052573d6000fd5b3d6000f35b3d356020355560408036111560525736038060403d373d3d355af43d6000803e6052573d6000fd/,
      /^0x3658146083573d3d3373(?<admin>\w{40})14605d57363d3d37363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6058573d6000fd5b3d6000f35b3d35602035556040360380156058578060403d373d3d355af43d6000803e6058573d6000fd5b602060293d393d51543d52593df3/,
      /^0x3d3d336d(?<admin>\w{28})14605157363d3d37363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e604c573d6000fd5b3d6000f35b3d3560203555604080361115604c5736038060403d373d3d355af43d6000803e604c573d6000fd/,
      /^0x365814607d573d3d336d(?<admin>\w{28})14605757363d3d37363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6052573d6000fd5b3d6000f35b3d35602035556040360380156052578060403d373d3d355af43d6000803e6052573d6000fd5b602060233d393d51543d52593df3/,
    ],
    bytes: [61, 512],
  },
  {
    // A proxy of EIP-1967 with a delay, from when its period is set.
    // https://eips.ethereum.org/EIPS/eip-3561
    name: "erc3561",
    mark: "0x7913203adedf5aca5386654362047f05edbd30729ae4b0351441c46289146720",
    values: {
      nextImplementation: inSlot(
        "holder",
        "next implementation (ERC-3561)",
        "0x19e3fabe07b65998b604369d85524946766191ac9434b39e27c424c976493685",
      ),
      nextUpgradeBlock: inSlot(
        "number",
        "first block of the next upgrade (ERC-3561)",
        "0xe3228ec3416340815a9ca41bfee1103c47feb764b4f0f4412f5d92df539fe0ee",
      ),
      nextProposalBlock: inSlot(
        "number",
        "first block of the next proposal (ERC-3561)",
        "0x4b50776e56454fad8a52805daac1d9fd77ef59e4f1a053c342aaae5568af1388",
      ),
      zeroTrustPeriod: inSlot(
        "number",
        "blocks from a proposal to the upgrade (ERC-3561)",
        "0x7913203adedf5aca5386654362047f05edbd30729ae4b0351441c46289146720",
      ),
    },
    since: 2,
  },
  {
    // https://docs.openzeppelin.com/sdk/2.8/pattern
    name: "zeppelinos",
    slot: "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3",
    admin: {
      id: "zosAdmin",
      words: "proxy admin (ZeppelinOS)",
      slot: "0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b",
    },
  },
  {
    // ERC-3643 keeps an authority in this slot. https://eips.ethereum.org/EIPS/eip-1822
    name: "eip1822",
    slot: "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7",
  },
  {
    // A beacon has the same function. https://eips.ethereum.org/EIPS/eip-897
    name: "eip897",
    views: ["implementation() returns (address)"],
  },
  {
    // https://eips.ethereum.org/EIPS/eip-2535
    name: "eip2535",
    views: ["facetAddresses() returns (address[])"],
  },
  {
    // The proxy of this release has no function of its own.
    name: "safe100",
    like: "safe",
    slot: "0x0",
    wallet: SAFE_1_0_0,
    values: SAFE_1_0_0_POWERS,
    since: 2,
  },
  { name: "safe", views: SAFE.named, wallet: SAFE },
];

/** The kind of a name; `undefined` if this version has none. */
export function kindNamed(name: string | undefined): CodeKind | undefined {
  return CODE_KINDS.find((kind) => kind.name === name);
}

/** Tells whether a proxy's own code can do nothing but run the other one. */
export function isClone(name: string): boolean {
  return kindNamed(name)?.isClone === true;
}

/** The kinds that a contract is compared as. */
export const PROXY_KINDS: readonly CodeKind[] = CODE_KINDS.filter(
  ({ words }) => words !== undefined,
);

/** The values of all kinds, of somebody who controls something. */
export const FOLLOWED_VALUES_OF_KINDS: PrivilegedValues = valuesOf(CODE_KINDS);

/** Those of the network's contracts: a proxy's admin and beacon are compared with it. */
export const VALUES_OF_KINDS: PrivilegedValues = valuesOf(
  CODE_KINDS.filter(
    ({ wallet, words }) => wallet === undefined && words === undefined,
  ),
);

function valuesOf(kinds: readonly CodeKind[]): PrivilegedValues {
  const all = kinds.flatMap(({ name: ofKind, admin, values, since }) => {
    const named = admin && {
      [admin.id]: inSlot("holder", admin.words, admin.slot),
    };
    return Object.entries({ ...named, ...values }).map(
      ([id, value]) =>
        [id, { ...value, isOptional: true, since, ofKind }] as const,
    );
  });
  return Object.fromEntries(all);
}

/** Tells whether code of a size may be of a kind. */
export function mayHaveSize({ bytes }: CodeKind, size: number): boolean {
  return bytes !== undefined && bytes[0] <= size && size <= bytes[1];
}

/** The addresses that code of a kind names; `undefined` of other code. */
export function namedInCode(
  { code: variants = [] }: CodeKind,
  code: Hex | undefined,
): Readonly<Record<"runs" | "admin", Address | undefined>> | undefined {
  const found = variants.map((one) => one.exec(code ?? "")).find(Boolean);
  const { runs, admin } = found?.groups ?? {};
  return found ? { runs: addressOf(runs), admin: addressOf(admin) } : undefined;
}

/** Some codes leave the leading zeros of an address out. */
function addressOf(digits: string | undefined): Address | undefined {
  return digits === undefined ? undefined : `0x${digits.padStart(40, "0")}`;
}
