import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { ChainVerdict } from "../connect/judge-chain.ts";
import type { PortalFieldDefinition } from "../networks/definition.ts";
import type { Dialect } from "../sources/portal/dialects.ts";
import type {
  Place,
  ReadChain,
  ReadMember,
  ReadUnknown,
} from "../sources/script/values.ts";
import type { AddressIndex, UrlIndex } from "./indexes.ts";
import type { LintRuleInfo, LintSeverity } from "./report.ts";

/** What is known of the networks, to hold files against. */
export interface LintKnowledge {
  readonly networks: readonly KnownNetwork[];
  readonly addresses: AddressIndex;
  readonly urls: UrlIndex;
}

export interface KnownNetwork {
  readonly network: ResolvedAlphaNetwork;
  /** Names by which files call it; some are another's too. */
  readonly names: ReadonlySet<string>;
}

/** A portal's file, its entries matched to the networks. */
export interface LintFile {
  readonly text: string;
  /** The text with blanks in place of comments. */
  readonly code: string;
  readonly entries: readonly LintEntry[];
  /** Entries that are no portal's and no wallet's, so that nothing is known of. */
  readonly others: readonly LintEntry[];
  /** Parts that may be entries, but cannot be known. */
  readonly beyond: readonly ReadUnknown[];
  /** Places that may change the entries after they are declared. */
  readonly changes: readonly ReadUnknown[];
}

/** One chain of a file. */
export interface LintEntry {
  /**
   * A portal's config, a wallet's metadata (`networksMetadata.config.js`), or
   * neither of them.
   */
  readonly kind: "portal" | "metadata" | "other";
  readonly chain: ReadChain;
  /** The names it stands under, or gives itself. */
  readonly names: readonly string[];
  /** `undefined` where it gives none, or none that can be known. */
  readonly chainId: number | undefined;
  /** The network that it is, where that is certain. */
  readonly network: KnownNetwork | undefined;
  /**
   * The fields that it should have: those of its network's portal config or, with
   * `isOtherVersion`, of the version that the network's registry is of.
   */
  readonly expected: Readonly<Record<string, PortalFieldDefinition>>;
  readonly isOtherVersion: boolean;
  /** That of most of its fields, else of most of the file's. */
  readonly dialect: Dialect;
  readonly fields: readonly LintField[];
}

/** One member of an entry. */
export interface LintField {
  readonly member: ReadMember;
  /** What the reference calls it; its own name where that is no known one. */
  readonly field: string;
  /** The only dialect that calls the field so. */
  readonly dialect: Dialect | undefined;
  /** `undefined` for a field that no network has. */
  readonly definition: PortalFieldDefinition | undefined;
}

/** A change of exactly these characters of a file. */
export interface Edit {
  /** In UTF-16 units from the file's start. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One thing that a rule finds. */
export interface LintProblem {
  readonly place: Place;
  readonly message: string;
  /** Where it is another than the rule's. */
  readonly severity?: LintSeverity | undefined;
  /** Where it is another than the rule's. */
  readonly fix?: string | undefined;
  /** The change that repairs it, where that is mechanical. */
  readonly edit?: Edit | undefined;
}

/** Everything that a rule may look at. */
export interface LintInput {
  readonly file: LintFile;
  readonly knowledge: LintKnowledge;
  /** What the entries' nodes said of their chain; `undefined` if not asked for. */
  readonly nodes: readonly NodeAnswer[] | undefined;
}

/** The fields that name nodes: a portal's, and a wallet's. */
export type NodeField = "nodeUri" | "rpc";

/** What came of asking a node of an entry, and which node that is. */
export interface NodeAnswer {
  readonly entry: LintEntry;
  /** `undefined` where the entry has none of them. */
  readonly field: NodeField | undefined;
  readonly place: Place;
  /** An origin; `undefined` where there was none to ask. */
  readonly endpoint: string | undefined;
  /** `unasked` where nothing was to be asked, or more than are asked. */
  readonly verdict:
    | ChainVerdict
    | { readonly verdict: "unasked"; readonly reason: string };
}

/** One rule: what it is, and a pure function that finds what breaks it. */
export interface LintRule extends LintRuleInfo {
  check(input: LintInput): Iterable<LintProblem> | AsyncIterable<LintProblem>;
}

/** A text of an entry, nested ones included. */
export interface LintText {
  /** The field, such as `rpc` of `rpc[0]`. */
  readonly name: string;
  readonly text: string;
  readonly place: Place;
}
