import { expect } from "chai";

import { type Decode, decodeReply } from "../../src/rpc/ask.ts";
import { decodeBlock } from "../../src/rpc/decode-block.ts";
import { decodeSyncing } from "../../src/rpc/decode-syncing.ts";
import {
  decodeChainId,
  decodeClientVersion,
  decodeCode,
  decodeData,
  decodeStorageSlot,
} from "../../src/rpc/decode-values.ts";
import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import {
  decodeAccessList,
  decodeEvents,
  roleInEvent,
} from "../../src/verify/asking/read-hints.ts";
import {
  CANARY,
  CANARY_HEADERS,
  canaryUrl,
  leaksOf,
} from "../support/canaries.ts";
import { ECHOES } from "../support/node-model/echoes.ts";
import { startFaultyServer, useServers } from "../support/node-model/server.ts";
import {
  ALL_FAULTS,
  OVERSIZED_FAULTS,
  SLOW_FAULTS,
} from "../support/node-model/transport-faults.ts";

const TRANSPORT = {
  headers: CANARY_HEADERS,
  attemptTimeoutMs: 20_000,
  retries: 0,
};
const secretUrl = ({ port }: { readonly port: number }) =>
  canaryUrl(`127.0.0.1:${port}`);

const DECODERS: Readonly<Record<string, Decode<unknown>>> = {
  eth_chainId: decodeChainId,
  eth_call: decodeData,
  eth_syncing: decodeSyncing,
  web3_clientVersion: decodeClientVersion,
  eth_getCode: decodeCode,
  eth_getStorageAt: decodeStorageSlot,
  eth_getBlockByNumber: decodeBlock,
  eth_createAccessList: (value) => decodeAccessList(value, "0x"),
  eth_getLogs: (value) => decodeEvents(value, "0x", roleInEvent),
};

describe("createHttpTransport, given secrets in the URL and the headers", () => {
  const open = useServers();

  for (const [name, behaviour] of Object.entries(ECHOES)) {
    it(`given ${name} with all of them, shows none`, async () => {
      const { server, transport } = await open({
        behaviour,
        url: secretUrl,
        transport: TRANSPORT,
      });

      for (const [method, decode] of Object.entries(DECODERS)) {
        const reply = await transport.request(method, []);
        // A result is judged as it was sent; what is read from it is shown.
        const shown = reply.ok ? decodeReply(reply, decode) : reply;
        expect(leaksOf(shown)).to.deep.equal([]);
      }

      expect(server.received[0]?.path).to.include(CANARY.path);
      expect(leaksOf(transport)).to.deep.equal([]);
      expect(transport.endpoint).to.equal(`http://127.0.0.1:${server.port}`);
    });
  }

  it("given whatever else goes wrong, shows none of them", async function () {
    this.timeout(30_000);
    for (const [name, behaviour] of Object.entries(ALL_FAULTS)) {
      if (name in OVERSIZED_FAULTS || name in SLOW_FAULTS) {
        continue;
      }
      const { transport } = await open({
        behaviour,
        url: secretUrl,
        transport: TRANSPORT,
      });

      const reply = await transport.request("eth_chainId", []);
      expect(reply.ok, name).to.equal(false);
      expect(leaksOf(reply), name).to.deep.equal([]);
    }
  });

  it("given requests that cannot be sent at all, shows none of them", async () => {
    const url = secretUrl({ port: 1 });
    for (const wrong of [url, url.replace("http:", "ftp:"), `http//${url}`]) {
      const { transport } = await open({
        url: () => wrong,
        transport: TRANSPORT,
      });

      const reply = await transport.request("eth_chainId", [1n]);
      const second = await transport.request("eth_chainId", []);
      expect(leaksOf([reply, second, transport.endpoint])).to.deep.equal([]);
    }
  });

  it("given a sub-domain that is a key, masks it, and describes what the node says of it", async () => {
    const key = CANARY.subDomain;
    await using proxy = await startFaultyServer({
      behaviour: ({ received, send }) =>
        send({ status: 401, body: `no ${key} at ${received.path}` }),
    });
    const transport = createHttpTransport({
      url: `http://${key}.node.invalid/`,
      proxyFor: () => proxy.url,
    });
    const reply = await transport.request("eth_chainId", []);
    await transport.close();

    expect(proxy.received[0]?.path).to.include(key);
    expect(transport.endpoint).to.equal("http://***.node.invalid");
    expect(reply)
      .to.have.property("reason")
      .that.matches(/the response is text \(\d+ bytes\)$/);
    expect(leaksOf(reply)).to.deep.equal([]);
  });
});
