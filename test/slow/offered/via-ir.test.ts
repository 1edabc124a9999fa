import { describeOffered } from "./suite.ts";

describeOffered("via-IR", { red: 0, named: 0, hidden: 0 });
