import {
  type Exchange,
  type FaultyServer,
  startFaultyServer,
} from "../../support/node-model/server.ts";

/** A request to a pool of nodes; it and its connection are counted from 0. */
export interface PoolRequest
  extends Pick<Exchange, "nth" | "connection" | "method"> {
  readonly headers: Exchange["received"]["headers"];
}

/** A server that passes each request on to the node whose URL `choose` returns. */
export async function startNodePool(
  choose: (request: PoolRequest) => string,
): Promise<FaultyServer> {
  return await startFaultyServer({
    behaviour: async ({ received, nth, connection, method, send }) => {
      const { headers, body } = received;
      const counted = { nth: nth - 1, connection: connection - 1 };
      const answer = await fetch(choose({ ...counted, method, headers }), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      send({ body: await answer.text() });
    },
  });
}
