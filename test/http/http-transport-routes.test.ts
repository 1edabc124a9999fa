import {
  createServer as createHttp2Server,
  createSecureServer,
} from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { expect } from "chai";
import type { Reply } from "../../src/http/types.ts";
import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { NO_PROXIES, startProxy } from "../support/forward-proxy.ts";
import { measureTraffic } from "../support/http-traffic.ts";
import { listen } from "../support/listen.ts";
import { startFaultyServer } from "../support/node-model/server.ts";
import { withEnvironment } from "../support/with-environment.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";

async function ask(
  url: string,
  env: Record<string, string> = {},
): Promise<{ reply: Reply; attempts: number }> {
  return await withEnvironment({ ...NO_PROXIES, ...env }, async () => {
    const transport = createHttpTransport({
      url,
      retryBaseMs: 1,
      // What is left of a time limit is seldom a whole number.
      attemptTimeoutMs: 4_999.5,
    });
    try {
      const { result: reply, attempts } = await measureTraffic(
        async () => await transport.request("eth_chainId", []),
      );
      return { reply, attempts };
    } finally {
      await transport.close();
    }
  });
}

describe("createHttpTransport, on the way to the endpoint", () => {
  describe("over TLS", () => {
    it("given a certificate nobody vouches for, refuses it at once and names the cause", async () => {
      await using server = createHttpsServer(
        selfSignedCertificate("localhost"),
      );
      const port = await listen(server);
      const { reply, attempts } = await ask(`https://127.0.0.1:${port}`);
      expect(reply).to.include({ ok: false, kind: "unreachable" });
      expect(reply)
        .to.have.property("reason")
        .that.includes("certificate is self-signed")
        .and.includes("NODE_EXTRA_CA_CERTS");
      expect(attempts).to.equal(1);
    });

    it("given http to a port that answers with an alert of TLS, says so at once", async () => {
      await using server = createTcpServer((socket) => {
        const alert = Buffer.from("15030100020246", "hex");
        socket.on("error", () => {}).on("data", () => socket.end(alert));
      });
      const port = await listen(server);
      const { reply, attempts } = await ask(`http://127.0.0.1:${port}`);
      expect(reply)
        .to.have.property("reason")
        .that.equals("this port serves https: use https in the URL");
      expect(attempts).to.equal(1);
    });

    it("given https to a port that speaks http, says that TLS failed", async () => {
      await using server = await startFaultyServer();

      const { reply } = await ask(`https://127.0.0.1:${server.port}`);
      expect(reply).to.include({ ok: false, kind: "unreachable" });
      expect(reply)
        .to.have.property("reason")
        .that.includes("does not serve https: use http in the URL");
    });
  });

  describe("to a server of HTTP/2 only", () => {
    const goAway = Buffer.from("0000080700000000000000000000000001", "hex");
    const SERVERS = {
      "over https": () =>
        createSecureServer({
          ...selfSignedCertificate("localhost"),
          ALPNProtocols: ["h2"],
        }),
      "in clear text": () => createHttp2Server().on("sessionError", () => {}),
      "in clear text, which only says that it goes away": () =>
        createTcpServer((socket) => {
          socket.on("error", () => {}).on("data", () => socket.end(goAway));
        }),
    };
    for (const [how, start] of Object.entries(SERVERS)) {
      it(`given one ${how}, says so at once`, async () => {
        const server = start();
        const port = await listen(server);
        const scheme = how === "over https" ? "https" : "http";
        try {
          const { reply, attempts } = await ask(
            `${scheme}://127.0.0.1:${port}`,
          );
          expect(reply).to.deep.include({
            kind: "unreachable",
            reason:
              "the endpoint accepts HTTP/2 only: use one that accepts HTTP/1.1, or a proxy that does",
          });
          expect(attempts).to.equal(1);
        } finally {
          server.close();
        }
      });
    }
  });

  describe("through a proxy of the environment", () => {
    for (const name of ["HTTP_PROXY", "http_proxy"]) {
      it(`given ${name}, sends http requests through it, with its credentials`, async () => {
        await using proxy = await startProxy();

        const url = "http://node.invalid:8545/v3/key?a=b";
        const { reply } = await ask(url, { [name]: proxy.url });

        expect(reply).to.include({ ok: true, result: "0x64" });
        const basic = Buffer.from("user:proxypassword").toString("base64");
        expect(proxy.seen).to.deep.equal([`${url} Basic ${basic}`]);
      });
    }

    it("given HTTPS_PROXY, sends https requests through a tunnel and still checks the certificate", async () => {
      await using server = createHttpsServer(
        selfSignedCertificate("localhost"),
      );
      await using proxy = await startProxy();
      const port = await listen(server);
      const { reply } = await ask(`https://node.invalid:${port}`, {
        HTTPS_PROXY: proxy.url,
      });
      expect(proxy.seen).to.include(`CONNECT node.invalid:${port}`);
      expect(reply).to.have.property("reason").that.includes("certificate");
    });

    for (const scheme of ["http", "https"]) {
      const refusedBy = async (refusal: 407 | "hangs up") => {
        await using proxy = await startProxy(refusal);
        const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
        const { reply, attempts } = await ask(`${scheme}://node.invalid/`, env);
        expect(reply).to.include({ ok: false, kind: "unreachable" });
        expect(proxy.seen).to.have.lengthOf(attempts);
        return { reply, attempts };
      };

      it(`given a proxy that wants other credentials for ${scheme}, says so and shows none`, async () => {
        const { reply, attempts } = await refusedBy(407);

        expect(reply)
          .to.have.property("reason")
          .that.includes("proxy requires credentials");
        expect(attempts).to.equal(1);
        expect(JSON.stringify(reply)).not.to.include("proxypassword");
      });

      it(`given a proxy that hangs up on ${scheme} requests, asks three times`, async () => {
        expect((await refusedBy("hangs up")).attempts).to.equal(3);
      });
    }

    it("given a proxy variable that is no URL, says so", async () => {
      const { reply } = await ask("http://node.invalid/", {
        HTTP_PROXY: "my proxy",
      });
      expect(reply).to.have.property("reason").that.includes("HTTP_PROXY");
    });
  });
});
