/**
 * The properties and methods of URLs and search parameters, in the engine as in the worker.
 */
const FIELDS =
  "href protocol host hostname port pathname search hash username password origin";
const METHODS =
  "append delete get getAll has set sort toString keys values entries";

/**
 * The worker's answer to a request for `URL` or `URLSearchParams`, which the engine does
 * not have: a text for a text.
 */
export const URL_HOST = `
const urlParts = "${FIELDS} ${METHODS} size".split(" ");
function answerUrl(request) {
  try {
    const [kind, state, name, given] = JSON.parse(request);
    const object = kind === "URL" ? new URL(...state) : new URLSearchParams(state);
    let value = urlParts.includes(name) ? object[name] : undefined;
    if (typeof value === "function") {
      value = object[name](...given);
    } else if (given.length > 0) {
      object[name] = given[0];
    }
    const plain = typeof value === "object" && value !== null ? [...value] : value;
    return JSON.stringify([kind === "URL" ? [object.href] : String(object), plain]);
  } catch {
    return "null";
  }
}
`;

/** A function of the engine's prelude, which defines both classes by the worker's answers. */
export const URL_CLASSES = `(answerUrl, refuse) => {
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const { get: lookUp, set: store } = WeakMap.prototype;
  const { defineProperty, entries } = Object;
  const text = String;
  const Failure = TypeError;
  const states = new WeakMap();
  function start(self, kind, state, owner) {
    apply(store, states, [self, { kind, state, owner }]);
    ask(self, "", []);
  }
  function ask(self, name, given) {
    const own = apply(lookUp, states, [self]);
    const state = own.owner === undefined ? own.state : own.owner.search;
    const answered = answerUrl(stringify([own.kind, state, name, given]));
    if (answered === "") {
      refuse("uses too many URLs, or one that is longer than 2048 characters");
    }
    const answer = parse(answered);
    if (answer === null) {
      throw new Failure("Invalid URL");
    }
    [own.state] = answer;
    if (own.owner !== undefined && own.state !== state) {
      own.owner.search = own.state;
    }
    return answer[1];
  }
  class URL {
    constructor(url, base) {
      start(this, "URL", base === undefined ? [text(url)] : [text(url), text(base)]);
    }
    get searchParams() {
      const params = new URLSearchParams();
      start(params, "URLSearchParams", "", this);
      return params;
    }
    toString() { return this.href; }
    toJSON() { return this.href; }
    static parse(url, base) {
      try {
        return new URL(url, base);
      } catch {
        return null;
      }
    }
    static canParse(url, base) { return URL.parse(url, base) !== null; }
  }
  class URLSearchParams {
    constructor(given = "") {
      const isObject = typeof given === "object" && given !== null;
      const pairs = isObject && !given[Symbol.iterator] ? entries(given) : given;
      const state = isObject ? [...pairs].map((pair) => [...pair].map(text)) : text(given);
      start(this, "URLSearchParams", state);
    }
    get size() { return ask(this, "size", []); }
    forEach(call) { [...this].forEach(([name, value]) => call(value, name, this)); }
    [Symbol.iterator]() { return this.entries(); }
  }
  for (const name of "${FIELDS}".split(" ")) {
    defineProperty(URL.prototype, name, {
      get() { return ask(this, name, []); },
      set(value) { ask(this, name, [text(value)]); },
    });
  }
  for (const name of "${METHODS}".split(" ")) {
    const isIterator = /^(?:keys|values|entries)$/.test(name);
    URLSearchParams.prototype[name] = function (...given) {
      const answer = ask(this, name, given.map(text));
      return isIterator ? answer[Symbol.iterator]() : answer;
    };
  }
  return { URL, URLSearchParams };
}`;

/** The names whose members are those of Node.js, or refused. */
export const BUILT_INS =
  "Array ArrayBuffer BigInt Boolean Error Iterator JSON Map Math Number Object Promise Reflect RegExp Set String Symbol URL URLSearchParams Uint8Array WeakMap WeakSet";

/**
 * A function of the engine's prelude, by which names have the members that they have in
 * Node.js: what the engine has besides is removed, and reading what it lacks is refused.
 */
export const KNOWN_MEMBERS = `(members, object, refusing) => {
  const { defineProperty, getOwnPropertyNames, hasOwn } = Object;
  for (const [name, part, known] of members) {
    const holder = object(part ? globalThis[name][part] : globalThis[name]);
    for (const member of getOwnPropertyNames(holder)) {
      if (!known.includes(member)) {
        delete holder[member];
      }
    }
    for (const member of known) {
      if (!hasOwn(holder, member)) {
        defineProperty(holder, member, {
          configurable: true,
          get: refusing("uses " + name + "." + member),
          set(value) { defineProperty(this, member, { value, writable: true }); },
        });
      }
    }
  }
}`;
