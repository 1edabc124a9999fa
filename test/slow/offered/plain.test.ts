import { describeOffered } from "./suite.ts";

describeOffered("plain");
