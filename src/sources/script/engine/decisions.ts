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
  const { apply } = Reflect;
  const unique = Symbol;
  const taken = [];
  const switches = { __proto__: null };
  // Lists that a loop may have added to, and objects that it may have changed; and those
  // that the script read, and so may have copied.
  const openings = new WeakMap();
  const readings = new WeakMap();
  const openingOf = (value) => apply(lookUp, openings, [value]);
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
        if (isLoaded || apply(lookUp, readings, [target])) {
          info.use();
        }
        const isOnlyAdded = isList && openingOf(target)?.isList !== false;
        apply(store, openings, [target, { ...info, isList: isOnlyAdded }]);
      });
    },
    read(value) {
      openingOf(value)?.use();
      apply(store, readings, [value, true]);
      return value;
    },
  };
  const end = () => {
    isLoaded = true;
  };
  return { helpers, openingOf, taken, end };
}`;
