/** The outcome of one test file. A file that could not run counts as one failure. */
export interface FileResult {
  readonly path: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Text of its first failure, as the test framework reports it. Null where none failed, or tests did not run. */
  readonly failure: string | null;
}

export interface RunResult {
  readonly files: readonly FileResult[];
  /** Failures that belong to no file, such as a handle that was left open. */
  readonly otherFailures: number;
}

/** Runs test files: all of its kind, or the given ones alone, one after the other. */
export type Suite = (files?: readonly string[]) => Promise<RunResult>;

export interface Repeated {
  readonly result: RunResult;
  /** First results of the files that failed once and then passed. */
  readonly flaky: readonly FileResult[];
}

export const NOTHING: RunResult = { files: [], otherFailures: 0 };

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Returns how many tests passed, failed and were skipped. */
export function countsOf({ files, otherFailures }: RunResult): Counts {
  const sum = (figure: keyof Counts): number => files.reduce((total, file) => total + file[figure], 0);
  return { passed: sum('passed'), failed: sum('failed') + otherFailures, skipped: sum('skipped') };
}

/**
 * Runs the files that failed once more, alone. A file that passes then counts with its second result; one that fails twice
 * keeps its failures. Failures that belong to no file are not repeated.
 */
export async function repeatFailed(suite: Suite, first: RunResult): Promise<Repeated> {
  const failed = first.files.filter((file) => file.failed > 0);
  if (failed.length === 0) return { result: first, flaky: [] };
  const second = await suite(failed.map((file) => file.path));
  const resultOf = new Map(second.files.map((file) => [file.path, file]));
  const result = {
    // A file that the repetition did not reach keeps its failure.
    files: first.files.map((file) => resultOf.get(file.path) ?? file),
    otherFailures: first.otherFailures + second.otherFailures,
  };
  const flaky = failed.filter(({ path, failure }) => failure !== null && resultOf.get(path)?.failed === 0);
  return { result, flaky };
}
