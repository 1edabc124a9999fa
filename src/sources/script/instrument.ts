import type { AnyNode } from "acorn";
import { applyEdits, type Edit } from "../../base/text.ts";
import { HELPER } from "./engine/prelude.ts";
import type { EngineJob } from "./engine/run-script.ts";
import { isHarmless, isPure, ownFunctions } from "./functions.ts";
import { followLoops, listOfPush } from "./loops.ts";
import { namesIn } from "./names.ts";
import { type PartNames, partsOf } from "./syntax.ts";

/** Names that may give a script a value that is not in the file. */
const NOT_IN_FILE =
  /\b(?:require|Date|Intl|__(?:dir|file)name|fetch|set(?:Timeout|Interval|Immediate)|Buffer|performance|crypto)\b/;

/**
 * The parts of a syntax that decide what is executed, or leave what is seen of the text:
 * those of any type, and others by type. The engine itself finds conversions of values.
 */
const USES_OF_ANY = ["arguments"];
const USES: PartNames = {
  ArrowFunctionExpression: ["body"],
  ReturnStatement: ["argument"],
};

/** Syntax that is known, or is no value. */
const IS_KNOWN =
  /^(?:Literal|SpreadElement|BlockStatement|(?:Array|Class|Function|ArrowFunction)Expression)$/;
const CONVERSION =
  /^(?:Number|String|Boolean|parse(?:Int|Float)|encodeURIComponent|JSON\.(?:parse|stringify)|Object\.(?:keys|values|entries)|Math\.\w+|URL(?:SearchParams)?)$/;
/** A function that can be named twice without an effect. */
const IS_NAMED =
  /^(?:require\((?:"[^"\n]*"|'[^'\n]*')\)|(?!super\b)[\w$]+)(?:\.[\w$]+)*$/;
/** The parameter of functions that have code of the script. */
const VALUE = `${HELPER}Value`;

/**
 * Prepares a script for the engine: what is computed from a value that is not in the file
 * is as unknown, and the script stops where such a value decides what is executed. No line
 * is moved.
 *
 * @param nodes its whole syntax, outer nodes before inner ones
 */
export function instrument(text: string, nodes: readonly AnyNode[]): EngineJob {
  const edits: Edit[] = [];
  const ends: Edit[] = [];
  const isModule = nodes.some(isModuleSyntax);
  const isFollowed =
    NOT_IN_FILE.test(text) || nodes.some((node) => "source" in node);
  const isOwn = ownFunctions(nodes);
  const names = namesIn(nodes);
  const loops = followLoops(isFollowed ? nodes : [], names, text);
  const tagged = new Set(nodes.flatMap((node) => partsOf(node, ["quasi"])));
  /** Expressions whose value is not used. */
  const discarded = new Set(
    nodes.map((node) => node.type === "ExpressionStatement" && node.expression),
  );

  function replace(start: number, current: string, by: string): void {
    edits.push({ start, end: start + current.length, text: by });
  }

  function wrap({ start, end }: AnyNode, before: string, after = "))"): void {
    replace(start, "", ` ${HELPER}.${before}`);
    ends.push({ start: end, end, text: after });
  }

  /** Where the token after an expression is: behind parentheses and comments. */
  function tokenAfter({ end }: AnyNode): number {
    const skipped = /(?:[\s)]|\/\*[\s\S]*?\*\/|\/\/.*)*/y;
    skipped.lastIndex = end;
    skipped.exec(text);
    return skipped.lastIndex;
  }

  function follow(node: AnyNode): void {
    switch (node.type) {
      case "BinaryExpression":
        if (node.left.type !== "PrivateIdentifier") {
          wrap(node, "both((", `), ($l, $r) => $l ${node.operator} $r)`);
          replace(tokenAfter(node.left), node.operator, "), (");
        }
        break;
      case "ConditionalExpression":
      case "LogicalExpression": {
        const first = "left" in node ? node.left : node.test;
        // A part that is not evaluated must have no effect.
        if (partsOf(node, ["right", "consequent", "alternate"]).every(isPure)) {
          wrap(node, "choose((", ")");
          replace(tokenAfter(first), "", `), (${VALUE}) => ${VALUE} `);
        } else if (
          node.type === "ConditionalExpression" ||
          (node.operator !== "??" && discarded.has(node))
        ) {
          use(first, "decide");
        } else {
          use(first);
        }
        break;
      }
      case "IfStatement":
        use(node.test, "decide");
        break;
      case "SwitchStatement": {
        const tests = node.cases.flatMap(({ test }) => test ?? []);
        if (tests.every(isPure)) {
          wrap(node.discriminant, `switched(${node.start}, (`);
          for (const test of tests) {
            wrap(test, `matched(${node.start}, (`);
          }
        } else {
          for (const part of [node.discriminant, ...tests]) {
            use(part);
          }
        }
        break;
      }
      case "DoWhileStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "ForStatement":
      case "WhileStatement": {
        const [part] = partsOf(node, ["test", "right"]);
        const forgetting = loops.forgetting(node);
        if (part !== undefined && forgetting !== undefined) {
          wrap(
            part,
            "loop((",
            `), ${forgetting})${"test" in node ? "" : " ?? []"}`,
          );
        } else if (part !== undefined && "test" in node) {
          use(part);
        }
        break;
      }
      case "ThrowStatement":
        wrap(node.argument, "thrown((");
        break;
      case "ExpressionStatement": {
        const list = listOfPush(node.expression);
        if (list !== undefined) {
          wrap(list, "target((");
        }
        break;
      }
      case "UnaryExpression": {
        const { operator, argument, start, end } = node;
        if (
          /^(?:[!~+-]|typeof)$/.test(operator) &&
          !IS_KNOWN.test(argument.type)
        ) {
          // Asking for the type of a name that nothing declares is no error.
          const asked =
            operator === "typeof" && argument.type === "Identifier"
              ? `typeof ${argument.name} === "undefined" ? undefined : `
              : "";
          replace(start, operator, ` ${HELPER}.choose((${asked}`);
          ends.push({ start: end, end, text: `), ($v) => ${operator} $v)` });
        }
        break;
      }
      case "AssignmentExpression":
        if (node.operator === "&&=") {
          const target = text.slice(node.left.start, node.left.end);
          replace(node.start, "", ` (${HELPER}.use(${target}), `);
          ends.push({ start: node.end, end: node.end, text: ")" });
        }
        break;
      case "TemplateLiteral":
        if (node.expressions.length > 0 && !tagged.has(node)) {
          replace(node.start, "", ` ${HELPER}.template`);
        }
        break;
      case "ArrayExpression":
        wrap(node, "list((");
        for (const one of node.elements) {
          if (one?.type === "SpreadElement") {
            wrap(one.argument, "items((");
          }
        }
        break;
      case "CallExpression":
      case "NewExpression": {
        const { callee, arguments: given, start } = node;
        const name = text.slice(callee.start, callee.end);
        const open = text.slice(start, tokenAfter(callee) + 1);
        const isNew = node.type === "NewExpression";
        for (const one of given) {
          if (isHarmless(one, names)) {
            wrap(one, "harmless((");
          }
        }
        if (CONVERSION.test(name) && open.endsWith("(") && given.length > 0) {
          replace(start, open, ` ${HELPER}.convert(${isNew}, ${name}, `);
          return;
        }
        if (!isOwn(node) && IS_NAMED.test(name)) {
          for (const one of given) {
            const before = one.type === "ObjectExpression" ? "fresh" : "pass";
            if (!IS_KNOWN.test(one.type)) {
              wrap(one, `${before}((${name}), (`);
            }
          }
          return;
        }
        break;
      }
      default:
        break;
    }
    if (!isOwn(node)) {
      for (const part of partsOf(node, [
        ...USES_OF_ANY,
        ...(USES[node.type] ?? []),
      ])) {
        use(part);
      }
    }
  }

  function use(node: AnyNode, by = "use"): void {
    if (!IS_KNOWN.test(node.type)) {
      wrap(node, `${by}((`);
    }
  }

  for (const literal of loops.opened) {
    wrap(literal, "openable((");
  }
  for (const node of nodes) {
    switch (node.type) {
      case "ObjectExpression":
        if (node.properties.some(({ type }) => type === "SpreadElement")) {
          wrap(node, "merged((");
        }
        for (const part of node.properties) {
          if (part.type === "SpreadElement") {
            wrap(part.argument, "object((");
          }
        }
        break;
      case "ImportExpression":
        replace(node.start, "import", `${HELPER}.dynamic`);
        break;
      case "MetaProperty":
        if (node.meta.name === "import") {
          replace(node.start, "import", HELPER);
        }
        break;
      // All of a file is what it exports by default: nobody knows the other names.
      case "ImportNamespaceSpecifier":
        replace(node.start, "*", "{ default");
        replace(node.end, "", " }");
        break;
      case "ExportAllDeclaration":
        if (node.exported) {
          replace(text.indexOf("*", node.start), "*", "{ default");
          replace(node.exported.end, "", " }");
        }
        break;
      default:
        break;
    }
    if (isFollowed) {
      follow(node);
    }
  }
  const bare = text.replace(/^\uFEFF/, " ").replace(/^( ?)#!/, "$1//");
  const code = applyEdits(bare, [...ends.toReversed(), ...edits]);
  return {
    isModule,
    isFollowed,
    hasHandler: nodes.some(({ type }) => type === "CatchClause"),
    elsewhere: elsewhereOf(nodes, text),
    code: isModule
      ? code
      : `${HELPER}.load(function (exports, require, module) {${code}\n})`,
  };
}

function isModuleSyntax(node: AnyNode): boolean {
  return (
    /^(?:Import|Export)\w*Declaration$/.test(node.type) ||
    (node.type === "MetaProperty" && node.meta.name === "import")
  );
}

/** The text of any other file, with all names that are imported from others. */
function elsewhereOf(nodes: readonly AnyNode[], text: string): string {
  const exported = new Set(["all as default"]);
  const add = ({ start, end }: AnyNode) =>
    exported.add(`all as ${text.slice(start, end)}`);
  for (const node of nodes) {
    if (node.type === "ImportSpecifier") {
      add(node.imported);
    } else if (node.type === "ExportSpecifier") {
      add(node.local);
    }
  }
  return `const all = ${HELPER}.elsewhere; export { ${[...exported].join()} };`;
}
