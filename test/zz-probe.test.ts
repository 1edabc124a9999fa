import { appendFileSync, writeFileSync } from "node:fs";
import { OfferedChain } from "./slow/offered/chain.ts";
import { type Compiler, offeredContracts } from "./slow/offered/sources.ts";
import { SCENARIOS } from "./slow/offered/scenarios.ts";
import { PLACES, World, passes } from "./slow/offered/world.ts";

const C = (process.env["OFFERED"] ?? "plain,optimised,via-IR").split(",") as Compiler[];
const OUT = process.env["OFFERED_OUT"] ?? "/tmp/f/out.jsonl";
it("compiles", async function () {
  this.timeout(1600000);
  writeFileSync(OUT, "");
  for (const c of C) {
    let t = performance.now();
    const lap = () => { const n = performance.now(); const d = Math.round(n - t); t = n; return d; };
    try {
      const all = offeredContracts(c);
      console.log(c, Object.keys(all).length, lap());
    } catch (e) { console.log(c, String(e)); break; }
    const chain = await OfferedChain.open();
    console.log("open", lap());
    try {
    for (const s of SCENARIOS) {
      if (process.env["ONLY"] && !s.title.includes(process.env["ONLY"])) continue;
      const rec = (o: object) => appendFileSync(OUT, `${JSON.stringify({ c, s: s.title, ...o })}\n`);
      try {
        await chain.undoing(async () => {
          const world = new World(chain.request, c);
          for (const [n, k, ...args] of s.contracts) await world.deploy(n, k, args);
          await s.given?.(world);
          await PLACES[s.place](world);
          await passes(70)(world);
          const setup = lap();
          const base = await chain.writeLock();
          rec({ base: base.outcome, why: base.network.reason, setup, ms: lap(), gaps: base.network.notLookedAt, addresses: world.addresses });
          const again = await chain.compareWithLock();
          const seen = new Set((again.network.notLookedAt ?? []).map((g) => JSON.stringify(g)));
          rec({ again: again.outcome, ms: lap(), why: again.network.reason, gaps: again.network.notLookedAt?.length });
          for (const kind of ["changes", "calm"] as const) for (const [name, h] of Object.entries(s[kind] ?? {})) {
            try {
              const v = await chain.undoing(async () => { await h(world); lap(); return await chain.compareWithLock(); });
              const ms = lap();
              const red = [...(v.network.facts ?? []), ...v.network.contracts].filter((f: any) => f.change !== undefined).map((f: any) => `${f.id ?? f.name}: ${f.change.text ?? JSON.stringify(f.change)}`);
              const named = (v.network.notLookedAt ?? []).filter((g) => !seen.has(JSON.stringify(g)));
              rec({ kind, name, ms, outcome: v.outcome, red, named, shown: v.outcome === "failed" && red.length ? "red" : named.length ? "named" : v.outcome === "ok" ? "hidden" : v.outcome, why: v.network.reason });
            } catch (e) { rec({ kind, name, error: String(e) }); lap(); }
          }
        });
      } catch (e) { rec({ error: String((e as Error).stack) }); }
    }
    } finally { await chain.close(); }
  }
});
