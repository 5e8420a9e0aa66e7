/**
 * Waits until every task has ended, even if one fails: a task that continued after the rollback of its transaction would
 * write outside of it. Throws the error of the first failed task in the list.
 */
export async function allDone(tasks: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(tasks);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
