import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";
import { HardhatPluginError } from "hardhat/plugins";

import { readAddressFile } from "../../src/verify/address-file.ts";

const ROUTER = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";
const OTHER = "0x8372715D834d286c9aECE1AcD51Da5755B32D505";

async function read(content: string | Uint8Array, name = "addresses.csv") {
  const folder = mkdtempSync(join(tmpdir(), "alpha-addresses-"));
  try {
    const file = join(folder, name);
    writeFileSync(file, content);
    const targets = await readAddressFile(file);
    return targets.map(({ key, address }) => [key, address]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function failure(content: string | Uint8Array, name?: string) {
  const error: unknown = await read(content, name).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(HardhatPluginError.isHardhatPluginError(error)).to.equal(true);
  return error instanceof Error ? error.message : "";
}

describe("an address file", () => {
  it("gives a name and an address a line", async () => {
    expect(await read(`Router,${ROUTER}\nOther,${OTHER}\n`)).to.deep.equal([
      ["Router", ROUTER],
      ["Other", OTHER],
    ]);
  });

  it("may have a head, comments, empty lines, a byte order mark", async () => {
    const text = `\uFEFFname,address\n# mine\n\nMy router , ${ROUTER}\r\n`;

    expect(await read(text)).to.deep.equal([["My router", ROUTER]]);
  });

  it("may be separated by semicolon or tab", async () => {
    expect(await read(`a;${ROUTER}\nb\t${OTHER}`)).to.deep.equal([
      ["a", ROUTER],
      ["b", OTHER],
    ]);
  });

  it("may repeat a name: each contract is named by its address, too, and listed once", async () => {
    const text = `a,${ROUTER}\nb,${OTHER}\na,${OTHER}\nb,${OTHER}\na,${ROUTER}`;

    expect(await read(text)).to.deep.equal([
      [`a ${ROUTER}`, ROUTER],
      ["b", OTHER],
      [`a ${OTHER}`, OTHER],
    ]);
  });

  it("may have a name that is another one's with its address: both are told apart", async () => {
    const text = `a ${ROUTER},${OTHER}\na,${ROUTER}\na,${OTHER}`;

    const names = (
      await read(
        JSON.stringify(
          text.split("\n").map((line) => {
            const [name, address] = line.split(",");
            return { name, address };
          }),
        ),
        "a.json",
      )
    ).map(([name]) => name);

    expect(new Set(names).size).to.equal(3);
  });

  it("may be JSON: an object, lists within it, or a list of entries", async () => {
    expect(
      await read(JSON.stringify({ a: ROUTER, b: [OTHER] }), "a.json"),
    ).to.deep.equal([
      ["a", ROUTER],
      ["b[0]", OTHER],
    ]);
    expect(
      await read(JSON.stringify([{ name: "a", address: ROUTER }]), "a.txt"),
    ).to.deep.equal([["a", ROUTER]]);
  });

  it("is refused whole with every bad line by its number", async () => {
    const bad = ROUTER.replace("4E", "4e");
    const message = await failure(
      `a,${ROUTER}\n\nb,0x12\nc\n,${ROUTER}\nd,${bad}\ne,${ROUTER},${OTHER}`,
    );

    expect(message).to.match(/5 bad lines; nothing was verified/);
    expect(message).to.match(/line 3: expected an address .* got "0x12"/);
    expect(message).to.match(/line 4: expected an address/);
    expect(message).to.match(/line 5: expected a name/);
    expect(message).to.match(/line 6: .* bad checksum/);
    expect(message).to.match(/line 7: expected an address/);
  });

  for (const [what, text, names] of [
    ["separators in quotes", `a,${ROUTER}\n"b, c",${OTHER}`, ["a", "b, c"]],
    [
      "quotes in quotes",
      `"the ""main"" one";"${ROUTER}"\nb;${OTHER}`,
      ['the "main" one', "b"],
    ],
    [
      "line breaks in quotes",
      `"a\r\nb",${ROUTER}\r\nc,${OTHER}\r\n`,
      ["a b", "c"],
    ],
    [
      "a byte order mark, semicolons and a head",
      `\uFEFFNo.;"Contract address";Note\r\n1;${ROUTER};main\r\n2;${OTHER};\r\n`,
      ["1, main", "2"],
    ],
    [
      "the address first, and other columns empty",
      `${ROUTER},,a,\n${OTHER},b`,
      ["a", "b"],
    ],
    [
      "commas in a file with semicolons",
      `a, b;${ROUTER}\nc;${OTHER}`,
      ["a, b", "c"],
    ],
    ["quotes within a text", `5" a,${ROUTER}\n6" b,${OTHER}`, ['5" a', '6" b']],
    [
      "a comment with a quote that is not closed",
      `# old, "x\na,${ROUTER}\n"b",${OTHER}`,
      ["a", "b"],
    ],
    [
      "hashes, and links with the same address",
      `a,${ROUTER},0x${"ab".repeat(32)}\nb,https://x.example/${OTHER},${OTHER.toLowerCase()}`,
      [`a, 0x${"ab".repeat(32)}`, `b, https://x.example/${OTHER}`],
    ],
  ] as const) {
    it(`given CSV with ${what}, then the other columns are the name of each address`, async () => {
      expect(await read(text)).to.deep.equal([
        [names[0], ROUTER],
        [names[1], OTHER],
      ]);
    });
  }

  it("given a line with two addresses, or one that a quote has taken in, then it is refused with its line", async () => {
    const short = OTHER.slice(0, -1);
    for (const text of [
      `a,${ROUTER}\nb,${ROUTER},${OTHER}`,
      `a,${ROUTER}\nb,${ROUTER},${short}`,
      `a,${ROUTER}\n"b\nc,${ROUTER}\n",${OTHER}`,
    ]) {
      expect(await failure(text)).to.match(/line 2: expected an address/);
    }
    expect(await failure(`Router address,\nb,${OTHER}`)).to.match(
      /line 1: exp/,
    );
  });

  it("given a first line named like a heading, whose address has a mistake, then it is refused", async () => {
    const text = `Token address,${ROUTER.slice(0, -1)}\nb,${OTHER}`;

    expect(await failure(text)).to.match(/line 1: expected an address/);
  });

  it("is refused where JSON has a name twice, as one address would be lost", async () => {
    expect(
      await failure(`{\n"a": "${ROUTER}",\n"a": "${OTHER}"\n}`, "a.json"),
    ).to.match(
      /same member twice in one object, line 3\. Nothing was verified/,
    );
    expect(
      await failure(
        `[{ "name": "a", "address": "${ROUTER}", "address": "${OTHER}" }]`,
        "a.json",
      ),
    ).to.match(/same member twice in one object, line 1/);
  });

  it("is refused where a list of addresses is empty, beside others that are not", async () => {
    expect(
      await failure(JSON.stringify({ a: ROUTER, b: [] }), "a.json"),
    ).to.match(/"b": expected an address/);
  });

  it("is refused as JSON of another shape, with the place", async () => {
    expect(await failure('"text"', "a.json")).to.match(/neither an object/);
    expect(await failure("[1, null]", "a.json")).to.match(/entry 1: .*name/);
    expect(await failure('{"a": {"b": 1}}', "a.json")).to.match(
      /"a": expected/,
    );
    expect(
      await failure('{"a": {"toString": 1, "valueOf": 1}}', "a.json"),
    ).to.match(/got "something else"/);
  });

  it("is refused where it is empty, has no address, or is no text", async () => {
    for (const text of ["", " \n\n", "# nothing\n"]) {
      expect(await failure(text)).to.match(/lists 0 addresses/);
    }
    expect(await failure("{}", "a.json")).to.match(/lists 0 addresses/);
    expect(await failure(Uint8Array.of(0xff, 0xfe, 0x41))).to.match(
      /is not valid UTF-8/,
    );
  });

  it("is refused where it lists too many", async () => {
    expect(await failure(`a,${ROUTER}\n`.repeat(100_001))).to.match(
      /lists 100001 addresses\. Expected 1 to 100000/,
    );
  });

  it("cannot put control characters into names or errors", async () => {
    expect(await read(`a\u001b[31m b,${ROUTER}`)).to.deep.equal([
      ["a b", ROUTER],
    ]);
    expect(await failure("a,\u001b[2Jx")).not.to.include("\u001b");
  });
});
