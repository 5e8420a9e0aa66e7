import {
  type SupervisionEntry,
  SupervisionLog,
  type WalletTerms,
  BillingTerms,
} from '../../application/operator/ports';

export class RecordingSupervisionLog extends SupervisionLog {
  readonly entries: SupervisionEntry[] = [];

  override record(entry: SupervisionEntry): Promise<void> {
    this.entries.push(entry);
    return Promise.resolve();
  }
}

/** Keeps terms as billing does, without its rules. */
export class FakeWalletTerms extends BillingTerms {
  private readonly kept = new Map<string, WalletTerms>();

  override changeTerms(accountId: string, change: Partial<WalletTerms>) {
    const before = this.kept.get(accountId) ?? { billingMode: 'prepaid', creditLimitCents: 0 };
    const after = { ...before, ...change };
    this.kept.set(accountId, after);
    return Promise.resolve({ before, after });
  }
}
