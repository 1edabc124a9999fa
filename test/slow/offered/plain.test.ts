import { describeOffered } from "./suite.ts";

describeOffered("plain", { red: 0, named: 0, hidden: 0 });
