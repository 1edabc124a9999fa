import { expect } from "chai";
import type { JudgedReport } from "../../../src/verify/found.ts";
import { verifyGithub } from "../../../tasks/verify/formats/github.ts";
import {
  ADDRESS,
  contract,
  HOSTILE,
  hostileReport,
  missing,
  network,
  OTHER_ADDRESS,
  REMEDY,
  report,
  reportOf,
  TWO_CHANGES,
} from "./verify-reports.ts";

/** Who could have changed the code of a clone. */
const WHO =
  "who changed it is unknown: code stays the same at its address, unless it is destroyed and created again, or the chain is another one";

interface Command {
  readonly command: string;
  readonly title: string;
  readonly message: string;
}

/** Reads a log as GitHub's runner does: a command a line, values unescaped. */
function commands(given: JudgedReport): readonly Command[] {
  return verifyGithub(given)
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => {
      const match = /^::(\w+) title=([^:,]*)::(.*)$/s.exec(line);
      const [, command = "", title = "", message = ""] = match ?? [];
      expect(match, `no command: ${line}`).not.to.equal(null);
      return {
        command,
        title: unescapeAll(title),
        message: unescapeAll(message),
      };
    });
}

function unescapeAll(text: string): string {
  return text
    .replaceAll("%2C", ",")
    .replaceAll("%3A", ":")
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n")
    .replaceAll("%25", "%");
}

describe("the verify report as GitHub annotations", () => {
  it("given a problem in a file with a hostile name, then its place is printable", () => {
    for (const count of [1, 30]) {
      const contracts = Array.from({ length: count }, (_, index) =>
        missing(`Key${index}`, "absent", `none ${index}`),
      );
      const text = verifyGithub(reportOf({ contracts }), () => ({
        file: "a\u202eb\u2028c.csv",
        line: 3,
      }));

      expect(text).to.contain("a\\u202eb\\u2028c.csv");
      expect(text).to.match(/^[^\p{Cf}\p{Zl}\p{Zp}]*$/u);
    }
  });

  it("given that all holds, then one notice says so of each network", () => {
    const testnet = { network: "testnet", hardhatNetwork: "testnet" } as const;

    expect(commands(report([network(), network(testnet)]))).to.deep.equal([
      {
        command: "notice",
        title: "alpha verify (wiring): ok",
        message: "devnet ok, testnet ok",
      },
    ]);
  });

  it("given something proven and something unknown, then the first is an error, the second a warning", () => {
    const given = reportOf({
      contracts: [
        missing("Late", "unknown", "no answer"),
        missing("Gone", "absent", "no code"),
      ],
    });

    expect(commands(given).slice(0, 2)).to.deep.equal([
      {
        command: "error",
        title: "devnet: registry.Gone absent",
        message: `no code\n${REMEDY}\nregistry.Gone ${contract().address}`,
      },
      {
        command: "warning",
        title: "devnet: registry.Late unknown",
        message: `no answer\nregistry.Late ${contract().address}`,
      },
    ]);
  });

  it("given changes since the lock, then one annotation has them all, and says once how to accept them", () => {
    const [first, ...others] = commands(
      reportOf({
        lock: TWO_CHANGES,
      }),
    );

    expect(first).to.deep.equal({
      command: "error",
      title: "devnet: lock file changed (control)",
      message: [
        `registry.A: clone (EIP-1167) of ${ADDRESS} → no proxy; ${WHO}`,
        `registry.B: no proxy → clone (EIP-1167) of ${OTHER_ADDRESS}; ${WHO}`,
        "Check what is deployed. If it is meant, --level wiring shows how to accept it.",
        "lock file",
      ].join("\n"),
    });
    expect(others).to.have.length(1);
  });

  it("given more findings than GitHub shows, then none is lost: the last one shown holds the rest", () => {
    const count = 37;
    const contracts = Array.from({ length: count }, (_, index) =>
      missing(`Key${index}x`, "absent", `reason ${index}`),
    );
    const given = reportOf({ contracts });

    const errors = commands(given).filter(({ command }) => command === "error");
    expect(errors.length).to.be.at.most(10);
    const text = errors
      .map(({ title, message }) => `${title}\n${message}`)
      .join("\n");
    for (let index = 0; index < count; index++) {
      expect(text).to.contain(`Key${index}x`);
      expect(text).to.contain(`reason ${index}`);
    }
  });

  it("given percent signs and separators, then they come out as written", () => {
    const given = reportOf({
      contracts: [
        { ...missing("a,b:c%0A", "absent", "50%, 1:2 %25"), kind: "list" },
      ],
    });

    expect(commands(given)[0]).to.include({
      title: "devnet: list.a,b:c%0A absent",
      message: `50%, 1:2 %25\n${REMEDY}\nlist.a,b:c%0A ${contract().address}`,
    });
  });

  for (const text of HOSTILE) {
    it(`given ${JSON.stringify(text)} wherever a text can be, then there is no command of its own`, () => {
      const kinds = (given: JudgedReport) =>
        commands(given).map(({ command }) => command);

      expect(kinds(hostileReport(text))).to.deep.equal(
        kinds(hostileReport("x")),
      );
    });
  }
});
