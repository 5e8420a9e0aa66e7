/** Does something and returns its result, or undefined after an error, which is kept. */
type Attempt = <R>(act: () => Promise<R>) => Promise<R | undefined>;

/**
 * Runs the parts of a job. A part that fails does not stop the others. Throws an AggregateError at the end if some have failed.
 * `failure` completes its message: "<count> …".
 */
export async function collectingErrors<T>(failure: string, work: (attempt: Attempt) => Promise<T>): Promise<T> {
  const errors: unknown[] = [];
  const result = await work(async (act) => {
    try {
      return await act();
    } catch (error) {
      errors.push(error);
      return undefined;
    }
  });
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} ${failure}.`);
  return result;
}

/**
 * Waits until every task has ended, even if one fails: a task that continued after the rollback of its transaction would
 * write outside of it. Throws the error of the first failed task in the list.
 */
export async function allDone(tasks: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(tasks);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
