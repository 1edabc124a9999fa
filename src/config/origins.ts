/** Where a value comes from. */
export type ValueOrigin =
  | { readonly kind: "config"; readonly path: string }
  | { readonly kind: "environment"; readonly variable: string }
  | { readonly kind: "variable"; readonly variable: string }
  | { readonly kind: "preset" | "reference" | "default" | "unset" }
  | {
      readonly kind: "derived";
      readonly from: string;
      /** Where that comes from, if it is from a file of the user. */
      readonly source?: SourceOrigin;
    }
  | SourceOrigin;

/** A line of a file of `alpha.sources`. */
export interface SourceOrigin {
  readonly kind: "source";
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The name of the value in the file. */
  readonly field: string;
  /** The environment variables that the value is the default of in that file. */
  readonly variables?: readonly string[];
  /** Files listed later that have another value. */
  readonly against?: readonly {
    readonly file: string;
    readonly line: number;
  }[];
}

/** An origin as text, for `alpha config --explain` and errors. */
export function describeOrigin(origin: ValueOrigin): string {
  switch (origin.kind) {
    case "config":
      return `the Hardhat config's ${origin.path}`;
    case "environment":
      return `the environment variable ${origin.variable}`;
    case "variable":
      return `the configuration variable ${origin.variable}`;
    case "preset":
      return "the built-in preset";
    case "reference":
      return "the networks' reference";
    case "default":
      return "this plugin's default";
    case "derived":
      return `the same network's ${origin.from}${origin.source === undefined ? "" : `, from ${describeOrigin(origin.source)}`}`;
    case "source": {
      const against = (origin.against ?? []).map(
        ({ file, line }) => `; ${file}, line ${line}, has another value`,
      );
      const variables = origin.variables?.join(", ");
      const isDefault =
        variables === undefined
          ? ""
          : ` (the default of the environment variable ${variables})`;
      return `the source ${origin.file}, line ${origin.line}${isDefault}${against.join("")}`;
    }
    case "unset":
      return "no source";
  }
}
