import { type ZodType, z } from "zod";
import { didYouMean } from "../base/suggest-name.ts";
import type { ConfiguredNetwork } from "../config/configured-networks.ts";
import { strictObject } from "../config/validate/fields.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { ReadError } from "./read-source-file.ts";
import type { Place, ReadValue } from "./values.ts";

/** An enabled network, with what identifies its entries in files. */
export interface SourceNetwork {
  readonly name: AlphaNetworkName;
  readonly definition: NetworkDefinition;
  readonly chainId: number;
  readonly networkId: number;
  /** The hash of block 0, if the Hardhat config pins it. */
  readonly genesisHash?: string | undefined;
  /** Its names in files. */
  readonly knownNames: ReadonlySet<string>;
  /** True if its registry and its portal configuration have the same version. */
  readonly hasOneContractSet: boolean;
}

/**
 * The names of a network in files.
 *
 * @param configured its portal name in the user's config
 */
export function knownNames(
  name: AlphaNetworkName,
  { names, preset }: NetworkDefinition,
  configured: unknown,
): ReadonlySet<string> {
  const all = [
    name,
    ...names,
    preset.displayName,
    preset.portal?.["network"],
    configured,
  ];
  return new Set(all.filter((one) => typeof one === "string"));
}

/** A value of a network in a file, not validated yet. */
export interface SourceValue {
  /** Its path in the config of the network, such as `registry.Router`. */
  readonly path: string;
  /** Its name in the file. */
  readonly field: string;
  /** The file that has it, if that is not the source's. */
  readonly file?: string | undefined;
  readonly value: ReadValue;
  readonly place: Place;
}

/** The values of one network in a file. */
export interface SourceReading {
  readonly network: AlphaNetworkName;
  readonly values: readonly SourceValue[];
  readonly warnings: readonly SourceWarning[];
  /** The reason why the network's entry, and none of its values, can be used. */
  readonly problem?: ReadError | undefined;
}

export interface SourceWarning {
  readonly place: Place;
  readonly message: string;
}

/** The input of a source's reader. */
export interface SourceText {
  readonly text: string;
  /** The file's name in messages. */
  readonly file: string;
  readonly path: string;
  /** The project's folder. */
  readonly root: string;
  readonly networks: readonly SourceNetwork[];
}

/** One type of `alpha.sources`. */
export interface SourceKind {
  /** The schema of the source in the user's config. */
  schema(networks: readonly ConfiguredNetwork[]): ZodType;
  /**
   * Reads the values of each network.
   *
   * @throws HardhatPluginError with the place of what cannot be read.
   */
  read(source: unknown, text: SourceText): Promise<readonly SourceReading[]>;
}

/**
 * Defines a type of source. The schema is loaded in every project that configures
 * the plugin, so the reader imports parsers only when it needs them.
 */
export function sourceKind<S>(
  schema: (networks: readonly ConfiguredNetwork[]) => ZodType<S>,
  read: (source: S, text: SourceText) => Promise<readonly SourceReading[]>,
): SourceKind {
  return {
    schema,
    read: async (source, text) =>
      await read(schema(text.networks).parse(source), text),
  };
}

const nonEmptyString = z.string().min(1, "Expected a non-empty string");

/** Fields that all sources have. */
export const FILE_FIELDS = {
  file: nonEmptyString.refine(
    (file) => !file.includes("\0"),
    "Expected the path of a file",
  ),
  optional: z.boolean().optional(),
};

export function networkField(networks: readonly ConfiguredNetwork[]) {
  const names = networks.map(({ name }) => name);
  return z.custom<AlphaNetworkName>(
    (value) => names.some((name) => name === value),
    (value) => ({ message: expectedName(value, names) }),
  );
}

/** The message about a name that is not one of those that are valid. */
export function expectedName(
  given: unknown,
  valid: readonly string[],
  alternative = "",
): string {
  const suggestion = typeof given === "string" ? didYouMean(given, valid) : "";
  return `${suggestion}Expected one of ${valid.join(", ")}${alternative}`;
}

/** The schema of sources whose files hold entries of several networks. */
export function entriesSchema<T extends string>(type: T) {
  return (networks: readonly ConfiguredNetwork[]) => {
    const field = networkField(networks);
    const names = networks.map(({ name }) => name);
    return strictObject({
      type: z.literal(type),
      ...FILE_FIELDS,
      network: z
        .union([field, z.array(field).nonempty()], {
          errorMap: (_, { data }) => ({
            message: expectedName(data, names, ", or a list of them"),
          }),
        })
        .optional(),
      entry: ENTRY,
    });
  };
}

const ENTRY = z
  .union(
    [
      nonEmptyString,
      z.number().int().positive(),
      z.object({ name: nonEmptyString, chainId: z.number() }).strict(),
    ],
    {
      errorMap: () => ({
        message:
          "Expected the name of an entry, its position from 1, or { name, chainId }",
      }),
    },
  )
  .optional();

/** `undefined` unless the value is a known number. */
export function asNumber(value: ReadValue | undefined): number | undefined {
  if (value?.kind === "scalar" && typeof value.value === "number") {
    return value.value;
  }
  return undefined;
}

/** `undefined` unless the value is a known string. */
export function asString(value: ReadValue | undefined): string | undefined {
  if (value?.kind === "scalar" && typeof value.value === "string") {
    return value.value;
  }
  return undefined;
}
