import type { ReadElement } from "./read-xml.ts";

const TOKEN = /^\S+( \S+)*$/;
const INTEGER = /^\d+$/;
const DECIMAL = /^\d+(\.\d+)?$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
const ANY = /^.*$/s;

interface Rule {
  /** Required attributes and what they must be. */
  readonly attributes: Readonly<Record<string, RegExp>>;
  readonly optional?: Readonly<Record<string, RegExp>>;
  /** The order of the children: a regular expression over their names. */
  readonly children: RegExp;
  readonly hasText?: boolean;
}

const TEXT: Rule = { attributes: {}, children: /^$/, hasText: true };
const RESULT: Rule = {
  ...TEXT,
  attributes: { type: ANY },
  optional: { message: ANY },
};

/**
 * What Ant's schema (JUnit.xsd of windyroad) and Jenkins' (junit-10.xsd) both
 * accept: the first is the stricter one but for `skipped`, which only the second
 * has.
 */
const RULES: Readonly<Record<string, Rule>> = {
  testsuites: { attributes: {}, children: /^(testsuite )*$/ },
  testsuite: {
    attributes: {
      name: TOKEN,
      package: TOKEN,
      id: INTEGER,
      timestamp: DATE_TIME,
      hostname: TOKEN,
      tests: INTEGER,
      failures: INTEGER,
      errors: INTEGER,
      time: DECIMAL,
    },
    optional: { skipped: INTEGER },
    children: /^properties (testcase )*system-out system-err $/,
  },
  properties: { attributes: {}, children: /^(property )*$/ },
  property: { attributes: { name: TOKEN, value: ANY }, children: /^$/ },
  testcase: {
    attributes: { name: TOKEN, classname: TOKEN, time: DECIMAL },
    children: /^((skipped|error|failure) )?$/,
  },
  skipped: { ...TEXT, optional: { message: ANY, type: ANY } },
  error: RESULT,
  failure: RESULT,
  "system-out": TEXT,
  "system-err": TEXT,
};

/** All that keeps a document from being JUnit XML; empty if nothing does. */
export function junitFaults(root: ReadElement): readonly string[] {
  return [
    ...(root.name === "testsuites" ? [] : [`the root is ${root.name}`]),
    ...faultsOf(root, root.name),
  ];
}

function faultsOf(element: ReadElement, path: string): readonly string[] {
  const rule = RULES[element.name];
  if (rule === undefined) {
    return [`${path}: unknown element`];
  }
  const { attributes, optional = {}, children, hasText = false } = rule;
  const allowed = { ...attributes, ...optional };
  const order = element.children.map(({ name }) => `${name} `).join("");
  return [
    ...Object.keys(attributes)
      .filter((name) => element.attributes[name] === undefined)
      .map((name) => `${path}: no ${name}`),
    ...Object.entries(element.attributes)
      .filter(([name, value]) => allowed[name]?.test(value) !== true)
      .map(([name, value]) => `${path}: ${name}="${value}"`),
    ...(children.test(order) ? [] : [`${path}: children ${order}`]),
    ...(hasText || element.text.trim() === "" ? [] : [`${path}: text`]),
    ...(element.name === "testsuite" ? countFaults(element, path) : []),
    ...element.children.flatMap((child, index) =>
      faultsOf(child, `${path}/${child.name}[${index}]`),
    ),
  ];
}

function countFaults(suite: ReadElement, path: string): readonly string[] {
  const cases = suite.children.filter(({ name }) => name === "testcase");
  const count = (wanted: string) =>
    cases.filter(({ children }) => children[0]?.name === wanted).length;
  const counts = {
    tests: cases.length,
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
  };
  return Object.entries(counts)
    .filter(([name, number]) => suite.attributes[name] !== `${number}`)
    .map(([name, number]) => `${path}: ${name} is not ${number}`);
}
