import type { ServiceName } from "../report/status-report.ts";
import type { AnswerReader, HttpPeer } from "../rpc/http/answer-reader.ts";
import { parseJson } from "../rpc/http/parse-json.ts";

const PEERS: Readonly<Record<ServiceName, HttpPeer>> = {
  provider: { protocol: "provider", name: "provider" },
  metadataCache: { protocol: "metadata cache", name: "metadata cache" },
  subgraph: { protocol: "GraphQL", name: "subgraph" },
};

/** Reads a service's answers: strict JSON with status 200, and nothing else. */
export function serviceReader(service: ServiceName): AnswerReader {
  const peer = PEERS[service];
  return {
    peer,
    parse: (text, scrubber) => {
      const parsed = parseJson({ text, peer, scrubber });
      return parsed.ok
        ? { reply: { ok: true, result: parsed.value }, retry: false }
        : {
            reply: {
              ok: false,
              kind: "malformed",
              reason: `the endpoint sent ${parsed.reason}`,
            },
            retry: true,
          };
    },
    isOwnWord: () => false,
  };
}
