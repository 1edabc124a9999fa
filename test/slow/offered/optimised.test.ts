import { describeOffered } from "./suite.ts";

describeOffered("optimised");
