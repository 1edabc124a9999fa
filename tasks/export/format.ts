import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import type { ShownPortalConfig } from "../../src/sources/portal/portal-configs.ts";
import type { ModuleKind } from "../cli/javascript.ts";

/** A network that is exported. */
export interface ExportedNetwork {
  readonly network: ResolvedAlphaNetwork;
  /** Its portal config as it may be shown, for formats that read it. */
  readonly portal: ShownPortalConfig | undefined;
}

/** What a format makes a text of. */
export interface ExportInput {
  readonly networks: readonly ExportedNetwork[];
  /** The file that the text is for, or is compared with. */
  readonly file: string | undefined;
  /** What it holds, for formats that go on from there. */
  readonly previous: string | undefined;
  /**
   * When it is made, in ISO 8601, for formats that say so.
   *
   * @throws HardhatPluginError where the user's word for it is none.
   */
  readonly timestamp: () => string;
}

/** What a format made. */
export interface Exported {
  /**
   * Without the line break at the end; `undefined` where so much is missing that
   * nothing could be made.
   */
  readonly text: string | undefined;
  /** What is missing in it, each with its network and what to set. */
  readonly gaps: readonly string[];
  /** What its reader should know. */
  readonly notes: readonly string[];
  /** Set where the text is a JavaScript module. */
  readonly module?: ModuleKind | undefined;
}

/** One way to write networks down for those who read addresses. */
export interface ExportFormat {
  /**
   * @throws HardhatPluginError on a previous text that cannot be gone on from.
   */
  readonly render: (input: ExportInput) => Exported;
  /** Set where the output is data of a fixed shape, without a header. */
  readonly isUnmarked?: true;
  /**
   * Set where the text depends on the one that the file holds: whether that is a
   * text that it can depend on.
   */
  readonly goesOnFrom?: (text: string) => boolean;
  /** Set where all that such a text holds of others stays, so that nothing is lost. */
  readonly isMerged?: true;
  /** Set where portal configs are needed, for which a keystore may prompt. */
  readonly readsPortal?: true;
}
