import type { ServiceStatus } from "../report/status-report.ts";

/** A service's state by what it says. */
export type ServiceVerdict = Pick<ServiceStatus, "state" | "reason" | "note">;
