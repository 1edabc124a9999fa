import { expect } from "chai";

import { orderedOutput } from "../../scripts/test-run/ordered-output.ts";

function record(count: number) {
  const printed: string[] = [];
  const writers = orderedOutput(count, (text) => {
    if (text !== "") {
      printed.push(text);
    }
  });
  const [first, second, third] = writers;
  if (first === undefined || second === undefined || third === undefined) {
    throw new Error("three writers are needed");
  }
  return { printed, first, second, third };
}

describe("orderedOutput", () => {
  it("given interleaved texts, when all have ended, then each writer's text is whole and in order", () => {
    const { printed, first, second, third } = record(3);

    third.write("c1");
    first.write("a1");
    second.write("b1");
    first.write("a2");
    third.end();
    second.write("b2");
    second.end();
    first.write("a3");
    first.end();

    expect(printed.join("")).to.equal("a1a2a3b1b2c1");
  });

  it("given the first writer, when it writes, then its text is shown at once", () => {
    const { printed, first } = record(3);

    first.write("a1");

    expect(printed).to.eql(["a1"]);
  });

  it("given the first has ended, when the second writes, then it is live and the third waits", () => {
    const { printed, first, second, third } = record(3);

    second.write("b1");
    first.end();
    third.write("c1");
    second.write("b2");

    expect(printed).to.eql(["b1", "b2"]);
  });
});
