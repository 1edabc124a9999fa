import type { LintEntry, LintInput, LintProblem, LintTest } from "./types.ts";

/** A test of each part of a file that a rule is about. */
export function each<Part>(
  partsOf: (input: LintInput) => Iterable<Part>,
  test: (
    part: Part,
    input: LintInput,
  ) => LintProblem | undefined | Promise<LintProblem | undefined>,
): LintTest {
  return async (input) => {
    const problems: LintProblem[] = [];
    for (const part of partsOf(input)) {
      const problem = await test(part, input);
      if (problem !== undefined) {
        problems.push(problem);
      }
    }
    return problems;
  };
}

/** Several tests, one after the other. */
export function all(...tests: readonly LintTest[]): LintTest {
  return async (input) => {
    const found: LintProblem[] = [];
    for (const test of tests) {
      found.push(...(await test(input)));
    }
    return found;
  };
}

/** The parts of all entries, each with its entry. */
export function inEach<Part>(
  entriesOf: (input: LintInput) => readonly LintEntry[],
  partsOf: (entry: LintEntry, input: LintInput) => Iterable<Part>,
) {
  return function* (input: LintInput) {
    for (const entry of entriesOf(input)) {
      for (const part of partsOf(entry, input)) {
        yield { entry, part };
      }
    }
  };
}

/** The file as a whole. */
export function wholeFile({ file }: LintInput) {
  return [file];
}

/** The entries of portals and wallets. */
export function entriesIn({ file }: LintInput): readonly LintEntry[] {
  return file.entries;
}

export function entriesAndBooksIn({ file }: LintInput): readonly LintEntry[] {
  return [...file.entries, ...file.books];
}

export function booksIn({ file }: LintInput): readonly LintEntry[] {
  return file.books;
}

/** The fields of portals' and wallets' entries. */
export function fieldsIn({ file }: LintInput) {
  return file.entries.flatMap((entry) =>
    entry.fields.map((field) => ({ ...field, entry })),
  );
}
