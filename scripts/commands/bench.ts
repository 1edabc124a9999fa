// Runs the benchmarks.
import "../../bench/run.ts";
