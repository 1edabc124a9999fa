import { assertVerified } from "../../../src/testing.ts";
import {
  judgeNetwork,
  verifyReport,
} from "../../../src/verify/judge-network.ts";
import type {
  ContractVerification,
  NetworkVerification,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import {
  verifyGithub,
  verifyGithubSummary,
} from "../../../tasks/verify/formats/github.ts";
import { verifyJunit } from "../../../tasks/verify/formats/junit.ts";
import { verifyMarkdown } from "../../../tasks/verify/formats/markdown.ts";
import { verifyQuiet } from "../../../tasks/verify/formats/quiet.ts";
import { verifyTable } from "../../../tasks/verify/formats/table.ts";

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
    reason: "accepted by alpha.lock.json: no release",
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
    reason,
  };
}

export function network(
  given: Partial<NetworkVerification> = {},
): NetworkVerification {
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
): NetworkVerification {
  return network({
    block: undefined,
    cause: { outcome, reason, remedy: "Check the node." },
    contracts: [
      missing("Router", "unknown", reason),
      missing("Dispenser", "unknown", reason),
    ],
  });
}

export function report(
  networks: readonly NetworkVerification[] = [network()],
  given: Partial<VerifyReport> = {},
): VerifyReport {
  return {
    ...verifyReport(
      { level: "wiring", strict: given.strict },
      networks.map((one) => judgeNetwork(one, given.strict)),
    ),
    ...given,
  };
}

/** A report on one network. */
export function reportOf(given: Partial<NetworkVerification>): VerifyReport {
  return report([network(given)]);
}

/** A report with a text wherever a node, a file or a user can put one. */
export function hostileReport(text: string): VerifyReport {
  return wrongReport(() => text);
}

/** One of everything that can be wrong, with a text for each thing to say about it. */
export function wrongReport(say: (what: string) => string): VerifyReport {
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
          reason: say("no code behind it"),
        },
      }),
      contract({ key: "Doubtful", proxyUnknown: say("its slot is unread") }),
      contract({
        key: "Swapped",
        identity: {
          verdict: "wrong",
          contract: say("Dispenser"),
          reason: say("it is the Dispenser"),
        },
      }),
    ],
    facts: [
      {
        id: say("router.factory"),
        class: "structural",
        expected: say("one"),
        actual: say("two"),
        verdict: "broken",
        reason: say("expected one, got two"),
      },
      {
        id: "factory.router",
        class: "structural",
        expected: "one",
        verdict: "unknown",
        reason: say("the call was not answered"),
      },
      {
        id: "router.owner",
        class: "policy",
        label: say("the owner"),
        expected: say("somebody"),
        actual: say("anybody"),
        value: [say("anybody")],
        verdict: "changed",
        reason: say("somebody → anybody"),
      },
    ],
    lock: {
      verdict: "changed",
      reason: say("1 change"),
      changes: [
        {
          contract: say("registry.Old"),
          severity: "control",
          field: "address",
          locked: say("it"),
          actual: say("another"),
        },
      ],
      unread: [{ contract: say("registry.Late"), reason: say("no hash") }],
    },
    notes: [say("a note")],
  });
}

/** What no output of one line a finding may hold: controls, hidden characters. */
export function unprintable(text: string): readonly string[] {
  return text.replaceAll("\n", "").match(/[\p{C}\p{Zl}\p{Zp}]/gu) ?? [];
}

/** Proxies that are gone, and that are new. */
export const TWO_CHANGES: NonNullable<NetworkVerification["lock"]> = {
  verdict: "changed",
  block: "5",
  reason: "2 changes",
  changes: [
    {
      contract: "registry.A",
      severity: "control",
      field: "proxy",
      locked: "x",
    },
    {
      contract: "registry.B",
      severity: "control",
      field: "proxy",
      actual: "y",
    },
  ],
  unread: [],
};

/** Every format of a report, by name, and the message of the assertion. */
export const FORMATS: Readonly<
  Record<string, (given: VerifyReport) => string>
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
      assertVerified(given);
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
