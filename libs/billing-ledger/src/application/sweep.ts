const BATCH = 100;

type ListAccounts = (after: string, limit: number) => Promise<readonly string[]>;

/** One run of a job over many records: a record that fails does not stop the others. */
export class Sweep {
  private readonly errors: unknown[] = [];

  /** Runs `act`. When it fails, keeps the error for `end` and returns null. */
  async attempt<T>(act: () => Promise<T>): Promise<T | null> {
    try {
      return await act();
    } catch (error) {
      this.errors.push(error);
      return null;
    }
  }

  /** Attempts `act` for every account, in batches. `list` returns the accounts after an id, in the order of their ids. */
  async eachAccount(list: ListAccounts, act: (accountId: string) => Promise<void>): Promise<void> {
    for (let after = ''; ; ) {
      const accounts = await list(after, BATCH);
      for (const accountId of accounts) await this.attempt(() => act(accountId));
      if (accounts.length < BATCH) return;
      after = accounts.at(-1) ?? after;
    }
  }

  /** Throws an AggregateError of every kept error. `failure` completes the sentence "<count> …". */
  end(failure: string): void {
    if (this.errors.length > 0) throw new AggregateError(this.errors, `${this.errors.length} ${failure}.`);
  }
}
