import { type Hex, keccak256, numberToHex, toHex } from "viem";

const STOP = "00";
const ADD = "01";
const MUL = "02";
const MOD = "06";
const LT = "10";
const EQ = "14";
const SHR = "1c";
const CALLVALUE = "34";
const CALLDATALOAD = "35";
const POP = "50";
const SLOAD = "54";
const JUMP = "56";
const JUMPI = "57";
const JUMPDEST = "5b";
const PUSH0 = "5f";
const DUP1 = "80";
const SWAP1 = "90";
const REVERT_NOTHING = `${PUSH0}${PUSH0}fd`;
const SELECTOR = `${PUSH0}${CALLDATALOAD}60e0${SHR}`;

const push2 = (value: number) => `61${hexOf(value, 2)}`;
const hexOf = (value: number, size: number) =>
  numberToHex(value, { size }).slice(2);
const lengthOf = (code: string) => code.length / 2;

/** A dispatcher of many functions, all of which run the same loop over storage. */
function storageLoops(functions: number, loads: number): Hex {
  const branch = (to: number, nth: number) =>
    `${DUP1}63${hexOf(0x1000_0000 + 0x1_0001 * nth, 4)}${EQ}${push2(to)}${JUMPI}`;
  const start =
    lengthOf(SELECTOR) +
    functions * lengthOf(branch(0, 0)) +
    lengthOf(REVERT_NOTHING);
  const bodies: string[] = [];
  let to = start;
  const places: number[] = [];
  const count = Math.min(functions, 400);
  for (let nth = 0; nth < count; nth++) {
    const loop = to + 3;
    const body = `${JUMPDEST}${PUSH0}${PUSH0}${JUMPDEST}${`${DUP1}${SLOAD}${ADD}`.repeat(loads)}6001${ADD}${DUP1}${push2(9_000 + nth)}${LT}${push2(loop)}${JUMPI}${STOP}`;
    places.push(to);
    bodies.push(body);
    to += lengthOf(body);
  }
  const branches = Array.from({ length: functions }, (_, nth) =>
    branch(places[nth % count] ?? start, nth),
  );
  return `0x${SELECTOR}${branches.join("")}${REVERT_NOTHING}${bodies.join("")}`;
}

/** Every step has two ways that meet again, so that the paths double. */
function doublingPaths(steps: number): Hex {
  let code = SELECTOR;
  for (let nth = 0; nth < steps; nth++) {
    const begin = lengthOf(code);
    const onward = `${push2(nth)}${CALLDATALOAD}${push2(begin + 13)}${JUMPI}${push2(nth)}${CALLDATALOAD}${POP}`;
    code += `${onward}${JUMPDEST}`;
  }
  return `0x${code}${REVERT_NOTHING}`;
}

/** The place that is jumped to is calculated from the selector. */
function computedJumps(): Hex {
  const body = `${JUMPDEST}${PUSH0}${SLOAD}${POP}${STOP}`;
  const head = `${SELECTOR}6007${SWAP1}${MOD}6005${MUL}60`;
  const start = lengthOf(head) + 1 + lengthOf(`${ADD}${JUMP}`);
  return `0x${head}${hexOf(start, 1)}${ADD}${JUMP}${body.repeat(7)}`;
}

/** The same bytes each time, which mean nothing. */
function randomBytes(count: number): Hex {
  let code = "00";
  for (let nth = 0; lengthOf(code) < count; nth++) {
    code += keccak256(toHex(nth)).slice(2);
  }
  return `0x5b${code.slice(2, 2 * count)}`;
}

/** Code that keeps an analysis busy, or tells it nothing. */
export const HOSTILE_CODES = {
  "thousands of functions with loops over storage": storageLoops(1_998, 4),
  "hundreds of functions with loops over storage": storageLoops(500, 12),
  "paths that double at each step": doublingPaths(1_500),
  "a jump to a calculated place": computedJumps(),
  "a loop without an end for those who pay": `0x${CALLVALUE}6007${JUMPI}${REVERT_NOTHING}${JUMPDEST}6007${JUMP}`,
  "a loop without an end, whatever is asked": `0x${JUMPDEST}${PUSH0}${JUMP}`,
  "60 KB of random bytes": randomBytes(60_000),
  "500 KB of random bytes": randomBytes(500_000),
  "60 KB of places to jump to": `0x${JUMPDEST.repeat(60_000)}${REVERT_NOTHING}`,
} as const satisfies Readonly<Record<string, Hex>>;
