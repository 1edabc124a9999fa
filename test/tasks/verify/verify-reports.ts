import { assertVerified } from "../../../src/testing.ts";
import {
  type ContractVerification,
  type FactVerification,
  type JudgedNetwork,
  type JudgedReport,
  networkReason,
} from "../../../src/verify/found.ts";
import {
  judgedReport,
  judgeNetwork,
} from "../../../src/verify/judge-network.ts";
import type { LockChange } from "../../../src/verify/lock-report.ts";
import {
  encode,
  type Json,
  readingOf,
} from "../../../src/verify/values/codec.ts";
import { compare } from "../../../src/verify/values/compare.ts";
import { told } from "../../../src/verify/values/reason.ts";
import { textValue } from "../../../src/verify/values/value.ts";
import { loadFactWords } from "../../../src/verify/words/fact-words-loader.ts";
import { reportOf as reported } from "../../../src/verify/words/report.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import {
  verifyGithub,
  verifyGithubSummary,
} from "../../../tasks/verify/formats/github.ts";
import { verifyJunit } from "../../../tasks/verify/formats/junit.ts";
import { verifyMarkdown } from "../../../tasks/verify/formats/markdown.ts";
import {
  verifyQuiet,
  verifyTable,
} from "../../../tasks/verify/formats/table.ts";

// Reports are judged here without a verification, which would load it.
await loadFactWords();

export const ADDRESS = `0x${"cd".repeat(20)}` as const;
export const OTHER_ADDRESS = `0x${"ef".repeat(20)}` as const;
/** What to do about an absent contract. */
export const REMEDY =
  "Check the address, and that the contract is deployed on this network.";
export const HASH = `0x${"ab".repeat(32)}` as const;
export const OTHER_HASH = `0x${"12".repeat(32)}` as const;

/** Texts that some format, terminal or reader takes for its own. */
export const HOSTILE: readonly string[] = [
  "]]></failure><testcase name='x'/>",
  '"><script>alert(1)</script>',
  "::error title=mine::owned",
  "a\n::set-output name=x::y",
  "a\r\n::add-mask::b",
  "%0A::error::x %25 %",
  "a | b | c",
  "\\| x \\\\| y",
  "`code` ``two`` ```",
  "</code></td></table><img src=x onerror=y>",
  "</details></summary>",
  "[link](javascript:x) ![i](http://127.0.0.1/x) [^1] [x]: y",
  "https://127.0.0.1/ www.example.invalid @somebody #12 &lt; &#0; <!-- c -->",
  "**bold** __b__ ~~s~~ $math$ <br>",
  "\u001B[31mred\u001B[0m \u001B]8;;x\u0007link\u0007 \u009B31m",
  "nul\u0000 bell\u0007 backspace\u0008 vt\u000B ff\u000C del\u007F",
  "lone \uD800 high \uDC00 low",
  "\uFFFE \uFFFF \u{1FFFF}",
  "line\u2028separator\u2029paragraph\u0085next",
  "rtl \u202Eoverride\u202C \u2066isolate\u2069 \u200Bzero\uFEFF",
  "\u{E0041}\u{E0042} tags",
  "&amp; & && &quot;",
  "-- --> <!-- ",
  "\n\n# heading\n\n- list\n\n---\n",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is one for workflows
  "{{ x }} ${{ secrets.X }} $(x) `x`",
  "😀 ünïcödé 漢字 עברית",
];

export function contract(
  given: Partial<ContractVerification> = {},
): ContractVerification {
  return {
    kind: "registry",
    key: "Router",
    role: "router",
    address: ADDRESS,
    verdict: "present",
    codeSize: 100,
    codeHash: HASH,
    ...given,
  };
}

/** One of no known release, which the lock file accepts. */
export const ACCEPTED = contract({
  identity: {
    verdict: "recognised",
    basis: "lock",
    reason: {
      code: "accepted",
      cause: { code: "unreleased", facts: { contracts: "Router" } },
    },
  },
});

/** One that was looked for and is not there, or could not be told. */
export function missing(
  key: string,
  verdict: Exclude<ContractVerification["verdict"], "present">,
  reason: string,
): ContractVerification {
  return {
    kind: "registry",
    key,
    ...(verdict === "unset" ? {} : { address: ADDRESS }),
    verdict,
    reason: told(reason),
  };
}

/** A change of a fact since the lock, whose values are as a lock file has them. */
export function factChange(
  fact: FactVerification["id"],
  before: Json,
  now: Json,
  severity: LockChange["severity"] = "control",
): LockChange {
  const [was, is] = [readingOf(before), readingOf(now)];
  const difference = compare(was, is);
  return { fact, field: "policy", before: was, now: is, difference, severity };
}

export function network(given: Partial<JudgedNetwork> = {}): JudgedNetwork {
  return judgeNetwork({
    network: "devnet",
    hardhatNetwork: "devnet",
    chainId: 32456,
    endpoint: "https://host:8545",
    block: { number: "123", hash: HASH, timestamp: 1_760_000_000 },
    contracts: [contract()],
    notes: [],
    ...given,
  });
}

/** A network that no node answered for, or one of another chain. */
export function unreachable(
  reason: string,
  outcome: "unknown" | "failed" = "unknown",
): JudgedNetwork {
  const cause = { outcome, reason, remedy: "Check the node." } as const;
  const why = { verdict: "unknown", reason: networkReason(cause) } as const;
  return network({
    block: undefined,
    cause,
    contracts: [
      { kind: "registry", key: "Router", address: ADDRESS, ...why },
      { kind: "registry", key: "Dispenser", address: ADDRESS, ...why },
    ],
  });
}

export function report(
  networks: readonly JudgedNetwork[] = [network()],
  given: Partial<JudgedReport> = {},
): JudgedReport {
  return {
    ...judgedReport(
      { level: "wiring", strict: given.strict },
      networks.map((one) => judgeNetwork(one, given.strict)),
    ),
    ...given,
  };
}

/** A report on one network. */
export function reportOf(given: Partial<JudgedNetwork>): JudgedReport {
  return report([network(given)]);
}

/** A report with a text wherever a node, a file or a user can put one. */
export function hostileReport(text: string): JudgedReport {
  return wrongReport(() => text);
}

/** One of everything that can be wrong, with a text for each thing to say about it. */
export function wrongReport(say: (what: string) => string): JudgedReport {
  return reportOf({
    hardhatNetwork: say("devnet"),
    endpoint: say("https://host:8545"),
    contracts: [
      { ...missing(say("Gone"), "absent", say("no code there")), kind: "list" },
      missing("Lent", "delegated", say("it is an account")),
      missing("Late", "unknown", say("the node was too slow")),
      missing("Unset", "unset", say("no source gives its address")),
      missing("Skipped", "skipped", say("it is on no sandbox")),
      contract({
        key: "Proxy",
        proxy: {
          kind: "eip1967",
          implementation: OTHER_ADDRESS,
          verdict: "absent",
          reason: told(say("no code behind it")),
        },
      }),
      contract({
        key: "Doubtful",
        proxyUnread: {
          kind: "unread",
          reason: told(say("its slot is unread")),
        },
      }),
      contract({
        key: "Swapped",
        identity: {
          verdict: "wrong",
          contract: say("Dispenser"),
          reason: told(say("it is the Dispenser")),
        },
      }),
    ],
    facts: [
      {
        id: say("router.factory"),
        class: "structural",
        expected: textOf(say("one")),
        value: textOf(say("two")),
        verdict: "broken",
        reason: told(say("expected one, got two")),
      },
      {
        id: "factory.router",
        class: "structural",
        expected: "one",
        verdict: "unknown",
        reason: told(say("the call was not answered")),
      },
      {
        id: "router.owner",
        class: "policy",
        label: say("the owner"),
        expected: textOf(say("somebody")),
        value: textOf(say("anybody")),
        verdict: "changed",
      },
    ],
    lock: {
      verdict: "changed",
      reason: told(say("1 change")),
      changes: [
        {
          contract: say("registry.Old"),
          severity: "control",
          field: "address",
          before: say("it"),
          now: say("another"),
        },
        factChange(
          "router.owner",
          textOf(say("somebody")),
          textOf(say("anybody")),
        ),
      ],
      unread: [{ id: say("registry.Late"), reason: told(say("no hash")) }],
    },
    notes: [say("a note")],
  });
}

/** A text as a lock file has it. */
function textOf(value: string): Json {
  return encode({ kind: "read", value: textValue(value) });
}

/** What no output of one line a finding may hold: controls, hidden characters. */
export function unprintable(text: string): readonly string[] {
  return text.replaceAll("\n", "").match(/[\p{C}\p{Zl}\p{Zp}]/gu) ?? [];
}

/** Proxies that are gone, and that are new. */
export const TWO_CHANGES: NonNullable<JudgedNetwork["lock"]> = {
  verdict: "changed",
  block: "5",
  reason: told("2 changes"),
  changes: [
    {
      contract: "registry.A",
      severity: "control",
      field: "proxy",
      before: { kind: "eip1167", implementation: ADDRESS },
    },
    {
      contract: "registry.B",
      severity: "control",
      field: "proxy",
      now: { kind: "eip1167", implementation: OTHER_ADDRESS },
    },
  ],
  unread: [],
};

/** Every format of a report, by name, and the message of the assertion. */
export const FORMATS: Readonly<
  Record<string, (given: JudgedReport) => string>
> = {
  table: (given) => verifyTable(given, PLAIN),
  "table of 80 columns": (given) =>
    verifyTable(given, { ...PLAIN, columns: 80 }),
  "table of 40 columns": (given) =>
    verifyTable(given, { ...PLAIN, columns: 40 }),
  quiet: (given) => verifyQuiet(given, PLAIN),
  markdown: verifyMarkdown,
  summary: verifyGithubSummary,
  github: verifyGithub,
  junit: verifyJunit,
  assertVerified: (given) => {
    try {
      assertVerified(reported(given));
    } catch (error) {
      return String(error);
    }
    return "";
  },
};

/** What is left of a text whatever a format wraps or escapes in it. */
export function letters(text: string): string {
  return text
    .replace(/&#\d+;|<!-- -->|%[0-9A-F]{2}/g, "")
    .replace(/[^\p{L}\d]/gu, "");
}
