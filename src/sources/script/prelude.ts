/** What an instrumented script calls; a script must not use the name itself. */
export const HELPER = "$alphaNetworks";

/**
 * The values of environment variables in the second and third run: of the first one, and
 * the distance to the next. They have the same length, and no other property in common.
 */
export const MARKED_RUNS = [
  { first: 817_263_540_000_000, step: 1 },
  { first: 594_318_276_999_999, step: -1 },
] as const;
/** The values of environment variables in the second run. */
export const MARKERS = /817263540\d{6}/g;

/** The report of the third run, with the values of the second one. */
export function withFirstMarkers(report: string): string {
  const [second, third] = MARKED_RUNS;
  return report.replace(/594318276\d{6}/g, (marker) =>
    String(second.first + third.first - Number(marker)),
  );
}

const MAX_VALUES = 100_000;
const MAX_TEXT = 4_000_000;
export const MAX_DEPTH = 100;

/**
 * A function that runs in the engine before a script. It declares what the script has
 * of Node.js, and a helper that the instrumented script calls. It returns a function that
 * reports the exports as JSON.
 *
 * What the result depends on is taken before the script can replace it.
 */
export const PRELUDE = `function (options) {
  "use strict";
  const { isModule, marking, globals } = options;
  const { keys, getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Object;
  const { getOwnPropertyNames, freeze, hasOwn, prototype: root } = Object;
  const { isArray, prototype: list } = Array;
  const { isFinite } = Number;
  const { stringify } = JSON;
  const { apply, ownKeys } = Reflect;
  const text = String;
  const object = Object;
  const Failure = Error;
  const ELSEWHERE = "is defined in another file";

  let refusal;
  function refuse(reason) {
    refusal ??= new Failure("This " + reason);
    refusal.name = "Refusal";
    throw refusal;
  }
  const refusing = (reason) => () => refuse(reason);

  // The exports of other files, which are not loaded. They can be stored, not used.
  const useElsewhere = refusing("uses a value that " + ELSEWHERE);
  const callElsewhere = refusing("calls a function that " + ELSEWHERE);
  const only = (target, traps, otherwise) =>
    new Proxy(target, new Proxy(traps, { get: (given, trap) => given[trap] ?? otherwise }));
  const elsewhere = only(
    function () {},
    { get: () => elsewhere, apply: callElsewhere, construct: callElsewhere },
    useElsewhere,
  );

  // Each marker with its name, and each name with its marker.
  const names = { __proto__: null };
  const markers = { __proto__: null };
  let marked = 0;
  function variable(_, name) {
    if (typeof name === "string") {
      const { first, step } = marking ?? { first: 0, step: 1 };
      const marker = (markers[name] ??= text(first + step * marked++));
      names[marker] = name;
      return marking && marker;
    }
  }
  const variables = new Proxy({}, {
    get: variable,
    has: (_, name) => variable(_, name) !== undefined,
    getOwnPropertyDescriptor(_, name) {
      const value = variable(_, name);
      return value && { value, writable: true, enumerable: true, configurable: true };
    },
    // Nobody knows the names, so what follows cannot be compared with a marked run.
    ownKeys() {
      names.all = "all variables";
      return marking ? refuse("uses all variables") : [];
    },
    set: refusing("changes the environment"),
    defineProperty: refusing("changes the environment"),
  });
  const withEnvironment = (what) => only(
    {},
    { get: (_, name) => name === "env" ? variables : refuse("uses " + what + "." + text(name)) },
    refusing("uses the members of " + what),
  );
  const process = withEnvironment("process");

  const console = new Proxy({}, { get: () => () => undefined });
  const given = { process, console };
  for (const name of getOwnPropertyNames(globalThis)) {
    if (!globals.includes(name)) {
      delete globalThis[name];
    }
  }
  const unlike = ["Date", "Intl", "WeakRef", "FinalizationRegistry"];
  const paths = isModule ? [] : ["__dirname", "__filename"];
  for (const name of [...globals, ...paths]) {
    if (hasOwn(given, name)) {
      defineProperty(globalThis, name, { value: given[name], writable: true, configurable: true });
    } else if (!hasOwn(globalThis, name) || unlike.includes(name)) {
      defineProperty(globalThis, name, {
        configurable: true,
        get: refusing("uses " + name),
        set: refusing("sets " + name),
      });
    }
  }
  Math.random = refusing("uses a random number");
  String.prototype.localeCompare = refusing("uses localeCompare");
  for (const type of [Object, Array, Number, BigInt]) {
    type.prototype.toLocaleString = refusing("uses toLocaleString");
  }

  const item = refusing("uses a value that " + ELSEWHERE);
  const exported = { exports: {} };
  const isProcess = (name) => name === "process" || name === "node:process";
  const require = (name) => isProcess(text(name)) ? process : elsewhere;
  require.main = undefined;
  const helper = freeze({
    // QuickJS leaves out the characters of a string that an object spreads.
    object: (value) => object(value),
    elsewhere,
    meta: withEnvironment("import.meta"),
    dynamic: refusing("imports another file while it runs"),
    use: (value) => value === elsewhere ? useElsewhere() : value,
    list(value) {
      for (let index = 0; index < value.length; index++) {
        if (value[index] === elsewhere) {
          defineProperty(value, index, { get: item, enumerable: true, configurable: true });
        }
      }
      return value;
    },
    load(script) {
      apply(script, exported.exports, [exported.exports, require, exported]);
    },
  });
  defineProperty(globalThis, "${HELPER}", { value: helper });
  // Inherited members, such as toJSON, would change how the value is written.
  const builtIn = [ownKeys(root), ownKeys(list)];
  function checkPrototypes() {
    const present = [ownKeys(root), ownKeys(list)];
    for (let nth = 0; nth < 2; nth++) {
      const [was, is] = [builtIn[nth], present[nth]];
      for (let key = 0; key < was.length || key < is.length; key++) {
        if (was[key] !== is[key]) {
          refuse("changes the prototype of all objects");
        }
      }
    }
  }

  let count = 0;
  let length = 0;
  function add(amount, characters) {
    count += amount;
    length += characters;
    if (count > ${MAX_VALUES} || length > ${MAX_TEXT}) {
      refuse("exports more than ${MAX_VALUES} values or ${MAX_TEXT} characters");
    }
  }
  function plain(value, depth) {
    add(1, typeof value === "string" ? value.length : 0);
    if (value === elsewhere) {
      return { unknown: ELSEWHERE };
    }
    if (value === undefined) {
      return {};
    }
    if (value === null || isFinite(value) || typeof value === "string" || typeof value === "boolean") {
      return value;
    }
    if (typeof value !== "object") {
      const what = typeof value === "number" ? "not a finite number" : "a " + typeof value;
      return { unknown: "is " + what };
    }
    if (depth === ${MAX_DEPTH}) {
      return { unknown: "is nested too deeply" };
    }
    const parts = [];
    if (isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        parts[index] = getOwnPropertyDescriptor(value, index)?.get === item
          ? { unknown: ELSEWHERE }
          : plain(value[index], depth + 1);
      }
      return parts;
    }
    const prototype = getPrototypeOf(value);
    if (prototype !== root && prototype !== null && depth > 0) {
      return { unknown: "is not a plain object" };
    }
    const names = keys(value);
    for (let index = 0; index < names.length; index++) {
      add(0, names[index].length);
      parts[index] = [names[index], plain(value[names[index]], depth + 1)];
    }
    return { members: parts };
  }

  // The empty text if the script failed on its own.
  return function report(namespace, state) {
    if (refusal !== undefined) {
      throw refusal;
    }
    if (state === "failed") {
      return "";
    }
    if (state === "waiting") {
      refuse("runs asynchronous code when it is loaded");
    }
    checkPrototypes();
    const value = plain(isModule ? namespace : exported.exports, 0);
    checkPrototypes();
    if (refusal !== undefined) {
      throw refusal;
    }
    return stringify({ names, value });
  };
}`;
