// Runs a shaper in a separate process, so that it does not slow down the measured
// one. It answers one message at a time, and ends with its parent.
import { createShaper } from "./create-shaper.ts";
import { type ShaperAnswer, shaperRequest } from "./messages.ts";

const [roundTripMs, bitsPerSecond] = process.argv.slice(2).map(Number);
if (roundTripMs === undefined || bitsPerSecond === undefined) {
  throw new Error("Usage: process.ts ROUND_TRIP_MS BITS_PER_SECOND");
}
const shaper = createShaper({ roundTripMs, bitsPerSecond });

async function answer(message: unknown): Promise<ShaperAnswer> {
  const request = shaperRequest.parse(message);
  const port =
    request.kind === "forward" ? await shaper.forward(request.port) : 0;
  if (request.kind === "reset") {
    shaper.reset();
  }
  if (request.kind === "drop") {
    shaper.dropConnections();
  }
  return { port, traffic: shaper.traffic() };
}

process.on("message", (message) => {
  void answer(message).then((reply) => process.send?.(reply));
});
process.once("disconnect", () => process.exit());
