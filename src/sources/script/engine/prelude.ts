import { DECISIONS } from "./decisions.ts";
import { KNOWN_MEMBERS, URL_CLASSES } from "./node-api.ts";
import { VALUES } from "./values.ts";

/** The helper of an instrumented script, which must not use the name itself. */
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

/**
 * A function that runs in the engine before a script. It declares what the script has
 * of Node.js, and a helper that the instrumented script calls. It returns a function that
 * reports the exports as JSON.
 *
 * What the result depends on is taken before the script can replace it.
 */
export const PRELUDE = `function (options, url) {
  "use strict";
  const { isModule, marking, isFollowed, hasHandler, globals, members, path, variables: read } = JSON.parse(options);
  const { keys, getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Object;
  const { getOwnPropertyNames, freeze, hasOwn, prototype: root } = Object;
  const { prototype: list } = Array;
  const { stringify } = JSON;
  const { apply, construct, ownKeys } = Reflect;
  const text = String;
  const object = Object;
  const [SPREAD, FRESH] = [Symbol(), Symbol()];
  const Failure = Error;
  const ELSEWHERE = "is defined in another file";

  let refusal;
  function refuse(reason) {
    refusal ??= new Failure("This " + reason);
    refusal.name = "Refusal";
    throw refusal;
  }
  const refusing = (reason) => () => refuse(reason);

  // Values that are not in the file. They can be stored and computed with, and decide
  // nothing. Each has what it is and, if it is a list, the items that are known, which
  // what is computed from it (bare) does not have.
  const { get: lookUp, set: store } = WeakMap.prototype;
  const infos = new WeakMap();
  const infoOf = (value) => apply(lookUp, infos, [value]);
  const bare = (value) => infoOf(value)?.bare;
  const only = (target, traps, otherwise) =>
    new Proxy(target, new Proxy(traps, { get: (given, trap) => given[trap] ?? otherwise }));
  const isObject = (value) => typeof value === "function" || (typeof value === "object" && value !== null);
  // Functions that change and return nothing of the file.
  const harmless = new WeakMap();
  // Whether others have an object: an argument's literal without objects is only the call's.
  function isShared(value, mark) {
    if (!isObject(value) || infoOf(value) !== undefined || apply(lookUp, harmless, [value])) {
      return false;
    }
    const names = keys(value);
    let isOpen = mark === undefined || !hasOwn(value, mark);
    for (let index = 0; index < names.length; index++) {
      isOpen ||= isShared(value[names[index]]);
    }
    return isOpen;
  }
  function unknown(info) {
    const use = refusing(info.uses);
    // Another file's function may throw, or change and call what it is given.
    function call(_, self, given) {
      for (let index = 0; index < given.length; index++) {
        const isCalled = info.isLater && typeof given[index] === "function";
        if (isShared(given[index], FRESH) && !isCalled) {
          refuse("calls a function that " + ELSEWHERE);
        }
      }
      return hasHandler && !info.isLater ? refuse("calls a function that " + ELSEWHERE) : own.bare;
    }
    function get(_, name) {
      if (typeof name === "symbol" || name === "toJSON") {
        use();
      }
      const isPromise = name === "then" || name === "catch" || name === "finally";
      return isPromise && !info.isLater ? unknown({ ...info, isLater: true }) : own.bare;
    }
    const value = only(function () {}, { get, apply: call, construct: (_, given) => call(_, _, given) }, use);
    const own = { ...info, use, bare: info.bare ?? value };
    apply(store, infos, [value, own]);
    // It stands in a list as its getter.
    apply(store, infos, [use, own]);
    return value;
  }
  const elsewhere = unknown({ reason: ELSEWHERE, uses: "uses a value that " + ELSEWHERE });

  const ways = (${DECISIONS})(infoOf, path);
  // What the script throws, and whether it ends the process.
  let thrown;
  let isExit;
  function exit() {
    isExit ??= refusal === undefined;
    refuse("uses process.exit");
  }

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
  // The same in all runs.
  for (let nth = 0; nth < read.length; nth++) {
    variable(undefined, read[nth]);
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
    {
      get(_, name) {
        const isProcess = what === "process" && name === "exit";
        return name === "env" ? variables : isProcess ? exit : refuse("uses " + what + "." + text(name));
      },
    },
    refusing("uses the members of " + what),
  );
  const process = withEnvironment("process");

  const console = new Proxy({}, { get: () => () => undefined });
  const given = { process, console, ...(${URL_CLASSES})(url, refuse) };
  for (const name of getOwnPropertyNames(globalThis)) {
    if (!globals.includes(name)) {
      delete globalThis[name];
    }
  }
  const unlike = ["Date", "Intl", "WeakRef", "FinalizationRegistry"];
  // Code in a text is not followed.
  unlike.push(...(isFollowed ? ["eval", "Function"] : []));
  // They call functions later, when the file is loaded.
  const laterOnes = ["setTimeout", "setInterval", "setImmediate", "fetch"];
  const paths = isModule ? [] : ["__dirname", "__filename"];
  for (const name of [...globals, ...paths]) {
    if (hasOwn(given, name)) {
      defineProperty(globalThis, name, { value: given[name], writable: true, configurable: true });
    } else if (!hasOwn(globalThis, name) || unlike.includes(name)) {
      const uses = "uses " + name;
      const isLater = laterOnes.includes(name);
      const value = unknown({ reason: "depends on " + name, uses, isLater });
      defineProperty(globalThis, name, {
        configurable: true,
        get: isFollowed ? () => value : refusing(uses),
        set: refusing("sets " + name),
      });
    }
  }
  (${KNOWN_MEMBERS})(members, object, refusing);
  Math.random = refusing("uses a random number");
  String.prototype.localeCompare = refusing("uses localeCompare");
  for (const type of [Object, Array, Number, BigInt]) {
    type.prototype.toLocaleString = refusing("uses toLocaleString");
  }

  const exported = { exports: {} };
  const isProcess = (name) => name === "process" || name === "node:process";
  const require = (name) => isProcess(text(name)) ? process : elsewhere;
  require.main = undefined;
  const helper = freeze({
    elsewhere,
    meta: withEnvironment("import.meta"),
    dynamic: refusing("imports another file while it runs"),
    use(value) {
      infoOf(value)?.use();
      return value;
    },
    ...ways.helpers,
    thrown: (value) => (thrown = value),
    harmless(value) {
      apply(store, harmless, [value, true]);
      return value;
    },
    pass: (target, value) => infoOf(target) === undefined ? helper.use(value) : value,
    fresh: (target, value) =>
      infoOf(target) !== undefined && infoOf(value) === undefined ? defineProperty(value, FRESH, {}) : value,
    convert(isNew, target, ...given) {
      let found;
      for (let index = 0; index < given.length; index++) {
        found ??= bare(given[index]);
      }
      return found ?? (isNew ? construct(target, given) : apply(target, undefined, given));
    },
    choose: (value, then) => bare(value) ?? then(value),
    both: (one, other, operate) => bare(one) ?? bare(other) ?? operate(one, other),
    template(strings, ...values) {
      let joined = strings[0];
      for (let index = 0; index < values.length; index++) {
        joined = bare(joined) ?? bare(values[index]) ?? joined + text(values[index]) + strings[index + 1];
      }
      return joined;
    },
    // QuickJS leaves out the characters of a string that an object spreads.
    object: (value) => infoOf(value) === undefined ? object(value) : { [SPREAD]: value },
    merged: (value) => hasOwn(value, SPREAD) ? bare(value[SPREAD]) : value,
    items: (value) => infoOf(value) === undefined ? value : [{ [SPREAD]: value }],
    list(value) {
      let rest;
      for (let index = 0; index < value.length; index++) {
        const { value: item } = getOwnPropertyDescriptor(value, index) ?? {};
        const info = infoOf(item);
        if (info !== undefined) {
          defineProperty(value, index, { get: info.use, enumerable: true, configurable: true });
        } else if (isObject(item) && hasOwn(item, SPREAD)) {
          rest = value[index] = bare(item[SPREAD]);
        }
      }
      return rest === undefined ? value : unknown({ ...infoOf(rest), items: value });
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

  const values = (${VALUES})(infoOf, ways.openingOf, ways.targetOf, refuse);

  // The empty text if the script failed on its own. Then it tells by the error which way
  // the script went, and whether no file has exports that goes this way.
  return function report(namespace, state) {
    if (state === "error") {
      const isThrown = refusal === undefined && thrown !== undefined && thrown === namespace;
      return stringify({ path: ways.taken, isEnd: !hasHandler && (isExit || isThrown) });
    }
    const checkRefusal = () => {
      if (refusal !== undefined && state !== "later") {
        throw refusal;
      }
    };
    checkRefusal();
    if (state === "failed") {
      return "";
    }
    if (state === "waiting") {
      refuse("runs asynchronous code when it is loaded");
    }
    checkPrototypes();
    ways.end();
    const value = values(isModule ? namespace : exported.exports);
    checkPrototypes();
    checkRefusal();
    return stringify({ names, value, path: ways.taken });
  };
}`;
