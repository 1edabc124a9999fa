import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

import {
  type Behaviour,
  honest,
  startFaultyServer,
} from "../support/node-model/server.ts";
import { startMutePort } from "../support/node-model/silent-peers.ts";
import { SLOW_FAULTS } from "../support/node-model/transport-faults.ts";

const PROGRAM = fileURLToPath(
  new URL("./rpc-client-process.ts", import.meta.url),
);

async function runProgram(
  behaviour: Behaviour,
  ending: string,
): Promise<{ code: unknown; output: string }> {
  await using server = await startFaultyServer({ behaviour });

  return await runAgainst(server.url, ending);
}

async function runAgainst(
  url: string,
  ending: string,
): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, [PROGRAM, url, ending], {
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  let output = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => {
    output += text;
  });
  const [code] = await once(child, "close");
  return { code, output };
}

describe("a process that uses createHttpTransport", function () {
  this.timeout(30_000);
  const trickles = {
    "a body that trickles": SLOW_FAULTS["a body that trickles"],
    "headers that trickle": SLOW_FAULTS["headers that trickle"],
  };

  for (const [name, behaviour] of Object.entries(trickles)) {
    it(`ends by itself after the attempt's limit, given ${name} and no close`, async () => {
      expect(await runProgram(behaviour, "leave")).to.deep.equal({
        code: 0,
        output: "timeout",
      });
    });
  }

  it("ends by itself at the deadline, given a trickle and no close", async () => {
    const behaviour = SLOW_FAULTS["a body that trickles"];
    expect(await runProgram(behaviour, "deadline")).to.deep.equal({
      code: 0,
      output: "timeout",
    });
  });

  it("ends by itself when the transport is closed within a trickle", async () => {
    const behaviour = SLOW_FAULTS["a body that trickles"];
    expect(await runProgram(behaviour, "close")).to.deep.equal({
      code: 0,
      output: "unreachable",
    });
  });

  it("ends by itself when the transport is closed while it still connects", async () => {
    await using port = await startMutePort();

    expect(await runAgainst(port.url, "close")).to.deep.equal({
      code: 0,
      output: "unreachable",
    });
  });

  it("ends by itself after an honest answer on a connection that is kept alive, without a close", async () => {
    expect(await runProgram(honest, "keep")).to.deep.equal({
      code: 0,
      output: "ok",
    });
  });
});
