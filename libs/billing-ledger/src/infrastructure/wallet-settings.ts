import type { Database } from '@trunkline/platform';
import { type LockedWallet, type WalletSettingsRepository } from '../application/operator/ports';
import type { WalletTerms } from '../domain/journal/wallet-terms';
import { noWallet } from './journal/entries';

const LOCK = `SELECT balance_cents AS "balanceCents", billing_mode AS "billingMode",
    credit_limit_cents AS "creditLimitCents"
  FROM billing.wallets WHERE account_id = $1 FOR UPDATE`;

/** Keeps the wallet's time increasing, as movements do. */
const TOUCHED = `version = version + 1, updated_at = GREATEST($2::timestamptz, updated_at + interval '1 microsecond')`;

const SAVE_TERMS = `UPDATE billing.wallets SET billing_mode = $3, credit_limit_cents = $4, ${TOUCHED} WHERE account_id = $1`;

const SAVE_ALERT = `UPDATE billing.wallets SET low_balance_alert_cents = $2 WHERE account_id = $1 RETURNING account_id`;

export class StoredWalletSettings implements WalletSettingsRepository {
  constructor(private readonly db: Database) {}

  lock(accountId: string): Promise<LockedWallet> {
    return this.db.get<LockedWallet>(LOCK, [accountId], noWallet);
  }

  async saveTerms(accountId: string, { billingMode, creditLimitCents }: WalletTerms, at: Date): Promise<void> {
    await this.db.write(SAVE_TERMS, [accountId, at, billingMode, creditLimitCents]);
  }

  async alertBelow(accountId: string, thresholdCents: number | null): Promise<void> {
    await this.db.get(SAVE_ALERT, [accountId, thresholdCents], noWallet);
  }
}
