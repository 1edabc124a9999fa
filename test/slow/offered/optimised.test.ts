import { describeOffered } from "./suite.ts";

describeOffered("optimised", { red: 0, named: 0, hidden: 0 });
