import { type ZodType, z } from "zod";
import type { NetworkDefinition } from "../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  isAlphaNetworkName,
} from "../networks/definitions.ts";
import type { Place, ReadValue } from "./script/values.ts";

/** A network as far as the entries of files are matched to it. */
export interface SourceNetwork {
  readonly name: AlphaNetworkName;
  readonly definition: NetworkDefinition;
  readonly chainId: number;
  readonly networkId: number;
  /** Names by which files call it. */
  readonly knownNames: ReadonlySet<string>;
  /** Whether its registry and its portal are of one contract set. */
  readonly hasOneContractSet: boolean;
}

/**
 * The names by which files call a network.
 *
 * @param configured what the user's config calls it in portals
 */
export function knownNames(
  name: AlphaNetworkName,
  { names, preset }: NetworkDefinition,
  configured: string | undefined,
): ReadonlySet<string> {
  const all = [
    name,
    ...names,
    preset.displayName,
    preset.portal?.["network"],
    configured,
  ];
  return new Set(all.filter((one) => one !== undefined));
}

/** A value that a file gives, not checked yet. */
export interface Finding {
  /** The path of the value that it is, such as `registry.Router`. */
  readonly path: string;
  /** What the file calls it. */
  readonly field: string;
  readonly value: ReadValue;
  readonly place: Place;
}

/** What a file says of one network. */
export interface SourceReading {
  readonly network: AlphaNetworkName;
  readonly findings: readonly Finding[];
  readonly warnings: readonly SourceWarning[];
}

export interface SourceWarning {
  readonly place: Place;
  readonly message: string;
}

/** What is read of a source's file. */
export interface SourceText {
  readonly text: string;
  /** The file as messages call it. */
  readonly file: string;
  /** The networks that are switched on. */
  readonly networks: readonly SourceNetwork[];
}

/** One type of `alpha.sources`. */
export interface SourceKind {
  /** The schema of the source in the user's config. */
  readonly schema: ZodType;
  /**
   * What the file says, by network.
   *
   * @throws HardhatPluginError with the place of what cannot be read.
   */
  read(source: unknown, text: SourceText): Promise<readonly SourceReading[]>;
}

/**
 * A type of source, its schema and its reader agreeing on the source's shape. The
 * schema is loaded wherever the user configures anything; the parsers, which the
 * reader imports itself, where there is a file to read.
 */
export function sourceKind<S>(
  schema: ZodType<S>,
  read: (source: S, text: SourceText) => Promise<readonly SourceReading[]>,
): SourceKind {
  return {
    schema,
    read: async (source, text) => await read(schema.parse(source), text),
  };
}

const text = z.string().min(1, "Expected a text that is not empty");

/** Fields that all sources have. */
export const FILE_FIELDS = {
  file: text.refine(
    (file) => !file.includes("\0"),
    "Expected the path of a file",
  ),
  optional: z.boolean().optional(),
};

export const networkField = z.custom<AlphaNetworkName>(
  isAlphaNetworkName,
  `Expected one of ${ALPHA_NETWORK_NAMES.join(", ")}`,
);

/** Fields of sources whose files hold entries of several networks. */
export const ENTRY_FIELDS = {
  network: networkField.optional(),
  entry: text.optional(),
};

/** A number that a file gives; `undefined` for anything else. */
export function numberIn(value: ReadValue | undefined): number | undefined {
  return value?.kind === "scalar" && typeof value.value === "number"
    ? value.value
    : undefined;
}

/** A text that a file gives; `undefined` for anything else. */
export function textIn(value: ReadValue | undefined): string | undefined {
  return value?.kind === "scalar" && typeof value.value === "string"
    ? value.value
    : undefined;
}
