import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { HARDHAT_CLI } from "../../../scripts/paths.ts";
import { startLiveNetwork, urlVariables } from "../../e2e/live-network.ts";
import { configWith, NEW_CHAINS } from "../../e2e/run-alpha.ts";
import { httpProvider } from "../../support/anvil.ts";
import { createProject, type TemporaryProject } from "../../support/cli.ts";
import { docBlocks } from "../../support/doc-blocks.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";
import { honest, startFaultyServer } from "../../support/node-model/server.ts";

const SCRIPT = "notify.sh";
const PROGRAM = "hardhat-alpha-networks";

/** A webhook that counts what it is sent. */
async function startWebhook() {
  const messages: string[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    messages.push(JSON.parse(await text(request)).text);
    response.writeHead(status).end("noted");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    messages,
    answer: (next: number) => {
      status = next;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}

describe("the notification of docs/monitoring.md", function () {
  this.timeout(60_000);

  let project: TemporaryProject;
  beforeEach(() => {
    project = createProject(configWith(NEW_CHAINS));
    const block = docBlocks().find(({ file }) => file === SCRIPT);
    project.write(SCRIPT, block?.text ?? "exit 99");
    const program = project.write(
      PROGRAM,
      `#!/bin/sh\nexec "${process.execPath}" "${HARDHAT_CLI}" alpha "$@"\n`,
    );
    chmodSync(program, 0o755);
  });
  afterEach(() => project.remove());

  async function notify(env: Readonly<Record<string, string>>) {
    const { PATH } = process.env;
    const child = spawn("sh", [SCRIPT], {
      cwd: project.root,
      env: {
        ...guardedEnvironment(process.env),
        PATH: [project.root, PATH].join(delimiter),
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { code: child.exitCode, stdout, stderr };
  }

  it("given a node that goes down and up, then each change is sent once, and again by the next run if the webhook failed", async () => {
    await using live = await startLiveNetwork("devnet");
    const node = httpProvider(live.url);
    await using front = await startFaultyServer({
      ask: async (method, params) =>
        await node.request({ method, params: [...params] }),
    });
    await using webhook = await startWebhook();
    const env = {
      ...urlVariables({ devnet: front.url }),
      WEBHOOK_URL: webhook.url,
    };
    const quiet = { code: 0, stdout: "", stderr: "" };

    front.behave(honest);
    expect(await notify(env)).to.deep.equal(quiet);
    expect(webhook.messages).to.deep.equal([]);

    front.behave(({ socket }) => socket.destroy());
    expect(await notify(env)).to.deep.equal(quiet);
    expect(await notify(env)).to.deep.equal(quiet);
    expect(webhook.messages).to.have.lengthOf(1);
    expect(webhook.messages[0]).to.match(/^New problems:\n.*devnet/);

    front.behave(honest);
    webhook.answer(500);
    expect((await notify(env)).code).to.equal(1);
    webhook.answer(200);
    expect(await notify(env)).to.deep.equal(quiet);
    expect(webhook.messages.slice(1)).to.have.lengthOf(2);
    expect(webhook.messages.at(-1)).to.match(/^No longer a problem:\n.*devnet/);
    expect(webhook.messages.at(-1)).to.equal(webhook.messages.at(-2));
  });

  it("given a status that cannot be asked for, then the error is sent, and the last report stays", async () => {
    await using webhook = await startWebhook();
    project.write("last-status.json", "{}");

    const { code } = await notify({ WEBHOOK_URL: webhook.url });

    expect(code).to.not.equal(0);
    expect(webhook.messages[0]).to.contain(
      "is not a report of this version of alpha status",
    );
    expect(
      readFileSync(join(project.root, "last-status.json"), "utf8"),
    ).to.equal("{}");
    expect(existsSync(join(project.root, "new-status.json"))).to.equal(false);
  });
});
