import { HardhatPluginError } from "hardhat/plugins";
import { combineOutcomes, type Outcome } from "../base/report.ts";
import type { ContractRole } from "../networks/definition.ts";
import { otherChains } from "../networks/like.ts";
import {
  CONTRACT_NAMES,
  isListRole,
  ROLES,
} from "../sources/address-book/names.ts";
import { shownFile } from "../sources/read-source-file.ts";
import { namingOf } from "./naming.ts";
import {
  type CheckedContract,
  type CheckedEntry,
  readCheckedFile,
} from "./read-checked-file.ts";
import type {
  DiscoveredContract,
  DiscoverReport,
  RegistryCheck,
  RegistryDifference,
} from "./report.ts";

/**
 * Compares an `address.json`, or a portal's file, with a discovered registry: the entries
 * with its chain id, of which those with its router count alone if there are any.
 */
export async function checkRegistry(
  report: DiscoverReport,
  path: string,
): Promise<RegistryCheck> {
  const file = shownFile(path);
  const unknown = (reason: string): RegistryCheck => ({
    file,
    outcome: "unknown",
    reason,
    entries: [],
    differences: [],
  });
  let entries: readonly CheckedEntry[];
  try {
    entries = await readCheckedFile(path);
  } catch (error) {
    if (HardhatPluginError.isHardhatPluginError(error)) {
      return unknown(`${error.message} ${READABLE}`);
    }
    throw error;
  }
  const { chainId, cause } = report;
  if (cause !== undefined || chainId === null) {
    return unknown("the registry could not be read");
  }
  const compared = entriesOf(entries, chainId, report);
  if (compared.length === 0) {
    return unknown(
      `it has no entry that is known to have the chain id ${chainId}. ${READABLE}`,
    );
  }
  const differences = compared.flatMap((entry) => {
    const isShared =
      otherChains(chainId).length > 0 && !hasRouter(entry, report);
    const doubt = isShared
      ? `other chains have the chain id ${chainId}, too, and the entry does not have the router`
      : report.doubt;
    return differencesOf(entry, report).map((difference) => ({
      entry: entry.name,
      ...doubted(difference, doubt),
    }));
  });
  return {
    file,
    outcome: combineOutcomes([
      "ok",
      ...differences.map(
        ({ verdict }): Outcome =>
          verdict === "different" ? "failed" : "unknown",
      ),
    ]),
    entries: compared.map(({ name }) => name),
    differences,
  };
}

const READABLE =
  "--check reads an address.json, or a portal's chains.config.js or .json; alpha verify checks the registry of the Hardhat config.";

function entriesOf(
  entries: readonly CheckedEntry[],
  chainId: number,
  report: DiscoverReport,
): readonly CheckedEntry[] {
  const ofChain = entries.filter((entry) => entry.chainId === chainId);
  const ofRouter = ofChain.filter((entry) => hasRouter(entry, report));
  return ofRouter.length > 0 ? ofRouter : ofChain;
}

function hasRouter(
  { contracts }: CheckedEntry,
  { router }: DiscoverReport,
): boolean {
  return contracts.some(
    ({ role, said }) =>
      role === "router" &&
      said.kind === "addresses" &&
      isSame(said.addresses, [router]),
  );
}

type Difference = Omit<RegistryDifference, "entry">;

/** What differs from an old state, or of another chain, may be right. */
function doubted(
  difference: Difference,
  doubt: string | undefined,
): Difference {
  return doubt === undefined || difference.verdict === "unknown"
    ? difference
    : {
        ...difference,
        verdict: "unknown",
        reason: `${difference.reason}, which proves nothing: ${doubt}`,
      };
}

function differencesOf(
  entry: CheckedEntry,
  report: DiscoverReport,
): readonly Difference[] {
  const { contracts, isBook, problem } = entry;
  if (problem !== undefined) {
    return [unknownAt("entry", problem)];
  }
  return [
    ...contracts.flatMap((contract) => compareContract(contract, report)),
    ...(isBook ? missingIn(entry, report) : []),
    ...compareStartBlock(entry, report),
  ];
}

/** What an address book lacks. A portal's file never has everything. */
function missingIn(
  { contracts }: CheckedEntry,
  report: DiscoverReport,
): readonly Difference[] {
  return ROLES.flatMap((role): Difference[] => {
    const found = report.registry[role];
    // The router does not tell the token, so an entry may do without it.
    return role === "token" ||
      contracts.some((contract) => contract.role === role)
      ? []
      : found === undefined
        ? [notCompared(CONTRACT_NAMES[role], role, report)]
        : [
            differs(
              CONTRACT_NAMES[role],
              `the file does not have it: ${[found].flat().join(", ")}`,
            ),
          ];
  });
}

function compareContract(
  { key, role, said }: CheckedContract,
  report: DiscoverReport,
): readonly Difference[] {
  if (said.kind !== "addresses") {
    return [
      said.kind === "invalid"
        ? differs(key, said.reason)
        : unknownAt(key, said.reason),
    ];
  }
  const { addresses } = said;
  const found = report.registry[role];
  if (found === undefined) {
    return compareLeftOut({ key, role, addresses }, report);
  }
  const expected = [found].flat();
  return isSame(addresses, expected)
    ? []
    : [
        differs(
          key,
          `the file has ${addresses.join(", ") || "none"}, the chain ${expected.join(", ")}`,
        ),
      ];
}

/** What the registry has several of, or has unidentified. */
function compareLeftOut(
  {
    key,
    role,
    addresses,
  }: {
    readonly key: string;
    readonly role: ContractRole;
    readonly addresses: readonly string[];
  },
  report: DiscoverReport,
): readonly Difference[] {
  const { contracts, facts } = report;
  const named = contracts.filter(
    (contract) =>
      contract.role === (role === "token" ? "approvedToken" : role) &&
      contract.address !== undefined,
  );
  const isList = isListRole(role);
  const among = named.find(
    ({ address }) => !isList && isSame(addresses, [address ?? ""]),
  );
  if (among !== undefined) {
    // Of several that are named, each is right.
    return isRecognised(among) ? [] : [notCompared(key, role, report)];
  }
  // The router has no getter for the token, which may be none of the approved ones.
  const isListed =
    role !== "router" &&
    role !== "token" &&
    facts.some(
      ({ id, verdict }) => id === namingOf(role)?.fact && verdict === "listed",
    );
  const all = named.map(({ address = "" }) => address);
  return isListed && !(isList && isSame(addresses, all))
    ? [
        differs(
          key,
          `the file has ${addresses.join(", ") || "none"}, the chain names ${all.join(", ") || "none"}`,
        ),
      ]
    : [notCompared(key, role, report)];
}

/** A portal may read from an earlier block, but from a later one it misses events. */
function compareStartBlock(
  { startBlock: said }: CheckedEntry,
  { startBlock }: DiscoverReport,
): readonly Difference[] {
  if (said?.kind === "invalid") {
    return [differs("startBlock", said.reason)];
  }
  if (said === undefined || startBlock.verdict !== "found") {
    return [];
  }
  if (said.kind !== "block") {
    return [unknownAt("startBlock", said.reason)];
  }
  return said.block > Number(startBlock.block)
    ? [
        differs(
          "startBlock",
          `the file has ${said.block}, but the router was created in block ${startBlock.block}: events in between are missed`,
        ),
      ]
    : [];
}

function isRecognised({ verdict, identity }: DiscoveredContract): boolean {
  return verdict === "present" && identity?.verdict === "recognised";
}

function differs(key: string, reason: string): Difference {
  return { key, verdict: "different", reason };
}

function notCompared(
  key: string,
  role: ContractRole,
  { leftOut }: DiscoverReport,
): Difference {
  const why = leftOut.find((one) => one.role === role)?.reason;
  return unknownAt(key, `not compared: ${why ?? "it was not read"}`);
}

function unknownAt(key: string, reason: string): Difference {
  return { key, verdict: "unknown", reason };
}

function isSame(said: readonly string[], expected: readonly string[]): boolean {
  return (
    said.length === expected.length &&
    said.every(
      (one, index) => one.toLowerCase() === expected[index]?.toLowerCase(),
    )
  );
}
