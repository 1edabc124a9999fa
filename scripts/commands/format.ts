import { format } from "../test-run/programs.ts";

process.exitCode = await format();
