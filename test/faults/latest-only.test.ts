import { expect } from "chai";
import { groupProblems } from "../../src/base/problems.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { backend, nodeError } from "../support/node-model/backends.ts";
import { useProfileChains } from "../support/node-model/chains.ts";
import { expectedOf } from "../support/node-model/profile-node.ts";
import { withServer } from "../support/node-model/server.ts";

/** How such nodes refuse other blocks: Tron's java-tron, IOTA's wasp. */
const REFUSALS = {
  "java-tron": nodeError(
    -32602,
    "QUANTITY not supported, just support TAG as latest",
  ),
  wasp: nodeError(-32000, "only the latest state is supported"),
};

/** What such a node says is found out once, and then told in one sentence. */
const MAX_REQUESTS = 50;

describe("verify, given a node that serves its latest block only", function () {
  this.timeout(60_000);
  const chains = useProfileChains();

  for (const [name, refusal] of Object.entries(REFUSALS)) {
    for (const [level, runsPrograms] of [
      ["presence", true],
      ["presence", false],
      ["wiring", true],
      ["wiring", false],
    ] as const) {
      const programs = runsPrograms ? "" : ", without programs";
      it(`as ${name} does${programs}, and ${level}, then that is the only reason, after few requests`, async () => {
        const { whole, targets } = chains();
        const node = backend(whole);
        await withServer(
          {
            ask: async (method, params) => {
              const isProgram = Object(params[0]).to === undefined;
              const isState = /^eth_(call|get(Code|Storage|Trans))/.test(
                method,
              );
              if (!isState) {
                return await node(method, params);
              }
              if (method === "eth_call" && isProgram && !runsPrograms) {
                return nodeError(-32000, "contract creation is not allowed");
              }
              return params.at(-1) === "latest"
                ? await node(method, params)
                : refusal;
            },
          },
          async ({ transport, server }) => {
            const found = await verifyNetwork(transport, {
              ...expectedOf(whole, false),
              targets,
              level,
            });

            const reasons = groupProblems(found.rows).map(
              ({ reason }) => reason,
            );
            expect(server.received.length).to.be.at.most(MAX_REQUESTS);
            // Programs tell the codes: they ran on the block.
            const isTold = runsPrograms && level === "presence";
            expect(found.outcome).to.equal(isTold ? "ok" : "unknown");
            for (const reason of reasons) {
              expect(reason).to.contain("only serves its latest block");
            }
            expect(reasons).to.have.lengthOf(isTold ? 0 : 1);
          },
        );
      });
    }
  }
});
