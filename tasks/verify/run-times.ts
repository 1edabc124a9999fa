import type { JudgedNetwork } from "../../src/verify/found.ts";

/** How a report names the network that was verified. */
type VerifiedNetwork = Pick<JudgedNetwork, "network" | "hardhatNetwork">;

/** When a verification took place. Networks are verified at the same time. */
export interface RunTimes {
  readonly startedAt: Date;
  /** Until the network was verified, in seconds; 0 if that is not known. */
  secondsOf(network: VerifiedNetwork): number;
}

/** The times of a verification that starts now, as its networks end. */
export function startTimes(): RunTimes & {
  readonly noteEnd: (network: VerifiedNetwork) => void;
} {
  const start = performance.now();
  const seconds = new Map<string, number>();
  const nameOf = ({ network, hardhatNetwork }: VerifiedNetwork) =>
    hardhatNetwork ?? network;
  return {
    startedAt: new Date(),
    secondsOf: (network) => seconds.get(nameOf(network)) ?? 0,
    noteEnd: (network) => {
      const milliseconds = Math.round(performance.now() - start);
      seconds.set(nameOf(network), milliseconds / 1000);
    },
  };
}
