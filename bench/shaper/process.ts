// A shaper in a process of its own, so that it takes no time from what is
// measured. Its parent asks by messages, one at a time; it ends with its parent.
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
