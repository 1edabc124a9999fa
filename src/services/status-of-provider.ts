import { toChecksum } from "../config/checksum.ts";
import type { ServiceStatus } from "../report/status-report.ts";
import { askService } from "./ask-service.ts";
import { decodeProvider } from "./decode-provider.ts";
import { type ExpectedProvider, judgeProvider } from "./judge-provider.ts";
import { serviceReader } from "./service-reader.ts";
import { type TimeLimits, withClient } from "./with-client.ts";

/** A provider's status by what it answers at its root. */
export async function statusOfProvider(
  url: string,
  limits: TimeLimits,
  expected: ExpectedProvider,
): Promise<Omit<ServiceStatus, "service" | "endpoint">> {
  const exchange = {
    method: "GET",
    reader: serviceReader("provider"),
  } as const;
  const answer = await withClient(url, limits, (client) =>
    askService(client, exchange, decodeProvider),
  );
  const { latencyMs } = answer;
  const latency = latencyMs === undefined ? {} : { latencyMs };
  if (!answer.ok) {
    return { state: "unknown", ...latency, reason: answer.reason };
  }
  const { software, version } = answer.value;
  const { state, actual, ...words } = judgeProvider(answer.value, expected);
  return {
    state,
    ...(software === undefined ? {} : { software }),
    ...(version === undefined ? {} : { version }),
    ...(actual === undefined || expected.address === undefined
      ? {}
      : {
          providerAddress: {
            expected: expected.address,
            actual: await toChecksum(actual),
          },
        }),
    ...latency,
    ...words,
  };
}
