import { redact } from '../../domain/redaction';
import type { CallAccounts } from './ports';

/** How accounts show the numbers of their calls, for the context of live calls. */
export class CallRedactions {
  constructor(private readonly accounts: CallAccounts) {}

  async redactionOf(accountId: string): Promise<(number: string) => string | null> {
    const { settings } = await this.accounts.get(accountId);
    return (number) => redact(number, settings.cdrRedaction);
  }
}
