import { newId } from '@trunkline/kernel';
import { AuditTrail } from '@trunkline/platform';
import { AdjustBalance } from './adjust-balance';
import { type ChargedRecords } from './ports';
import { RefundCharge } from './refund-charge';
import { WalletSettings } from './wallet-settings';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../../testing/postgres-world';
import { InvoiceReads } from '../../infrastructure/invoices/invoice-queries';
import { StoredTransactionLookup } from '../../infrastructure/journal/billing-queries';
import { StoredWalletSettings } from '../../infrastructure/wallet-settings';

const MISSING = 'acc_none';

/** No call records or orders exist. */
class NoChargedRecords implements ChargedRecords {
  hasCdr = () => Promise.resolve(false);
  hasNumberOrder = () => Promise.resolve(false);
}

describe('wallet terms, alerts, adjustments and refunds', () => {
  let world: PostgresWorld;
  let settings: WalletSettings;
  let wallets: StoredWalletSettings;
  let adjust: AdjustBalance;
  let refund: RefundCharge;
  let accountId: string;

  beforeAll(async () => {
    world = await postgresWorld();
    wallets = new StoredWalletSettings(world.db);
    const [transactions, audit] = [new StoredTransactionLookup(world.db), new AuditTrail(world.db, world.clock)];
    settings = new WalletSettings(world.db, wallets, world.events, world.clock);
    const invoices = new InvoiceReads(world.db);
    const records = new NoChargedRecords();
    adjust = new AdjustBalance(world.db, wallets, transactions, world.topups, invoices, records, world.ledger, audit);
    refund = new RefundCharge(world.db, wallets, transactions, world.ledger, world.journal, audit);
  });
  beforeEach(async () => {
    accountId = await fundedAccount(world, 1000);
  });
  afterAll(() => world.close());

  const entry = (amountCents: number) => ({
    accountId,
    amountCents,
    description: 'A call',
    relatedKind: null,
    relatedId: null,
    reference: newId('txn'),
  });
  const charge = (amountCents: number) => world.ledger.charge(entry(amountCents));
  const lowBalances = async () => {
    const rows = await world.db.query<{ data: object }>(
      `SELECT data FROM platform.outbox WHERE account_id = $1 AND type = 'billing.balance.low' ORDER BY created_at, id`,
      [accountId],
    );
    return rows.map(({ data }) => data);
  };

  it('allows postpaid charges to the limit, and ends credit on prepaid', async () => {
    const postpaid = { billingMode: 'postpaid', creditLimitCents: 500 } as const;
    const prepaid = { billingMode: 'prepaid', creditLimitCents: 0 };
    expect(await settings.changeTerms(accountId, postpaid)).toEqual({ before: prepaid, after: postpaid });
    const before = await world.ledger.balance(accountId);
    expect(before).toMatchObject({ ...postpaid, availableCents: 1500 });
    await expect(charge(1501)).rejects.toMatchObject({ code: 'insufficient_balance' });
    await charge(1500);
    await expect(charge(1)).rejects.toMatchObject({ code: 'insufficient_balance' });
    await settings.changeTerms(accountId, { billingMode: 'prepaid' });
    const after = await world.ledger.balance(accountId);
    expect(after).toMatchObject({ ...prepaid, amountCents: -500, availableCents: -500 });
    expect(after.version).toBeGreaterThan(before.version);
    expect(await world.journal.verify()).toEqual([]);
  });

  it('keeps unchanged terms, and throws not_found without a wallet', async () => {
    const { version } = await world.ledger.balance(accountId);
    await settings.changeTerms(accountId, {});
    expect((await world.ledger.balance(accountId)).version).toBe(version);
    const missing = expect.objectContaining({ code: 'not_found' });
    await expect(settings.changeTerms(MISSING, {})).rejects.toEqual(missing);
    await expect(wallets.alertBelow(MISSING, 5)).rejects.toEqual(missing);
  });

  it('rejects credit for prepaid wallets, also in the database', async () => {
    const credit = world.db.query(`UPDATE billing.wallets SET credit_limit_cents = 1 WHERE account_id = $1`, [
      accountId,
    ]);
    await expect(credit).rejects.toMatchObject({ constraint: 'wallets_credit_of_prepaid' });
  });

  it('never exceeds the credit limit when charges race', async () => {
    await settings.changeTerms(accountId, { billingMode: 'postpaid', creditLimitCents: 500 });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? charge(200) : world.ledger.hold(entry(200)))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect((await world.ledger.balance(accountId)).availableCents).toBe(100);
  });

  it('alerts once each time the balance falls below the threshold', async () => {
    await wallets.alertBelow(accountId, 900);
    await charge(100);
    expect(await lowBalances()).toEqual([]);
    await charge(1);
    await charge(1);
    await world.ledger.adjust(entry(2));
    await charge(1);
    await wallets.alertBelow(accountId, null);
    await world.ledger.adjust(entry(500));
    await charge(1000);
    expect(await lowBalances()).toEqual([
      { balance_cents: 899, threshold_cents: 900 },
      { balance_cents: 899, threshold_cents: 900 },
    ]);
  });

  it('alerts once for a hundred parallel debits', async () => {
    await wallets.alertBelow(accountId, 500);
    await Promise.all(Array.from({ length: 100 }, () => charge(10)));
    expect(await lowBalances()).toEqual([{ balance_cents: 490, threshold_cents: 500 }]);
  });

  it('posts and records a reference once for twenty parallel adjustments', async () => {
    const request = {
      accountId,
      operator: 'operator:abc',
      amountCents: -1500,
      reason: 'A reason',
      reference: 'ticket',
      related: null,
    };
    const posted = await Promise.all(Array.from({ length: 20 }, () => adjust.adjust(request)));
    expect(new Set(posted.map(({ id }) => id)).size).toBe(1);
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: -500 });
    const records = await world.db.query(`SELECT FROM platform.audit_trail WHERE account_id = $1`, [accountId]);
    expect(records).toHaveLength(1);
    await expect(adjust.adjust({ ...request, amountCents: 1 })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('never refunds more than the charge when refunds race', async () => {
    const { transactionId } = await charge(100);
    const request = { transactionId, operator: 'operator:abc', amountCents: 15, reason: 'A reason' };
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => refund.refund(request)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(await refund.refund({ transactionId, operator: 'operator:abc', reason: 'The rest' })).toMatchObject({
      kind: 'refund',
      amountCents: 10,
      relatedKind: 'transaction',
      relatedId: transactionId,
    });
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 1000 });
    const records = await world.db.query(`SELECT FROM platform.audit_trail WHERE subject = $1`, [transactionId]);
    expect(records).toHaveLength(7);
    expect(await world.journal.verify()).toEqual([]);
  });

  it('counts the refunds of a source for each of its charges', async () => {
    const source = { relatedKind: 'number_order', relatedId: newId('ord') };
    const item = 'number_setup' as const;
    const first = await world.ledger.charge({ ...entry(100), ...source, item });
    const second = await world.ledger.charge({ ...entry(60), ...source });
    await world.ledger.refund({ ...entry(90), ...source });
    const back = (transactionId: string) => refund.refund({ transactionId, operator: 'operator:abc', reason: 'x' });
    const { id, amountCents } = await back(first.transactionId);
    expect(amountCents).toBe(70);
    expect(await world.db.find(`SELECT item FROM billing.transactions WHERE id = $1`, [id])).toEqual({ item });
    await expect(back(second.transactionId)).rejects.toMatchObject({ code: 'invalid_state' });
  });
});
