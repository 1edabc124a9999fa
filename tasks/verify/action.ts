import { join } from "node:path";

import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/base/errors.ts";
import { defaultLevel } from "../../src/config/expectations.ts";
import {
  type SelectedNetwork,
  selectedNames,
  selectNetworks,
} from "../../src/connect/select-networks.ts";
import { readAddressFile } from "../../src/verify/address-file.ts";
import type { VerificationTarget } from "../../src/verify/expect/targets.ts";
import { LOCK_FILE } from "../../src/verify/lock-file/lock-file.ts";
import type { VerifyLevel } from "../../src/verify/report.ts";
import {
  parseLevel,
  verifyNetworks,
} from "../../src/verify/verify-networks.ts";
import { reportOf } from "../../src/verify/words/report.ts";
import {
  type CommonArguments,
  type RepeatArguments,
  selectionOf,
} from "../cli/arguments.ts";
import { pathBase, projectFiles } from "../cli/output.ts";
import { taskConnections } from "../cli/task-connections.ts";
import { taskResult } from "../cli/task-result.ts";
import { lastRun, printChanges } from "../monitor/changes.ts";
import type { PlaceOf } from "./annotation-places.ts";
import {
  acceptedNames,
  isSimulation,
  type LockArguments,
  prepareLock,
  type SimulationArguments,
} from "./arguments.ts";
import { startTimes } from "./formats/junit.ts";
import { emitReport, isForGithub, planOutputs } from "./outputs.ts";

interface VerifyArguments
  extends CommonArguments,
    LockArguments,
    RepeatArguments,
    SimulationArguments {
  readonly report: string | undefined;
}

const action: NewTaskActionFunction<VerifyArguments> = async (args, hre) => {
  const { root } = hre.config.paths;
  const { addresses } = args;
  const isSimulated = isSimulation(args);
  const outputs = await planOutputs(args, [
    ...projectFiles(hre.config),
    ...hre.config.alpha.sourceFiles,
    join(root, LOCK_FILE),
    ...[addresses, args.simulate].filter((file) => file !== undefined),
  ]);
  const selection = selectionOf(args, hre);
  // A wrong name is reported before any other mistake.
  const selected = selectNetworks(hre.config, selection);
  if (args.restore !== undefined && selected.length !== 1) {
    throw alphaError("--restore requires exactly one network.");
  }
  const isPrinted = outputs.some(({ format }) => format === "expect");
  const level = levelOf(args, selected, isSimulated, isPrinted);
  const lock = await prepareLock(args, root, level, selectedNames(selection));
  const baseline = args.lock ? lock : undefined;
  if (addresses !== undefined && level !== "presence") {
    throw alphaError(
      "--addresses requires --level presence: the file does not say which contract is expected at each address.",
    );
  }
  const last = await lastRun(args, "verify");
  const times = startTimes();
  const verified = isSimulated
    ? await (await import("./simulate.ts")).simulateOn(
        hre,
        selected,
        lock?.lock,
        args,
      )
    : await verifyNetworks(taskConnections(hre), selection, {
        level,
        strict: args.strict,
        lock: baseline?.lock,
        written: args.writeLock ? lock?.lock : undefined,
        onVerified: times.noteEnd,
        targets: await listedTargetsOf(addresses, selected),
      });
  // What compares with a lock and writes one is loaded where that is asked for.
  const writing = args.writeLock ? await import("./write-lock.ts") : undefined;
  const accepted = acceptedNames(args);
  const report =
    lock === undefined || writing === undefined
      ? verified
      : writing.withAcceptedCode(verified, accepted, lock.lock);
  let placeOf: PlaceOf = () => undefined;
  if (isForGithub(outputs)) {
    const { annotationPlaces } = await import("./annotation-places.ts");
    placeOf = await annotationPlaces(
      { config: hre.config, lock: baseline, addresses },
      pathBase(),
    );
  }
  // Before what may throw: the next run does not tell these changes again.
  const outcome = last && (await printChanges(last, report.networks));
  await emitReport(report, outputs, { times, placeOf });
  if (writing !== undefined) {
    const { readLock } = await import(
      "../../src/verify/lock-file/parse-lock.ts"
    );
    await writing.writeLock(report, root, () => readLock(root, true));
    const connections = taskConnections(hre);
    const notes = await writing.movingViews(connections, selection, report);
    for (const note of notes) {
      console.error(note);
    }
  }
  if (baseline !== undefined && args.restore !== undefined) {
    const { writeRestoration } = await import("./write-restoration.ts");
    await writeRestoration(report, baseline.lock, selected, args);
  }
  return taskResult(reportOf(report), outcome ?? report.outcome);
};

/** The level that is named, or else the one that what is compared requires. */
function levelOf(
  args: VerifyArguments,
  selected: readonly SelectedNetwork[],
  isSimulated: boolean,
  isPrinted: boolean,
): VerifyLevel {
  const { lock, writeLock, addresses } = args;
  const needsWiring = lock || writeLock || isSimulated || isPrinted;
  const own = addresses ? [] : selected.map(({ network }) => network);
  const usual = needsWiring ? "wiring" : defaultLevel(own);
  const level = parseLevel(args.level ?? usual);
  if (isPrinted && isSimulated) {
    throw alphaError(
      "--format expect cannot be combined with a simulation: it prints the present values.",
    );
  }
  if (isPrinted && (level !== "wiring" || addresses !== undefined)) {
    throw alphaError(
      "--format expect requires --level wiring, and the networks' own contracts: no values are read of others.",
    );
  }
  return level;
}

/** The targets of an address file, which belong to one network. */
async function listedTargetsOf(
  file: string | undefined,
  selected: readonly SelectedNetwork[],
): Promise<readonly VerificationTarget[] | undefined> {
  if (file === undefined) {
    return undefined;
  }
  if (selected.length !== 1) {
    throw alphaError(
      `--addresses requires exactly one network, as in "alpha verify ${selected[0]?.network.name} --addresses ${file}".`,
    );
  }
  return await readAddressFile(file);
}

export default action;
