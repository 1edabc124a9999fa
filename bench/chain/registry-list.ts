import {
  distinctAddresses,
  verificationTargets,
} from "../../src/verify/expect/targets.ts";
import { httpProvider } from "../../test/support/anvil.ts";
import { codeSize } from "../methods/code-size.ts";
import type { KnownList } from "./bench-list.ts";
import { benchNetwork } from "./bench-network.ts";

/** The contracts of devnet that are verified, with the codes that the chain has. */
export async function registryList(url: string): Promise<KnownList> {
  const { network } = await benchNetwork();
  const addresses = distinctAddresses(verificationTargets(network, false));
  const { request } = httpProvider(url);
  const codes = await Promise.all(
    addresses.map((address) =>
      request({ method: "eth_getCode", params: [address, "latest"] }),
    ),
  );
  return { addresses, codeSizes: codes.map(codeSize) };
}
