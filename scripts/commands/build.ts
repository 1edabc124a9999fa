import { build } from "../test-run/programs.ts";

process.exitCode = await build(...process.argv.slice(2));
