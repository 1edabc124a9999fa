import { type Hex, hexQuantity } from "../../../src/base/hex.ts";
import type { ChainState } from "../../../src/sandbox/read-state.ts";
import { printJson } from "../../cli/output.ts";
import type { ExportFormat, ExportInput } from "../format.ts";

/**
 * A state as the allocation (`alloc`) of a genesis file, such as geth's: the accounts by
 * address.
 */
export function genesisAllocation(state: ChainState) {
  return Object.fromEntries(
    state.map(({ address, balance, nonce, code, storage }) => [
      address,
      {
        balance: hexQuantity(balance),
        nonce: hexQuantity(nonce),
        ...(code === "0x" ? {} : { code }),
        ...(storage.size === 0 ? {} : { storage: Object.fromEntries(storage) }),
      },
    ]),
  );
}

/**
 * The forks of a genesis file: those up to Shanghai, from the first block. Later ones
 * need contracts of the system, which a node does not add to the allocation.
 */
const BLOCKS =
  "homestead eip150 eip155 eip158 byzantium constantinople petersburg istanbul muirGlacier berlin london arrowGlacier grayGlacier mergeNetsplit";
const FORKS = {
  ...Object.fromEntries(BLOCKS.split(" ").map((name) => [`${name}Block`, 0])),
  terminalTotalDifficulty: 0,
  terminalTotalDifficultyPassed: true,
  shanghaiTime: 0,
};

const GAS_LIMIT = 30_000_000n;
const BASE_FEE = 1_000_000_000n;
const zeros = (bytes: number): Hex => `0x${"00".repeat(bytes)}`;

/** A format for the state of one sandbox. */
function stateFormat(
  dataOf: (
    state: ChainState,
    chainId: number,
    timestamp: ExportInput["timestamp"],
  ) => unknown,
): ExportFormat {
  return {
    content: "json",
    isOfOneNetwork: true,
    readsState: true,
    render: ({ networks: [exported], timestamp }) => {
      const { network, state } = exported ?? {};
      return {
        text:
          network &&
          state &&
          printJson(dataOf(state, network.values.chainId, timestamp)),
        gaps: [],
      };
    },
  };
}

/** The state of a sandbox as the allocation of a genesis file. */
export const ALLOCS = stateFormat(genesisAllocation);

/** The genesis of a chain that starts with a state, in the format of geth. */
const GENESIS_NOW = stateFormat((state, chainId, timestamp) => ({
  config: { chainId, ...FORKS },
  nonce: hexQuantity(0n),
  timestamp: hexQuantity(BigInt(Date.parse(timestamp(Date.now())) / 1000)),
  extraData: "0x",
  gasLimit: hexQuantity(GAS_LIMIT),
  difficulty: hexQuantity(0n),
  mixHash: zeros(32),
  coinbase: zeros(20),
  baseFeePerGas: hexQuantity(BASE_FEE),
  number: hexQuantity(0n),
  gasUsed: hexQuantity(0n),
  parentHash: zeros(32),
  alloc: genesisAllocation(state),
}));

/**
 * A genesis file with which a node starts with the state of a sandbox. Its time is that
 * of the export: a node that makes no empty blocks would be stale since 1970. A file that
 * differs in its time alone is up to date.
 */
export const GENESIS: ExportFormat = {
  ...GENESIS_NOW,
  acceptsPrevious: (text) => writtenTime(text) !== undefined,
  render: (input) => {
    const { previous = "" } = input;
    const time = writtenTime(previous);
    const again = time && GENESIS_NOW.render(atTime(input, time));
    if (again && `${again.text}\n` === previous) {
      return again;
    }
    return GENESIS_NOW.render(input);
  },
};

/** The time in a genesis file, in ms since 1970; `undefined` in other files. */
export function writtenTime(text: string): number | undefined {
  const time = /^ *"timestamp": "(0x[0-9a-f]{1,12})",$/m.exec(text)?.[1];
  return time === undefined ? undefined : Number(time) * 1000;
}

/** An export at another time if there is one, unless the user has configured one. */
export function atTime<T extends Pick<ExportInput, "timestamp">>(
  input: T,
  time: number | undefined,
): T {
  return {
    ...input,
    timestamp: (otherwise) => input.timestamp(time ?? otherwise),
  };
}
