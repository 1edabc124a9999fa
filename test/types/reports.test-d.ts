import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import {
  assertInSync,
  assertVerified,
  buy,
  createFixedRate,
  namedAccounts,
  publishAsset,
} from "../../src/testing.ts";
import type {
  Address,
  AlphaConnection,
  AlphaRuntime,
  NetworkParameters,
  NumberedBlock,
  Outcome,
  ReportedContract,
  ReportedFact,
  ReportedNetwork,
  StatusParameters,
  StatusReport,
  VerifyParameters,
  VerifyReport,
  WaitParameters,
} from "../../src/types.ts";
import { assertType, type Same } from "./assert-type.ts";

declare const hre: HardhatRuntimeEnvironment;
declare const connection: AlphaConnection;

assertType<Same<typeof hre.alpha, AlphaRuntime>>();

// Reports are told apart by their task, and are not to be changed.
export function outcomeOf(report: VerifyReport | StatusReport): Outcome {
  if (report.task === "verify") {
    assertType<Same<typeof report, VerifyReport>>();
    // @ts-expect-error a report is read-only
    report.outcome = "ok";
  }
  return report.outcome;
}

// What may be missing has to be looked at.
export function read(
  network: ReportedNetwork,
  contract: ReportedContract,
  fact: ReportedFact,
  block: NumberedBlock,
) {
  // @ts-expect-error not where nothing was read
  network.block.number;
  // @ts-expect-error not where nobody gives one
  const address: Address = contract.address;
  // @ts-expect-error not where nothing is wrong
  contract.finding.code;
  // @ts-expect-error not where it could not be read
  fact.text.length;
  // @ts-expect-error a value has no words of its own
  fact.value.length;
  // @ts-expect-error quantities are decimal text
  block.number.toFixed();
  return address;
}

// The assertions take the reports of their own task.
export async function assertions() {
  assertVerified(await hre.alpha.verify());
  assertInSync(await hre.alpha.status());
  // @ts-expect-error a report of the other task
  assertVerified(await hre.alpha.status());
  // @ts-expect-error a report of the other task
  assertInSync(await hre.alpha.verify());
}

// The helpers take a connection to an Alpha network, of any network.
export async function market() {
  const sandbox = await hre.alpha.connect("thirdSandbox");
  const { owner } = await namedAccounts(sandbox);
  const { datatoken } = await publishAsset(sandbox, { name: "A", owner });
  const exchangeId = await createFixedRate(await hre.alpha.connect(), {
    datatoken,
    token: "euro",
    price: "2.5",
  });
  const { cost } = await buy(sandbox, { exchangeId });
  assertType<Same<typeof cost, bigint>>();
  // @ts-expect-error a connection that may be to another network
  await publishAsset(await hre.network.create("devnetSandbox"));
  // @ts-expect-error there is no such token
  await createFixedRate(sandbox, { datatoken, token: "dollar", price: 1 });
}

// Parameters: nothing is required, and nothing is taken that means nothing.
export async function parameters() {
  const all: NetworkParameters & VerifyParameters & StatusParameters = {};
  await hre.alpha.verify(all);
  await hre.alpha.verify({ networks: ["devnet"], sandbox: true, strict: true });
  const wait: WaitParameters = { confirmations: 0, pollingInterval: 1 };
  const receipt = await connection.waitForTransaction("0x", wait);
  assertType<Same<typeof receipt.status, "success" | "reverted">>();
  // @ts-expect-error a connection is one network
  await connection.verify({ networks: ["devnet"] });
  // @ts-expect-error in seconds: any age is not a number
  await hre.alpha.status({ maxBlockAge: false });
}
