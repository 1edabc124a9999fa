import { expect } from "chai";
import {
  decodeMetadataCache,
  judgeHealth,
} from "../../../src/status/services/metadata-cache.ts";

describe("a metadata cache's description", () => {
  for (const [description, expected] of [
    [
      { software: "Aquarius", version: "5.1.2", plugin: "elasticsearch" },
      { software: "Aquarius", version: "5.1.2", hasHealth: true, chainIds: [] },
    ],
    [
      { software: "Ocean-Node", version: "0.0.1" },
      {
        software: "Ocean-Node",
        version: "0.0.1",
        hasHealth: false,
        chainIds: [],
      },
    ],
    [
      { software: "Aquarius", version: "\u001B[2J5\n.1\u202E" },
      { software: "Aquarius", version: "5 .1", hasHealth: true, chainIds: [] },
    ],
    [
      { software: "Aquarius", version: 5 },
      { software: "Aquarius", hasHealth: true, chainIds: [] },
    ],
    [
      { software: "Ocean-Node", version: "0.2.3", chainIds: ["1", 137] },
      {
        software: "Ocean-Node",
        version: "0.2.3",
        hasHealth: false,
        chainIds: [1, 137],
      },
    ],
  ] as const) {
    it(`given ${JSON.stringify(description)}, then it is one, with printable names`, () => {
      expect(decodeMetadataCache(description)).to.deep.equal({
        ok: true,
        value: expected,
      });
    });
  }

  for (const description of [
    null,
    {},
    { software: 5 },
    { software: "\u0000" },
    { software: "Provider", version: "2.1.6" },
    { software: "NotAquarius" },
    { software: "Ocean-Node", chainIds: { 1: "0x" } },
  ]) {
    it(`given ${JSON.stringify(description)}, then it is not known to be one`, () => {
      expect(decodeMetadataCache(description).ok).to.equal(false);
    });
  }
});

/** What Flask sends where an application has no such path. */
const FLASK_PAGE =
  "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.</p>";

describe("a metadata cache's health", () => {
  for (const [status, text, state] of [
    [200, "Elasticsearch connected", "ok"],
    [200, "Mongodb connected\n", "ok"],
    [404, FLASK_PAGE, "ok"],
    [404, "404 Not Found", "unknown"],
    [404, "", "unknown"],
    [404, '{"error":"no route to a backend"}', "unknown"],
    [400, "Not connected to any database", "failing"],
    [200, "Not connected to any database", "unknown"],
    [404, "Not connected to any database", "unknown"],
    [400, "<html>Not connected to any database</html>", "unknown"],
    [200, "", "unknown"],
    [200, "<html>Elasticsearch connected</html>", "unknown"],
  ] as const) {
    it(`given HTTP ${status} with "${text.trim()}", then it is ${state}`, () => {
      const verdict = judgeHealth(`${status} ${text}`);

      expect(verdict.state).to.equal(state);
      expect(verdict.reason === undefined).to.equal(state === "ok");
    });
  }
});
