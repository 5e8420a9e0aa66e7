import { redact } from '../../domain/redaction';
import type { CallAccounts, CdrQueries } from './ports';

/** What the context of live calls needs to know of CDRs. */
export class RecordedCalls {
  constructor(
    private readonly queries: CdrQueries,
    private readonly accounts: CallAccounts,
  ) {}

  /** Returns the ids of the CDRs that exist, by decision. */
  idsOf(decisionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.queries.idsOf(decisionIds);
  }

  /** Returns how the account shows the numbers of its calls. */
  async redactionOf(accountId: string): Promise<(number: string) => string | null> {
    const { settings } = await this.accounts.get(accountId);
    return (number) => redact(number, settings.cdrRedaction);
  }
}
