import { type DomainError, newId } from '@trunkline/kernel';
import { countStatements } from '@trunkline/platform/testing';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../../testing/postgres-world';

const times = (count: number, make: (index: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => make(index)));
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? 'ok' : (result.reason as DomainError).code;

describe('StoredJournal', () => {
  let world: PostgresWorld;

  beforeAll(async () => {
    world = await postgresWorld();
  });

  afterAll(() => world.close());

  const chargeOrder = (accountId: string, reference: string, amountCents = 100) => ({
    accountId,
    amountCents,
    description: 'A call',
    relatedKind: 'cdr',
    relatedId: reference,
    reference,
  });
  const rowsOf = async (table: string, accountId: string) =>
    (await world.db.query(`SELECT id FROM billing.${table} WHERE account_id = $1`, [accountId])).length;

  it('grants ten parallel holds on a balance for three to exactly three', async () => {
    const accountId = await fundedAccount(world, 300);
    const results = await times(10, (index) => world.ledger.hold(chargeOrder(accountId, `order ${index}`)));
    expect(results.map(codeOf).sort()).toEqual([...Array<string>(7).fill('insufficient_balance'), 'ok', 'ok', 'ok']);
    expect(await world.ledger.balance(accountId)).toMatchObject({ heldCents: 300, availableCents: 0 });
  });

  it('grants ten parallel charges on a balance for three to exactly three', async () => {
    const accountId = await fundedAccount(world, 399);
    const results = await times(10, (index) => world.ledger.charge(chargeOrder(accountId, `call ${index}`)));
    expect(results.map(codeOf).filter((code) => code === 'ok')).toHaveLength(3);
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 99 });
  });

  it('posts twenty parallel charges of one reference once, with the same result for all', async () => {
    const accountId = await fundedAccount(world, 100);
    const results = await times(20, () => world.ledger.charge(chargeOrder(accountId, 'the call')));
    expect(new Set(results.map((result) => JSON.stringify(result)))).toHaveProperty('size', 1);
    expect(results[0]).toMatchObject({ status: 'fulfilled', value: { balanceAfterCents: 0 } });
    expect(await rowsOf('postings', accountId)).toBe(2);
  });

  describe('postAll', () => {
    const months = (accountId: string, count: number, name = 'month') =>
      Array.from({ length: count }, (_, n) => chargeOrder(accountId, `${name} ${n}`));
    const grantedOf = (results: PromiseSettledResult<readonly (object | null)[]>[]) =>
      results
        .flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
        .filter((entry) => entry !== null);

    it('spends a balance once while other debits race', async () => {
      const accountId = await fundedAccount(world, 1950);
      const results = await times(20, (index) =>
        index % 2 === 0
          ? world.ledger.chargeAll(months(accountId, 5, `bulk ${index}`))
          : world.ledger.charge(chargeOrder(accountId, `call ${index}`)).then(
              (posted) => [posted],
              () => [null],
            ),
      );
      expect(results.map(codeOf)).toEqual(Array(20).fill('ok'));
      expect(grantedOf(results as PromiseSettledResult<(object | null)[]>[])).toHaveLength(19);
      expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 50 });
      expect(await world.journal.verify()).toEqual([]);
    });

    it('posts each reference once when bulk and single charges race', async () => {
      const accountId = await fundedAccount(world, 1000);
      const orders = months(accountId, 6);
      const results = await times(20, (index) =>
        index % 2 === 0
          ? world.ledger.chargeAll(orders)
          : Promise.all(orders.map((order) => world.ledger.charge(order))),
      );
      expect(results.map(codeOf)).toEqual(Array(20).fill('ok'));
      expect(new Set(results.map((result) => JSON.stringify(idsOf(result)))).size).toBe(1);
      expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 400 });
      expect(await rowsOf('postings', accountId)).toBe(7);
    });

    const idsOf = (result: PromiseSettledResult<unknown>) =>
      result.status === 'fulfilled'
        ? (result.value as { transactionId: string }[]).map((each) => each.transactionId)
        : [];

    it('does not deadlock with other charges of the same wallets in any order', async () => {
      const accounts = Array.from({ length: 8 }, () => newId('acc')).sort();
      for (const accountId of [...accounts].reverse()) await world.ledger.open({ accountId });
      const free = (accountId: string, run: number) => ({ ...chargeOrder(accountId, `run ${run}`), overdraft: true });
      let attempts = 0;
      const results = await times(30, (index) =>
        world.db.run(async () => {
          attempts++;
          const named = index % 3 === 0 ? [...accounts].reverse() : accounts;
          const orders = named.map((accountId) => free(accountId, index));
          if (index % 3 < 2) await world.ledger.chargeAll(orders);
          else for (const order of orders) await world.ledger.charge(order);
        }),
      );
      expect(results.map(codeOf)).toEqual(Array(30).fill('ok'));
      expect(attempts).toBe(30);
    });

    it('uses as many statements for a hundred charges as for two', async () => {
      const accountId = await fundedAccount(world, 100_000);
      const counts: number[] = [];
      for (const count of [2, 100]) {
        const charges = months(accountId, count, `of ${count}`);
        counts.push(await countStatements(world.db, () => world.ledger.chargeAll(charges)));
      }
      expect(counts).toEqual([3, 3]);
    });

    it('publishes each charge once, in order, with increasing times', async () => {
      const accountId = await fundedAccount(world, 1000);
      const posted = await world.ledger.chargeAll(months(accountId, 8));
      await world.ledger.chargeAll(months(accountId, 8));
      const ids = posted.map((entry) => entry?.transactionId);
      const published = await world.db.query<{ id: string }>(
        `SELECT data->>'transaction_id' AS id FROM platform.outbox WHERE account_id = $1 ORDER BY seq OFFSET 1`,
        [accountId],
      );
      expect(published.map(({ id }) => id)).toEqual(ids);
      const page = { limit: 100, sort: 'created_at', order: 'asc', after: null } as const;
      const { items } = await world.queries.listTransactions(accountId, {}, page);
      expect(items.slice(1).map(({ id }) => id)).toEqual(ids);
    });

    it('rolls back with the transaction around it', async () => {
      const accountId = await fundedAccount(world, 500);
      const undone = world.db.run(async () => {
        await world.ledger.chargeAll(months(accountId, 3));
        throw new Error('the run failed');
      });
      await expect(undone).rejects.toThrow('the run failed');
      expect(await rowsOf('postings', accountId)).toBe(1);
      expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 500 });
    });
  });

  it('pays a wallet out once when ten payouts race with charges', async () => {
    const accountId = await fundedAccount(world, 500);
    const credit = { accountId, topupId: newId('top'), amountCents: 1000, description: 'Card top-up' };
    await world.ledger.creditTopup({ ...credit, processorPaymentIntentId: newId('op') });
    const payOut = () => world.ledger.payOut({ accountId, reference: 'closure' });
    const charge = (index: number) =>
      world.ledger.charge({ ...chargeOrder(accountId, `late ${index}`), amountCents: 7 });
    const results = await times(20, (index) => (index % 2 === 0 ? payOut() : charge(index)));
    const [paid, charged] = [0, 1].map((odd) => results.filter((_, index) => index % 2 === odd).map(codeOf));
    expect(paid).toEqual(Array<string>(10).fill('ok'));
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 0 });
    const spentCents = 7 * charged!.filter((code) => code === 'ok').length;
    const postings = await world.db.query(
      `SELECT credit_account, sum(amount_cents)::bigint AS cents, count(*) FROM billing.postings
       WHERE account_id = $1 AND credit_account IN ('refunds_due', 'promotion') GROUP BY 1 ORDER BY 1`,
      [accountId],
    );
    expect(postings).toEqual([
      { credit_account: 'promotion', cents: 500 - spentCents, count: 1 },
      { credit_account: 'refunds_due', cents: 1000, count: 1 },
    ]);
    expect(await world.journal.verify()).toEqual([]);
  });

  it('posts twenty parallel refunds of one reference once', async () => {
    const accountId = await fundedAccount(world);
    const results = await times(20, () => world.ledger.refund(chargeOrder(accountId, 'the refund')));
    expect(new Set(results.map((result) => JSON.stringify(result)))).toHaveProperty('size', 1);
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 100 });
  });

  it('returns one hold for twenty parallel holds of one reference', async () => {
    const accountId = await fundedAccount(world, 2000);
    const results = await times(20, () => world.ledger.hold(chargeOrder(accountId, 'the cart')));
    expect(new Set(results.map((result) => JSON.stringify(result)))).toHaveProperty('size', 1);
    expect(await world.ledger.balance(accountId)).toMatchObject({ heldCents: 100 });
  });

  it('never captures more than the hold when captures race', async () => {
    const accountId = await fundedAccount(world, 1000);
    const { holdId } = await world.ledger.hold(chargeOrder(accountId, 'the cart', 300));
    const results = await times(10, (index) =>
      world.ledger.captureAll([{ ...chargeOrder(accountId, `item ${index}`), holdId }]),
    );
    expect(results.map(codeOf).filter((code) => code === 'ok')).toHaveLength(3);
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 700, heldCents: 0 });
  });

  it('captures each part of a hold once when transactions capture them together and alone', async () => {
    const accountId = await fundedAccount(world, 1000);
    const { holdId } = await world.ledger.hold(chargeOrder(accountId, 'the cart', 900));
    const parts = [0, 1, 2].map((n) => ({ ...chargeOrder(accountId, `item ${n}`), holdId }));
    const results = await times(20, async (index) => {
      const together = index % 3 === 0 ? parts : parts.slice(index % 3);
      return world.ledger.captureAll(together);
    });
    expect(results.map(codeOf)).toEqual(Array(20).fill('ok'));
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 700, heldCents: 600 });
    expect(await world.journal.verify()).toEqual([]);
  });

  it('releases the rest of a hold once while captures race', async () => {
    const accountId = await fundedAccount(world, 1000);
    const { holdId } = await world.ledger.hold(chargeOrder(accountId, 'the cart', 900));
    await times(
      12,
      (index): Promise<unknown> =>
        index % 2 === 0
          ? world.ledger.releaseHold({ accountId, holdId })
          : world.ledger.captureAll([{ ...chargeOrder(accountId, `item ${index}`), holdId }]),
    );
    expect(await world.ledger.balance(accountId)).toMatchObject({ heldCents: 0 });
    expect(await world.journal.verify()).toEqual([]);
  });

  it('releases each part of a hold once while other releases race', async () => {
    const accountId = await fundedAccount(world, 1000);
    const { holdId } = await world.ledger.hold(chargeOrder(accountId, 'the cart', 900));
    const results = await times(20, (index) =>
      world.ledger.releasePart({ accountId, holdId, amountCents: 100, reference: `item ${index % 4}` }),
    );
    expect(results.map(codeOf)).toEqual(Array.from({ length: 20 }, () => 'ok'));
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 1000, heldCents: 500 });
    await times(
      12,
      (index): Promise<unknown> =>
        index % 2 === 0
          ? world.ledger.releasePart({ accountId, holdId, amountCents: 100, reference: `late ${index}` })
          : world.ledger.releaseHold({ accountId, holdId }),
    );
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 1000, heldCents: 0 });
    expect(await world.journal.verify()).toEqual([]);
  });

  it('does not deadlock when two transactions capture two holds of one wallet in opposite order', async () => {
    const accountId = await fundedAccount(world, 10_000);
    const holds = [
      await world.ledger.hold(chargeOrder(accountId, 'one', 5000)),
      await world.ledger.hold(chargeOrder(accountId, 'two', 5000)),
    ];
    let attempts = 0;
    const results = await times(20, (index) =>
      world.db.run(async () => {
        attempts++;
        for (const { holdId } of index % 2 === 0 ? holds : [...holds].reverse()) {
          await world.ledger.captureAll([{ ...chargeOrder(accountId, `${index} ${holdId}`), holdId }]);
        }
      }),
    );
    expect(results.map(codeOf)).toEqual(Array(20).fill('ok'));
    expect(attempts).toBe(20);
  });

  it('joins the transaction around it', async () => {
    const accountId = await fundedAccount(world, 500);
    const undone = world.db.run(async () => {
      await world.ledger.charge(chargeOrder(accountId, 'undone'));
      throw new Error('the order failed');
    });
    await expect(undone).rejects.toThrow('the order failed');
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: 500 });
    expect(await rowsOf('postings', accountId)).toBe(1);
    const published = `SELECT id FROM platform.outbox WHERE account_id = $1`;
    expect(await world.db.query(published, [accountId])).toHaveLength(1);
  });

  it('keeps times in the order of movements when the clock stands still or lags', async () => {
    const accountId = await fundedAccount(world, 100);
    await times(30, (index) => world.ledger.refund(chargeOrder(accountId, `refund ${index}`)));
    const page = { limit: 100, sort: 'created_at', order: 'asc', after: null } as const;
    const { items } = await world.queries.listTransactions(accountId, {}, page);
    expect(items.map(({ balanceAfterCents }) => balanceAfterCents)).toEqual(
      Array.from({ length: 31 }, (_, index) => 100 * (index + 1)),
    );
  });

  describe('the database', () => {
    it.each(['transactions', 'postings'])('does not let the application change or delete %s', async (table) => {
      await fundedAccount(world, 100);
      for (const statement of [
        `UPDATE billing.${table} SET amount_cents = 1`,
        `UPDATE billing.${table} SET account_id = 'acc_x'`,
        `DELETE FROM billing.${table}`,
        `TRUNCATE billing.${table}`,
        `ALTER TABLE billing.${table} ADD COLUMN note text`,
      ]) {
        await expect(world.db.query(statement)).rejects.toMatchObject({ code: '42501' });
      }
    });

    it.each(['wallets', 'holds', 'topups'])('does not let the application delete %s', async (table) => {
      await expect(world.db.query(`DELETE FROM billing.${table}`)).rejects.toMatchObject({ code: '42501' });
    });

    it.each([
      ['postings_amount', `'wallet', 'revenue', 0`],
      ['postings_amount', `'wallet', 'revenue', -100`],
      ['postings_two_accounts', `'wallet', 'wallet', 100`],
      ['postings_debit', `'cash', 'wallet', 100`],
      ['postings_credit', `'wallet', 'cash', 100`],
    ])('rejects an unbalanced posting (%s: %s)', async (constraint, values) => {
      const columns = `id, account_id, debit_account, credit_account, amount_cents, created_at`;
      const insert = `INSERT INTO billing.postings (${columns}) VALUES ('${newId('post')}', 'acc_1', ${values}, now())`;
      await expect(world.db.query(insert)).rejects.toMatchObject({ constraint });
    });
  });
});
