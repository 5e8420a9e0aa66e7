import { newId } from '@trunkline/kernel';
import pg from 'pg';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../../testing/postgres-world';

/** The application's role cannot change the journal, so these tests use the owner's. */
describe('verify', () => {
  let world: PostgresWorld;
  let owner: pg.Client;
  let accountId: string;

  beforeAll(async () => {
    world = await postgresWorld();
    owner = new pg.Client({ connectionString: world.url });
    await owner.connect();
  });

  beforeEach(async () => {
    accountId = await fundedAccount(world, 1000);
    const order = { accountId, amountCents: 300, description: 'Cart', relatedKind: null, relatedId: null };
    const { holdId } = await world.ledger.hold({ ...order, reference: 'cart' });
    await world.ledger.captureAll([{ ...order, amountCents: 100, holdId, reference: 'item' }]);
    await world.ledger.charge({ ...order, amountCents: 50, reference: 'call' });
  });

  afterEach(async () => {
    for (const table of ['wallets', 'holds', 'transactions', 'postings'])
      await owner.query(`TRUNCATE billing.${table}`);
  });

  afterAll(async () => {
    await owner.end();
    await world.close();
  });

  const falsify = (statement: string) => owner.query(statement.replaceAll('$account', `'${accountId}'`));
  const found = async () => (await world.journal.verify()).map(({ check }) => check);

  it('finds no difference in a correct ledger', async () => {
    expect(await found()).toEqual([]);
  });

  it('returns account, recorded and recomputed amount of a changed wallet', async () => {
    await falsify(`UPDATE billing.wallets SET balance_cents = balance_cents + 7 WHERE account_id = $account`);
    const wrong = { accountId, transactionId: null, recordedCents: 857, recomputedCents: 850 };
    expect(await world.journal.verify()).toEqual([
      { ...wrong, check: 'balance' },
      { ...wrong, check: 'transactions' },
    ]);
  });

  it.each([
    ['a changed hold total', `UPDATE billing.wallets SET held_cents = 0`, ['held', 'open_holds']],
    ['a changed hold', `UPDATE billing.holds SET amount_cents = 299`, ['open_holds']],
    ['a removed wallet', `DELETE FROM billing.wallets`, ['balance', 'held', 'open_holds', 'transactions']],
    [
      'a changed transaction',
      `UPDATE billing.transactions SET amount_cents = -51 WHERE reference = 'call'`,
      ['running_balance', 'transaction_posting', 'transactions'],
    ],
    [
      'a changed balance after a transaction',
      `UPDATE billing.transactions SET balance_after_cents = 1 WHERE reference = 'call'`,
      ['running_balance'],
    ],
    [
      'a posting without its transaction',
      `DELETE FROM billing.transactions WHERE reference = 'call'`,
      ['transaction_posting', 'transactions'],
    ],
    [
      'a transaction without its posting',
      `DELETE FROM billing.postings WHERE id IN (SELECT id FROM billing.transactions WHERE reference = 'call')`,
      ['balance', 'transaction_posting'],
    ],
    [
      'a reversed posting',
      `UPDATE billing.postings SET debit_account = 'revenue', credit_account = 'wallet'
        WHERE id IN (SELECT id FROM billing.transactions WHERE reference = 'call')`,
      ['balance', 'transaction_posting'],
    ],
    [
      'an additional posting',
      `INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, created_at)
        VALUES ('${newId('post')}', $account, 'revenue', 'wallet', 5, now())`,
      ['balance', 'transaction_posting'],
    ],
  ])('finds %s', async (_what, statement, checks) => {
    await falsify(statement);
    expect(await found()).toEqual(checks);
  });
});
