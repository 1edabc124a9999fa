import type { ServiceStatus } from "../report/status-report.ts";
import { askService } from "./ask-service.ts";
import { decodeHealth, HEALTH_READER } from "./health-reader.ts";
import { decodeMetadataCache, judgeHealth } from "./judge-metadata-cache.ts";
import { serviceReader } from "./service-reader.ts";
import { serviceUrl } from "./service-url.ts";
import type { ServiceVerdict } from "./service-verdict.ts";
import { type TimeLimits, withClient } from "./with-client.ts";

/** A metadata cache's status by its root and, where it has one, its health check. */
export async function statusOfMetadataCache(
  url: string,
  limits: TimeLimits,
): Promise<Omit<ServiceStatus, "service" | "endpoint">> {
  const exchange = {
    method: "GET",
    reader: serviceReader("metadataCache"),
  } as const;
  const answer = await withClient(url, limits, (client) =>
    askService(client, exchange, decodeMetadataCache),
  );
  const { latencyMs } = answer;
  const latency = latencyMs === undefined ? {} : { latencyMs };
  if (!answer.ok) {
    return { state: "unknown", ...latency, reason: answer.reason };
  }
  const { hasHealth, ...names } = answer.value;
  const { state, ...words } = hasHealth
    ? await askHealth(url, limits)
    : ({ state: "ok" } satisfies ServiceVerdict);
  return { state, ...names, ...latency, ...words };
}

async function askHealth(
  url: string,
  limits: TimeLimits,
): Promise<ServiceVerdict> {
  const health = await withClient(
    serviceUrl(url, "/health"),
    limits,
    (client) =>
      askService(
        client,
        { method: "GET", reader: HEALTH_READER },
        decodeHealth,
      ),
  );
  return health.ok
    ? judgeHealth(health.value)
    : {
        state: "unknown",
        reason: `it answers, but its health check could not be read: ${health.reason}`,
      };
}
