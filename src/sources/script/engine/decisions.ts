/**
 * Maximum number of decisions in one run. A script is run at most one more time than that.
 */
export const MAX_DECISIONS = 31;

/**
 * A function of the engine's prelude, for statements that an unknown value decides. The
 * script goes both ways, in different runs: the first decisions are given, and all others
 * are against. A loop is left out, and what it changes is unknown. It is evaluated before
 * the script can replace what it uses.
 */
export const DECISIONS = `(infoOf, path) => {
  const { get: lookUp, set: store } = WeakMap.prototype;
  const { apply, ownKeys } = Reflect;
  const operations = { __proto__: null };
  for (const name of ownKeys(Reflect)) {
    operations[name] = Reflect[name];
  }
  const unique = Symbol;
  const taken = [];
  const switches = { __proto__: null };
  // Lists that a loop may have added to, and objects that it may have changed. The script
  // has proxies of them, which it may not read after that.
  const openings = new WeakMap();
  const openables = new WeakMap();
  const targetOf = (value) => apply(lookUp, openables, [value]) ?? value;
  const openingOf = (value) => apply(lookUp, openings, [targetOf(value)]);
  let isLoaded = false;

  function decide(value) {
    const info = infoOf(value);
    if (info === undefined) {
      return value;
    }
    if (isLoaded || taken.length === ${MAX_DECISIONS}) {
      info.use();
    }
    const way = path[taken.length] ?? false;
    taken[taken.length] = way;
    return way;
  }
  const helpers = {
    decide,
    switched: (id, value) => (switches[id] = value),
    matched(id, value) {
      const known = switches[id];
      const asked = infoOf(known) ?? infoOf(value);
      return asked === undefined ? value : decide(asked.bare) ? known : unique();
    },
    loop(value, forget) {
      const info = infoOf(value);
      if (info === undefined) {
        return value;
      }
      forget(info.bare, (target, isList) => {
        if (isLoaded || targetOf(target) === target) {
          info.use();
        }
        const isOnlyAdded = isList && openingOf(target)?.isList !== false;
        apply(store, openings, [targetOf(target), { ...info, isList: isOnlyAdded }]);
      });
    },
    openable(target) {
      if (infoOf(target) !== undefined) {
        return target;
      }
      const set = (_, name, value) => operations.set(target, name, value);
      const read = (operation) => (...given) => {
        openingOf(target)?.use();
        return apply(operations[operation], undefined, given);
      };
      const get = (_, operation) => operation === "set" ? set : read(operation);
      const value = new Proxy(target, new Proxy({}, { get }));
      apply(store, openables, [value, target]);
      return value;
    },
    target: targetOf,
  };
  const end = () => {
    isLoaded = true;
  };
  return { helpers, openingOf, targetOf, taken, end };
}`;
