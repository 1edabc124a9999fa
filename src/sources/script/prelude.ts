/**
 * A function that runs in the engine before a script. It declares what the script has
 * of Node.js, and a helper that the instrumented script calls. It returns a function that
 * reports the exports as JSON.
 *
 * What the result depends on is taken before the script can replace it.
 */
export const PRELUDE = String.raw`function (options) {
  "use strict";
  const { keys, getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Object;
  const { getOwnPropertyNames, freeze, hasOwn, prototype: root } = Object;
  const { isArray, prototype: list } = Array;
  const { isFinite } = Number;
  const { stringify } = JSON;
  const text = String;
  const wrap = Object;
  const { apply, ownKeys } = Reflect;
  const { get: readRecord, set: setRecord } = WeakMap.prototype;
  const ELSEWHERE = "is defined in another file";

  let refusal;
  function refuse(reason) {
    refusal ??= { reason, stack: text(new Error().stack) };
    throw new Error(reason);
  }
  const refusing = (reason) => () => refuse(reason);

  // The exports of other files, which are not loaded. They can be stored, not used.
  const useElsewhere = refusing("uses a value that " + ELSEWHERE);
  const callElsewhere = refusing("calls a function that " + ELSEWHERE);
  const elsewhere = new Proxy(function () {}, {
    get: () => elsewhere,
    apply: callElsewhere,
    construct: callElsewhere,
    set: useElsewhere,
    has: useElsewhere,
    deleteProperty: useElsewhere,
    ownKeys: useElsewhere,
    defineProperty: useElsewhere,
    getOwnPropertyDescriptor: useElsewhere,
    getPrototypeOf: useElsewhere,
  });

  const names = [];
  const variables = new Proxy({}, {
    get(given, name) {
      if (typeof name !== "string" || name in given) {
        return given[name];
      }
      let index = 0;
      while (index < names.length && names[index] !== name) {
        index++;
      }
      if (index === names.length) {
        defineProperty(names, index, { value: name, enumerable: true });
      }
      return options.isMarked ? text(options.firstMarker + index) : undefined;
    },
    set(given, name, value) {
      given[name] = text(value);
      return true;
    },
  });
  const process = new Proxy({ env: variables }, {
    get: (_, name) => name === "env" ? variables : refuse("uses process." + text(name)),
    set: (_, name) => refuse("sets process." + text(name)),
    has: (_, name) => refuse("uses process." + text(name)),
    ownKeys: refusing("uses the members of process"),
  });

  const given = {
    process,
    console: new Proxy({}, { get: () => () => undefined }),
  };
  for (const name of getOwnPropertyNames(globalThis)) {
    if (!options.globals.includes(name)) {
      delete globalThis[name];
    }
  }
  const unlike = ["Date", "Intl", "WeakRef", "FinalizationRegistry"];
  const paths = options.isModule ? [] : ["__dirname", "__filename"];
  for (const name of [...options.globals, ...paths]) {
    if (hasOwn(given, name)) {
      defineProperty(globalThis, name, { value: given[name], writable: true, configurable: true });
    } else if (!hasOwn(globalThis, name) || unlike.includes(name)) {
      defineProperty(globalThis, name, {
        configurable: true,
        get: refusing("uses " + name),
        set: (value) => defineProperty(globalThis, name, { value, writable: true }),
      });
    }
  }
  Math.random = refusing("uses a random number");
  String.prototype.localeCompare = refusing("uses localeCompare");
  for (const type of [Object, Array, Number, BigInt]) {
    type.prototype.toLocaleString = refusing("uses toLocaleString");
  }

  // The object and array literals that values come from, with what they spread.
  const records = new WeakMap();
  const spreads = [];
  const item = refusing("uses a value that " + ELSEWHERE);
  const loaded = (name) => /^(?:node:)?process$/.test(name) ? process : elsewhere;
  const exported = { exports: {} };
  function require(name) {
    return loaded(text(name));
  }
  require.main = undefined;
  const helper = freeze({
    process,
    elsewhere,
    meta: freeze({ get env() { return variables; } }),
    use: (value) => value === elsewhere ? useElsewhere() : value,
    dynamic: refusing("imports another file while it runs"),
    spread(value) {
      // QuickJS leaves out the characters of a string in an object.
      const source = typeof value === "string" ? wrap(value) : value;
      defineProperty(spreads, spreads.length, { value: source, configurable: true, writable: true });
      return source;
    },
    made(literal, count, value) {
      const sources = { literal, count, index: -1 };
      for (let position = count - 1; position >= 0; position--) {
        const source = spreads[spreads.length - 1];
        spreads.length--;
        sources[position] = { source, length: isArray(source) ? source.length >>> 0 : -1 };
      }
      apply(setRecord, records, [value, sources]);
      for (let index = 0; isArray(value) && index < value.length; index++) {
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
  defineProperty(globalThis, options.helper, { value: helper });
  const builtIn = ownKeys(root).length + ownKeys(list).length;

  // JSON is put together from strings: the script may change how objects are written.
  let count = 0;
  let length = 0;
  function add(amount, characters) {
    count += amount;
    length += characters;
    if (count > options.maxValues || length > options.maxText) {
      refuse("exports more than " + options.maxValues + " values or " + options.maxText + " characters");
    }
  }
  function writeText(value) {
    add(0, value.length);
    return stringify(value);
  }
  const unknown = (reason) => '{"unknown":' + stringify(reason) + "}";
  const table = { length: 0 };
  function indexOf(value) {
    const record = apply(readRecord, records, [value]);
    if (record === undefined) {
      return -1;
    }
    if (record.index === -1) {
      record.index = table.length;
      table[table.length++] = record;
    }
    return record.index;
  }
  function write(value, depth) {
    add(1, 0);
    if (value === elsewhere) {
      return unknown(ELSEWHERE);
    }
    switch (typeof value) {
      case "string":
        return writeText(value);
      case "number":
        return isFinite(value) ? text(value) : unknown("is not a finite number");
      case "boolean":
        return value ? "true" : "false";
      case "undefined":
        return "{}";
      case "object":
        return value === null ? "null" : writeObject(value, depth);
      default:
        return unknown("is a " + typeof value);
    }
  }
  function writeObject(value, depth) {
    if (depth === options.maxDepth) {
      return unknown("is nested too deeply");
    }
    let parts = "";
    if (isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        const part = getOwnPropertyDescriptor(value, index)?.get === item
          ? unknown(ELSEWHERE)
          : write(value[index], depth + 1);
        parts += (index === 0 ? "" : ",") + part;
      }
      return '{"record":' + indexOf(value) + ',"items":[' + parts + "]}";
    }
    const prototype = getPrototypeOf(value);
    if (prototype !== root && prototype !== null && depth > 0) {
      return unknown("is not a plain object");
    }
    const own = keys(value);
    for (let index = 0; index < own.length; index++) {
      const part = writeText(own[index]) + "," + write(value[own[index]], depth + 1);
      parts += (index === 0 ? "" : ",") + part;
    }
    return '{"record":' + indexOf(value) + ',"members":[' + parts + "]}";
  }
  function writeNames(own) {
    let parts = "";
    add(own.length, 0);
    for (let index = 0; index < own.length; index++) {
      parts += (index === 0 ? "" : ",") + writeText(own[index]);
    }
    return "[" + parts + "]";
  }
  function writeRecord(record) {
    let parts = "";
    for (let position = 0; position < record.count; position++) {
      const { source, length } = record[position];
      const isObject = typeof source === "object" && source !== null;
      parts += (position === 0 ? "" : ",") + '{"record":' + (isObject ? indexOf(source) : -1) +
        ',"length":' + length + ',"names":' + writeNames(isObject && length === -1 ? keys(source) : []) + "}";
    }
    return '{"literal":' + record.literal + ',"sources":[' + parts + "]}";
  }

  // The empty text if the script failed on its own, or has not ended.
  return function report(namespace, hasEnded) {
    try {
      if (refusal === undefined && !hasEnded) {
        return "";
      }
      if (refusal === undefined && ownKeys(root).length + ownKeys(list).length !== builtIn) {
        refuse("changes the prototype of all objects");
      }
      const value = refusal === undefined
        ? write(options.isModule ? namespace : exported.exports, 0)
        : "";
      let rows = "";
      for (let index = 0; index < table.length; index++) {
        rows += (index === 0 ? "" : ",") + writeRecord(table[index]);
      }
      if (refusal === undefined) {
        return '{"names":' + writeNames(names) + ',"value":' + value + ',"records":[' + rows + "]}";
      }
    } catch (error) {
      if (refusal === undefined) {
        throw error;
      }
    }
    return '{"refused":' + stringify(refusal.reason) + ',"stack":' + stringify(refusal.stack) + "}";
  };
}`;
