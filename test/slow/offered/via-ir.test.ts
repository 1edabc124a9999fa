import { describeOffered } from "./suite.ts";

describeOffered("via-IR");
