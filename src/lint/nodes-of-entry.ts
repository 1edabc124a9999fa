import type { Place, ReadValue } from "../sources/read/types.ts";
import { textIn } from "../sources/value-in.ts";
import type { LintEntry, NodeField } from "./types.ts";

/** Nodes of one wallet's chain that are asked: lists of them may be long. */
const MOST_OF_A_CHAIN = 3;

/** A node that an entry names. */
export interface NamedNode {
  readonly field: NodeField;
  readonly place: Place;
  readonly url: string;
}

/** Nodes of an entry that cannot be asked, or are not. */
export interface PassedNode {
  readonly field: NodeField | undefined;
  readonly place: Place;
  /** `unknown` where none of the field's nodes is asked, though it has some. */
  readonly verdict: "unknown" | "unasked";
  readonly reason: string;
}

/** The nodes that an entry names: a portal's `nodeUri`, a wallet's `rpc`. */
export function nodesOfEntry({ chain }: LintEntry): {
  readonly named: readonly NamedNode[];
  readonly passed: readonly PassedNode[];
} {
  const nodeUri = chain.members.get("nodeUri")?.value;
  const rpc = chain.members.get("rpc")?.value;
  if (nodeUri === undefined && rpc === undefined) {
    const mayName = chain.beyond.length > 0;
    return {
      named: [],
      passed: [
        {
          field: undefined,
          place: chain.place,
          verdict: mayName ? "unknown" : "unasked",
          reason: mayName
            ? "whether it names a node cannot be known without running the file"
            : "it names none",
        },
      ],
    };
  }
  const found = [
    ...(nodeUri === undefined ? [] : [nodeOf(nodeUri)]),
    ...(rpc === undefined ? [] : [nodesIn(rpc)]),
  ];
  return {
    named: found.flatMap(({ named }) => named),
    passed: found.flatMap(({ passed }) => passed),
  };
}

type Found = ReturnType<typeof nodesOfEntry>;

function nodeOf(value: ReadValue): Found {
  const { place } = value;
  const url = textIn(value);
  return url !== undefined && isHttpUrl(url)
    ? { named: [{ field: "nodeUri", place, url }], passed: [] }
    : {
        named: [],
        passed: [
          {
            field: "nodeUri",
            place,
            verdict: "unknown",
            reason: "its URL is not known, or is none",
          },
        ],
      };
}

function nodesIn(rpc: ReadValue): Found {
  const items = rpc.kind === "list" ? rpc.items : [rpc];
  const mayBeMore = rpc.kind === "list" && rpc.beyond.length > 0;
  const named = items
    .flatMap((item): NamedNode[] => {
      const url = textIn(item);
      return url !== undefined && isHttpUrl(url) && !url.includes("${")
        ? [{ field: "rpc", place: item.place, url }]
        : [];
    })
    .slice(0, MOST_OF_A_CHAIN);
  const left = items.length - named.length;
  if (named.length > 0 && left === 0 && !mayBeMore) {
    return { named, passed: [] };
  }
  const some =
    left === 0 ? "" : `${left} of the ${items.length} in rpc were not asked`;
  const more = mayBeMore ? "there may be more than are known" : "";
  return {
    named,
    passed: [
      {
        field: "rpc",
        place: rpc.place,
        ...(named.length === 0
          ? {
              verdict: "unknown",
              reason: "rpc gives no http URL that is known and complete",
            }
          : {
              verdict: "unasked",
              reason: [some, more].filter((part) => part !== "").join(", and "),
            }),
      },
    ],
  };
}

function isHttpUrl(text: string): boolean {
  return ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
}
