import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { capture } from "../../../scripts/pictures/capture.ts";
import { CAPTURES } from "../../../scripts/pictures/captures.ts";
import { REPOSITORY } from "../../support/repository-files.ts";

describe("the pictures in docs/images", function () {
  this.timeout(60_000);

  /** What differs from run to run: ports, the time, and how old a head is. */
  const withoutTime = (picture: string) =>
    picture
      .replace(/127\.0\.0\.1:\d+/g, "<node>")
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
      .replace(/>\d+ s</g, "><age><");

  for (const one of CAPTURES) {
    it(`given ${one.file}, when its command is run again, then it shows the same except for the time (npm run pictures captures it again)`, async () => {
      const kept = readFileSync(
        join(REPOSITORY, "docs/images", one.file),
        "utf8",
      );

      expect(withoutTime(kept)).to.equal(withoutTime(await capture(one)));
      // Of 80 columns: longer lines are too small on a phone.
      expect(Number(/ width="(\d+)"/.exec(kept)?.[1])).to.be.at.most(712);
    });
  }
});
