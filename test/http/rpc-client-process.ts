import { createHttpTransport } from "../../src/rpc/http-transport.ts";

/**
 * A program of its own that asks once and then does nothing more, not even
 * close the transport unless told so: `<url> <leave|keep|close|deadline>`.
 */
const [url = "", ending = "leave"] = process.argv.slice(2);

const transport = createHttpTransport({
  url,
  attemptTimeoutMs: ending === "leave" ? 200 : 600_000,
  deadline: ending === "deadline" ? Date.now() + 300 : undefined,
  retries: 0,
});
const asked = transport.request("eth_chainId", []);
if (ending === "close") {
  setTimeout(() => transport.close(), 200);
}
const reply = await asked;
process.stdout.write(reply.ok ? "ok" : reply.kind);
