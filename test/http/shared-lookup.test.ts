import dns from "node:dns";
import { expect } from "chai";
import { sharedLookup } from "../../src/http/connections.ts";

type Result = readonly [error: string | undefined, address: unknown];

describe("sharedLookup", () => {
  const { lookup } = dns;
  let answers: ((error: Error | null, ...rest: unknown[]) => void)[];

  beforeEach(() => {
    answers = [];
    Object.assign(dns, {
      lookup: (_host: string, _options: object, done: (typeof answers)[0]) =>
        answers.push(done),
    });
  });
  afterEach(() => {
    Object.assign(dns, { lookup });
  });

  const lookUp = (hostname: string, options = {}): Promise<Result> =>
    new Promise((resolve) => {
      sharedLookup(hostname, options, (error, address) =>
        resolve([error?.message, address]),
      );
    });

  it("given a lookup that fails, then all of them fail, and the next one is a new lookup", async () => {
    const all = [lookUp("a.test"), lookUp("a.test")];
    answers[0]?.(new Error("EAI_AGAIN"));

    expect(await Promise.all(all)).to.deep.equal(
      Array(2).fill(["EAI_AGAIN", undefined]),
    );
    const later = lookUp("a.test");
    answers[1]?.(null, "127.0.0.1", 4);
    expect(await later).to.deep.equal([undefined, "127.0.0.1"]);
  });

  it("given another host or other options, then it is looked up by itself", async () => {
    const all = [
      lookUp("a.test"),
      lookUp("b.test"),
      lookUp("a.test", { all: true }),
    ];

    expect(answers).to.have.length(3);
    for (const [index, answer] of answers.entries()) {
      answer(null, `127.0.0.${index}`);
    }
    expect(
      (await Promise.all(all)).map(([, address]) => address),
    ).to.deep.equal(["127.0.0.0", "127.0.0.1", "127.0.0.2"]);
  });
});
