import { expect } from "chai";
import fc from "fast-check";

import { xmlDocument } from "../../../tasks/cli/xml.ts";
import { readXml } from "../verify/read-xml.ts";
import { HOSTILE } from "../verify/verify-reports.ts";

const FORBIDDEN =
  /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function roundTrip(text: string) {
  return readXml(
    xmlDocument({
      name: "a",
      attributes: { key: text },
      content: [{ name: "b", content: text }],
    }),
  );
}

describe("an XML document", () => {
  it("given any text in an attribute and an element, then a strict reader gets it back, what XML forbids replaced", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.string({
            unit: fc
              .integer({ min: 0, max: 0xffff })
              .map((code) => String.fromCharCode(code)),
          }),
          fc.constantFrom(...HOSTILE),
        ),
        (text) => {
          const wanted = text.replace(FORBIDDEN, "\uFFFD");
          const root = roundTrip(text);

          expect(root.attributes["key"]).to.equal(wanted);
          expect(root.children[0]?.text).to.equal(wanted);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("given any comment, then a strict reader reads past it", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: fc.constantFrom("-", ">", "a", "\n") }),
          fc.constantFrom(...HOSTILE),
        ),
        (comment) => {
          const text = xmlDocument({ name: "a" }, comment);

          expect(text).to.match(/^<\?xml [^\n]*\n<!-- /);
          expect(readXml(text).name).to.equal("a");
        },
      ),
      { numRuns: 500 },
    );
  });

  it("given elements within elements, then each is a line, indented", () => {
    expect(
      xmlDocument({
        name: "a",
        content: [
          { name: "b", attributes: { n: 1 } },
          { name: "c", content: "t" },
        ],
      }),
    ).to.equal(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <b n="1"/>\n  <c>t</c>\n</a>',
    );
  });

  it("given the reader of these tests, then it refuses what is not well-formed", () => {
    const head = '<?xml version="1.0" encoding="UTF-8"?>';
    for (const bad of [
      "<a>",
      "<a></b>",
      '<a k="<"/>',
      '<a k="1" k="2"/>',
      '<a k="1"j="2"/>',
      "<a>&</a>",
      "<a>&nbsp;</a>",
      "<a>&#0;</a>",
      "<a>]]></a>",
      "<a/><b/>",
      "<a>\u0001</a>",
      "<!-- a--b --><a/>",
      "<!-- a---><a/>",
      "<!-- a <a/>",
    ]) {
      expect(() => readXml(head + bad), bad).to.throw(Error);
    }
  });
});
