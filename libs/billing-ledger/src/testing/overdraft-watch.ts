import type { Client } from 'pg';

/**
 * Runs after each statement that changes a wallet. Movements of a wallet have distinct times, so the entry with the wallet's
 * time and balance is the one that moved it. A hold has no entry.
 */
const WATCH = `CREATE FUNCTION billing.watch_overdraft() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    before bigint := OLD.balance_cents - OLD.held_cents + OLD.credit_limit_cents;
    available bigint := NEW.balance_cents - NEW.held_cents + NEW.credit_limit_cents;
  BEGIN
    IF available < 0 AND available < before AND NOT EXISTS (
      SELECT FROM billing.transactions t
      WHERE t.account_id = NEW.account_id AND t.created_at = NEW.updated_at AND t.balance_after_cents = NEW.balance_cents
        AND (t.kind = 'chargeback' OR t.kind = 'refund' AND t.related_kind = 'topup')
        AND t.processor_payment_intent_id IS NOT NULL
    ) THEN
      RAISE EXCEPTION 'overdrawn: % is left with % cents', NEW.account_id, available;
    END IF;
    RETURN NULL;
  END $$`;

const TRIGGER = `CREATE TRIGGER watch_overdraft AFTER UPDATE ON billing.wallets
  FOR EACH ROW EXECUTE FUNCTION billing.watch_overdraft()`;

/** Makes the database reject overdrafts, except for money that the card processor took. */
export async function watchOverdrafts(owner: Client): Promise<void> {
  await owner.query(WATCH);
  await owner.query(TRIGGER);
}
