const ACCOUNTS = 100;
const CLAIMS = 50;

export interface AccountRef {
  readonly accountId: string;
}

/** One run of a job over many records: a record that fails does not stop the others. */
export class Sweep {
  private readonly errors: unknown[] = [];

  /** Acts for every account, in batches. `list` returns the accounts after an id, in the order of their ids. */
  async eachAccount(
    list: (after: string, limit: number) => Promise<readonly AccountRef[]>,
    act: (accountId: string) => Promise<void>,
  ): Promise<void> {
    for (let after = ''; ; ) {
      const accounts = await list(after, ACCOUNTS);
      for (const { accountId } of accounts) await this.attempt(() => act(accountId));
      if (accounts.length < ACCOUNTS) return;
      after = accounts.at(-1)?.accountId ?? after;
    }
  }

  /** Acts for every record that is due, in batches that `claim` takes. */
  async eachDue<T>(claim: (limit: number) => Promise<readonly T[]>, act: (due: T) => Promise<void>): Promise<void> {
    for (;;) {
      const claimed = await claim(CLAIMS);
      for (const each of claimed) await this.attempt(() => act(each));
      if (claimed.length < CLAIMS) return;
    }
  }

  /** Throws an AggregateError of every kept error. `failure` completes the sentence "<count> …". */
  end(failure: string): void {
    if (this.errors.length > 0) throw new AggregateError(this.errors, `${this.errors.length} ${failure}.`);
  }

  private async attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.errors.push(error);
    }
  }
}
