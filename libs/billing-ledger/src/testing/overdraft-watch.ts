import type { Client } from 'pg';

/**
 * Looks at the end of each statement that changes a wallet. A wallet's times are all different, so the entry with the
 * time and the balance of the wallet is the one that has moved it; a hold moves it without an entry.
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

/** From now on the database itself refuses whatever overdraws a wallet, unless the card processor took the money. */
export async function watchOverdrafts(owner: Client): Promise<void> {
  await owner.query(WATCH);
  await owner.query(TRIGGER);
}
