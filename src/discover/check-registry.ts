import { HardhatPluginError } from "hardhat/plugins";
import { combineOutcomes, type Outcome } from "../base/report.ts";
import {
  CONTRACT_NAMES,
  namesOfRole,
  ROLES,
} from "../sources/address-book/names.ts";
import type { AddressBookEntry } from "../sources/address-book/parse-address-book.ts";
import { parseAddressBook } from "../sources/address-book/parse-address-book.ts";
import { readSourceFile, shownFile } from "../sources/read-source-file.ts";
import type { ReadValue } from "../sources/script/values.ts";
import type {
  DiscoveredContract,
  DiscoverReport,
  RegistryCheck,
  RegistryDifference,
} from "./report.ts";

/**
 * Compares an `address.json` with a discovered registry: the entries with its chain id,
 * of which those with its router count alone if there are any.
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
  let entries: readonly AddressBookEntry[];
  try {
    ({ entries } = parseAddressBook(await readSourceFile(path, path), path));
  } catch (error) {
    if (HardhatPluginError.isHardhatPluginError(error)) {
      return unknown(error.message);
    }
    throw error;
  }
  const { chainId, cause } = report;
  if (cause !== undefined || chainId === null) {
    return unknown("the registry could not be read");
  }
  const ofChain = entries.filter(
    (entry) => scalarOf(entry, ["chainId"]) === chainId,
  );
  const ofRouter = ofChain.filter(
    (entry) =>
      String(scalarOf(entry, namesOfRole("router"))).toLowerCase() ===
      report.router.toLowerCase(),
  );
  const compared = ofRouter.length > 0 ? ofRouter : ofChain;
  if (compared.length === 0) {
    return unknown(`it has no entry with the chain id ${chainId}`);
  }
  const differences = compared.flatMap((entry) =>
    compareEntry(entry, report).map((difference) => ({
      entry: entry.name,
      ...doubted(difference, report),
    })),
  );
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

type Difference = Omit<RegistryDifference, "entry">;

/** What differs from an old state may be right by now. */
function doubted(
  difference: Difference,
  { doubt }: DiscoverReport,
): Difference {
  return doubt === undefined
    ? difference
    : {
        ...difference,
        verdict: "unknown",
        reason: `${difference.reason}, which proves nothing: ${doubt}`,
      };
}

function compareEntry(
  entry: AddressBookEntry,
  report: DiscoverReport,
): readonly Difference[] {
  return [
    ...ROLES.flatMap((role): readonly Difference[] => {
      const key =
        namesOfRole(role).find((name) => entry.members.has(name)) ??
        CONTRACT_NAMES[role];
      const member = entry.members.get(key);
      const found = report.registry[role];
      const said = member === undefined ? undefined : addressesIn(member.value);
      if (said === undefined && member !== undefined) {
        return [differs(key, "the file has no address there")];
      }
      if (role === "token") {
        // The router does not tell it, so an entry may do without it.
        return said === undefined ? [] : compareToken(key, said, report);
      }
      if (found === undefined) {
        const why =
          report.leftOut.find((one) => one.role === role)?.reason ??
          "it was not read";
        // Of several that are named, each is right.
        const named = said?.length === 1 && namedOf(report, role, said[0]);
        return named && isRecognised(named)
          ? []
          : [{ key, verdict: "unknown", reason: `not compared: ${why}` }];
      }
      const expected = [found].flat();
      return said === undefined
        ? [differs(key, `the file does not have it: ${expected.join(", ")}`)]
        : isSame(said, expected)
          ? []
          : [
              differs(
                key,
                `the file has ${said.join(", ") || "none"}, the chain ${expected.join(", ")}`,
              ),
            ];
    }),
    ...compareStartBlock(entry, report),
  ];
}

/** Any of the approved tokens may be the marketplace's. */
function compareToken(
  key: string,
  said: readonly string[],
  { contracts, registry, leftOut }: DiscoverReport,
): readonly Difference[] {
  const [one = ""] = said;
  const tokens = contracts.filter(({ role }) => role === "approvedToken");
  const isApproved = tokens.some(
    (token) =>
      token.address?.toLowerCase() === one.toLowerCase() && isRecognised(token),
  );
  if (registry.token !== undefined) {
    return isSame(said, [registry.token])
      ? []
      : [differs(key, `the file has ${one}, the chain ${registry.token}`)];
  }
  const why = leftOut.find(({ role }) => role === "token")?.reason;
  return isApproved
    ? []
    : [{ key, verdict: "unknown", reason: `not compared: ${why}` }];
}

/** A portal may read from an earlier block, but from a later one it misses events. */
function compareStartBlock(
  entry: AddressBookEntry,
  { startBlock }: DiscoverReport,
): readonly Difference[] {
  const said = scalarOf(entry, ["startBlock"]);
  return startBlock.verdict === "found" &&
    typeof said === "number" &&
    said > Number(startBlock.block)
    ? [
        differs(
          "startBlock",
          `the file has ${said}, but the router was created in block ${startBlock.block}: events in between are missed`,
        ),
      ]
    : [];
}

function namedOf(
  { contracts }: DiscoverReport,
  role: DiscoveredContract["role"],
  address: string | undefined,
): DiscoveredContract | undefined {
  return contracts.find(
    (contract) =>
      contract.role === role &&
      address !== undefined &&
      contract.address?.toLowerCase() === address.toLowerCase(),
  );
}

function isRecognised({ verdict, identity }: DiscoveredContract): boolean {
  return verdict === "present" && identity?.verdict === "recognised";
}

function differs(key: string, reason: string): Difference {
  return { key, verdict: "different", reason };
}

function isSame(said: readonly string[], expected: readonly string[]): boolean {
  return (
    said.length === expected.length &&
    said.every(
      (one, index) => one.toLowerCase() === expected[index]?.toLowerCase(),
    )
  );
}

function scalarOf(entry: AddressBookEntry, names: readonly string[]): unknown {
  const member = names.map((name) => entry.members.get(name)).find(Boolean);
  return member?.value.kind === "scalar" ? member.value.value : undefined;
}

/** The addresses of a value; `undefined` if it is anything else. */
function addressesIn(value: ReadValue): readonly string[] | undefined {
  const items = value.kind === "list" ? value.items : [value];
  const addresses = items.map((item) =>
    item.kind === "scalar" &&
    typeof item.value === "string" &&
    /^0x[\da-f]{40}$/i.test(item.value)
      ? item.value
      : undefined,
  );
  const known = addresses.filter((address) => address !== undefined);
  return known.length === addresses.length ? known : undefined;
}
