import { once } from 'node:events';
import { newId, NO_BILLING_DETAILS } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { lockWaits, OwnerConnection } from '@trunkline/platform/testing';
import fc from 'fast-check';
import type { InvoiceView } from './ports';
import { SettleInvoices } from './settle-invoices';
import { BILLED_ITEMS } from '../../domain/journal/postings';
import { NO_LINKS } from '../../domain/invoices/invoice';
import type { InvoiceSeries } from '../../domain/invoices/invoice-series';
import { monthOf } from '../../domain/invoices/month';
import { type InvoiceWorld, invoiceWorld, issuedFor, move, type Movement, SELLER } from '../../testing/invoice-world';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../../testing/postgres-world';
import { StoredInvoiceSeries } from '../../infrastructure/invoices/invoice.repository';

const DAY_SECONDS = 86_400;

describe('invoices', () => {
  let world: PostgresWorld;
  let invoices: InvoiceWorld;
  let accountId: string;

  beforeAll(async () => {
    world = await postgresWorld();
    invoices = invoiceWorld(world);
  });

  beforeEach(async () => {
    nextMonth();
    accountId = await fundedAccount(world, 500);
  });

  afterAll(() => world.close());

  const moveTo = (time: Date) => world.clock.advance((time.getTime() - world.clock.now().getTime()) / 1000);
  const nextMonth = () => moveTo(monthOf(world.clock.now()).end);
  const charge = (cents: number, item?: Movement['item'], of = accountId) =>
    move(world, of, { kind: 'charge', cents: -cents, ...(item && { item }) });
  const made = (of = accountId) => issuedFor(invoices, of);
  const numbers = async (of = accountId) => (await made(of)).map(({ number }) => Number(number?.split('-')[1]));
  const totals = async (of = accountId) => (await made(of)).map(({ totalCents }) => totalCents);

  it('are issued after the month has ended, and not before', async () => {
    await charge(100, 'number_monthly');
    await charge(3, 'usage_outbound');
    await charge(4, 'usage_outbound');
    await move(world, accountId, { kind: 'adjustment', cents: 20 });
    const month = monthOf(world.clock.now());
    await invoices.issue.issue();
    expect(await made()).toEqual([]);
    nextMonth();
    await invoices.issue.issue();
    const number = `${accountId.slice(-8).toUpperCase()}-000001`;
    const none = { relatedKind: null, relatedId: null };
    expect(await made()).toEqual([
      {
        id: expect.stringMatching(/^inv_/),
        accountId,
        number,
        status: 'paid',
        recipientName: 'Looms Ltd',
        seller: SELLER,
        buyer: expect.objectContaining({ legalName: 'Looms Ltd', country: 'GB', taxId: null }),
        ...NO_LINKS,
        periodStart: month.start,
        periodEnd: month.end,
        issuedAt: month.end,
        dueAt: null,
        paidAt: month.end,
        subtotalCents: 87,
        taxCents: 0,
        totalCents: 87,
        amountPaidCents: 87,
        currency: 'USD',
        lines: [
          {
            kind: 'number_monthly',
            description: 'A charge',
            quantity: 1,
            unit: 'month',
            ...none,
            unitPriceCents: 100,
            amountCents: 100,
          },
          {
            kind: 'usage_outbound',
            description: 'Outbound calls to Germany, mobile: 2 calls',
            quantity: 2,
            unit: 'minute',
            ...none,
            unitPriceCents: 4,
            amountCents: 7,
            relatedKind: 'cdr',
          },
          {
            kind: 'adjustment',
            description: 'A adjustment',
            quantity: 1,
            unit: 'item',
            ...none,
            unitPriceCents: -20,
            amountCents: -20,
          },
        ],
      },
    ]);
  });

  it('are issued once when the job repeats', async () => {
    await charge(100);
    nextMonth();
    for (let time = 0; time < 3; time++) await invoices.issue.issue();
    expect(await numbers()).toEqual([1]);
  });

  it('are not issued for a month without billed transactions', async () => {
    await move(world, accountId, { kind: 'topup', cents: 2_000 });
    await move(world, accountId, { kind: 'chargeback', cents: -2_000 });
    nextMonth();
    await invoices.issue.issue();
    expect(await made()).toEqual([]);
  });

  it('are issued for every missed month, each with its own lines', async () => {
    const silent = await fundedAccount(world);
    for (const cents of [10, 20, null, null, 50]) {
      if (cents !== null) await charge(cents);
      nextMonth();
    }
    await charge(999);
    await invoices.issue.issue();
    expect([await numbers(), await totals()]).toEqual([
      [1, 2, 3],
      [10, 20, 50],
    ]);
    expect(new Set((await made()).map(({ periodStart }) => periodStart.getTime())).size).toBe(3);
    expect(await made(silent)).toEqual([]);
    nextMonth();
    await invoices.issue.issue();
    expect(await totals()).toEqual([10, 20, 50, 999]);
  });

  it('process an inactive account at most once a month', async () => {
    await charge(10);
    nextMonth();
    await invoices.issue.issue();
    for (let month = 0; month < 3; month++) {
      const due = await invoices.transactions.listDue(monthOf(world.clock.now()).start, '', 1_000);
      expect(due).not.toContain(accountId);
      nextMonth();
    }
  });

  it('are numbered without gaps when one fails, and issued for the other accounts', async () => {
    const other = await fundedAccount(world);
    await charge(10);
    await charge(20, undefined, other);
    nextMonth();
    invoices.recipients.failing.add(accountId);
    await expect(invoices.issue.issue()).rejects.toThrow('1 accounts could not be billed.');
    expect([await made(), await totals(other)]).toEqual([[], [20]]);
    invoices.recipients.failing.clear();
    await invoices.issue.issue();
    await charge(30);
    nextMonth();
    await invoices.issue.issue();
    expect([await numbers(), await totals()]).toEqual([
      [1, 2],
      [10, 30],
    ]);
  });

  it('are issued once when eight workers race', async () => {
    const accounts = [accountId];
    for (let more = 0; more < 11; more++) accounts.push(await fundedAccount(world));
    for (let month = 0; month < 3; month++) {
      for (const each of accounts) await charge(10 + month, 'number_monthly', each);
      nextMonth();
    }
    await Promise.all(Array.from({ length: 8 }, () => invoices.issue.issue()));
    for (const each of accounts) {
      expect([await numbers(each), await totals(each)]).toEqual([
        [1, 2, 3],
        [10, 11, 12],
      ]);
    }
  });

  it('use another prefix when the short one is taken', async () => {
    const twin = accountId.replace('acc_', 'acc_9');
    await world.ledger.open({ accountId: twin });
    for (const each of [accountId, twin]) await charge(10, undefined, each);
    nextMonth();
    await invoices.issue.issue();
    const [[first], [second]] = [await made(), await made(twin)];
    expect(first?.number).not.toBe(second?.number);
    expect([first?.number, second?.number]).toContain(`${accountId.slice(-8).toUpperCase()}-000001`);
    expect([await totals(), await totals(twin)]).toEqual([[10], [10]]);
  });

  describe('of an ended month', () => {
    it('include what was being posted while the month was closed', async () => {
      await charge(10);
      let commit = (): void => undefined;
      const held = new Promise<void>((resolve) => (commit = resolve));
      const posted = new EventTarget();
      const posting = world.db.run(async () => {
        await charge(5);
        posted.dispatchEvent(new Event('written'));
        await held;
      });
      await once(posted, 'written');
      nextMonth();
      const closing = invoices.issue.issue();
      await lockWaits(world.db);
      commit();
      await Promise.all([posting, closing]);
      expect(await totals()).toEqual([15]);
    });

    it('exclude later postings by a process whose clock lags', async () => {
      await charge(10);
      const behind = { ...world, clock: new TestClock(world.clock.now()) };
      nextMonth();
      await invoices.issue.issue();
      await move(behind, accountId, { kind: 'charge', cents: -7 });
      expect(await totals()).toEqual([10]);
      nextMonth();
      await invoices.issue.issue();
      expect(await totals()).toEqual([10, 7]);
      expect(await world.journal.verify()).toEqual([]);
    });

    it('bill each of a hundred charges once when they race with the job', async () => {
      const behind = { ...world, clock: new TestClock(world.clock.now()) };
      nextMonth();
      const charges = Array.from({ length: 100 }, () => move(behind, accountId, { kind: 'charge', cents: -1 }));
      await Promise.all([...charges.slice(0, 50), invoices.issue.issue(), ...charges.slice(50)]);
      nextMonth();
      await invoices.issue.issue();
      expect((await totals()).reduce((sum, cents) => sum + cents, 0)).toBe(100);
    });
  });

  it('cannot be changed or deleted by the application', async () => {
    await charge(10);
    nextMonth();
    await invoices.issue.issue();
    for (const statement of [
      `UPDATE billing.invoice_lines SET description = 'x'`,
      `DELETE FROM billing.invoice_lines`,
      `DELETE FROM billing.invoices`,
      `DELETE FROM billing.invoice_series`,
    ]) {
      await expect(world.db.query(statement)).rejects.toThrow('permission denied');
    }
  });

  describe('of any ledger', () => {
    const movement: fc.Arbitrary<Movement & { readonly daysLater: number }> = fc
      .record({
        kind: fc.constantFrom('charge', 'refund', 'adjustment', 'topup', 'chargeback' as const),
        cents: fc.integer({ min: 1, max: 400 }),
        item: fc.constantFrom(...BILLED_ITEMS, undefined),
        isDebit: fc.boolean(),
        daysLater: fc.integer({ min: 0, max: 25 }),
      })
      .map(({ kind, cents, item, isDebit, daysLater }) => {
        const isNegative = kind === 'charge' || kind === 'chargeback' || (kind === 'adjustment' && isDebit);
        const isBought = kind === 'charge' || kind === 'refund';
        return { kind, cents: isNegative ? -cents : cents, daysLater, ...(isBought && item && { item }) };
      });

    /** Sums the postings of each month to revenue and adjustments. */
    const revenues = async (of: string) => {
      const ours = `('revenue', 'adjustments')`;
      const rows = await world.db.query<{ month: Date; cents: number }>(
        `SELECT date_trunc('month', created_at, 'UTC') AS month, sum(amount_cents
            * ((credit_account IN ${ours})::int - (debit_account IN ${ours})::int))::bigint AS cents
         FROM billing.postings WHERE account_id = $1
           AND (credit_account IN ${ours} OR debit_account IN ${ours}) GROUP BY 1 ORDER BY 1`,
        [of],
      );
      return rows.map(({ month, cents }) => [month, cents]);
    };

    it('add up to the postings of each month, with each transaction in one line', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(movement, { maxLength: 25 }), fc.boolean(), async (movements, isLeaving) => {
          const account = await fundedAccount(world, 300);
          const opened = world.clock.now();
          for (const { daysLater, ...each } of movements) {
            world.clock.advance(daysLater * DAY_SECONDS);
            await move(world, account, each);
          }
          // A payout is neither revenue nor an invoice line.
          if (isLeaving) await world.ledger.payOut({ accountId: account, reference: 'closure' });
          nextMonth();
          await invoices.issue.issue();
          const bills = await made(account);
          expect(bills.map(({ periodStart, subtotalCents }) => [periodStart, subtotalCents])).toEqual(
            await revenues(account),
          );
          for (const { lines, subtotalCents } of bills)
            expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(subtotalCents);
          const entries = await invoices.transactions.entries(account, { start: opened, end: world.clock.now() });
          const billed = movements.filter(({ kind }) => kind !== 'topup' && kind !== 'chargeback');
          expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(billed.length);
          expect(await numbers(account)).toEqual(bills.map((_, index) => index + 1));
        }),
        { numRuns: 40 },
      );
    });
  });

  describe('of a postpaid account', () => {
    beforeEach(() =>
      world.db.query(
        `UPDATE billing.wallets SET billing_mode = 'postpaid', credit_limit_cents = 100000, balance_cents = 0
         WHERE account_id = $1`,
        [accountId],
      ),
    );

    const bill = async (cents: number) => {
      if (cents > 0) await charge(cents);
      if (cents < 0) await move(world, accountId, { kind: 'adjustment', cents: -cents });
      nextMonth();
      await invoices.issue.issue();
    };
    const pay = async (cents: number) => {
      await move(world, accountId, { kind: cents > 0 ? 'topup' : 'chargeback', cents });
      await invoices.settle.settle();
    };
    const states = async () =>
      (await made()).map(({ status, amountPaidCents, totalCents }) => [status, amountPaidCents, totalCents]);

    it('are open until paid, oldest first, whatever is used meanwhile', async () => {
      await bill(100);
      await bill(200);
      await charge(5_000);
      await invoices.settle.settle();
      expect(await states()).toEqual([
        ['open', 0, 100],
        ['open', 0, 200],
      ]);
      await pay(150);
      expect(await states()).toEqual([
        ['paid', 100, 100],
        ['open', 50, 200],
      ]);
      await pay(150);
      expect(await states()).toEqual([
        ['paid', 100, 100],
        ['paid', 200, 200],
      ]);
      const [first] = await made();
      expect(first?.dueAt).toEqual(new Date((first?.issuedAt?.getTime() ?? 0) + 14 * DAY_SECONDS * 1000));
    });

    it('are paid on issue when the balance covers them', async () => {
      await move(world, accountId, { kind: 'topup', cents: 500 });
      await bill(100);
      expect(await states()).toEqual([['paid', 100, 100]]);
    });

    it('are owed again in part after a chargeback, unless already paid', async () => {
      await bill(100);
      await pay(60);
      expect(await states()).toEqual([['open', 60, 100]]);
      await pay(-60);
      expect(await states()).toEqual([['open', 0, 100]]);
      await pay(100);
      await pay(-100);
      expect(await states()).toEqual([['paid', 100, 100]]);
    });

    it('are paid by refunds of a later month', async () => {
      await bill(100);
      await bill(-100);
      expect(await states()).toEqual([
        ['open', 0, 100],
        ['paid', -100, -100],
      ]);
      await invoices.settle.settle();
      expect(await states()).toEqual([
        ['paid', 100, 100],
        ['paid', -100, -100],
      ]);
    });

    it('are not marked paid by a settlement that began before their issue', async () => {
      await bill(100);
      let goOn = (): void => undefined;
      const held = new Promise<void>((resolve) => (goOn = resolve));
      const locked = new EventTarget();
      class SlowSeries extends StoredInvoiceSeries {
        override async lock(of: string): Promise<InvoiceSeries | null> {
          const series = await super.lock(of);
          if (of !== accountId) return series;
          locked.dispatchEvent(new Event('taken'));
          await held;
          return series;
        }
      }
      const { transactions, invoices: repository } = invoices;
      const settle = new SettleInvoices(world.db, transactions, new SlowSeries(world.db), repository, world.clock);
      const settling = settle.settle();
      await once(locked, 'taken');
      const billing = bill(100);
      await lockWaits(world.db);
      goOn();
      await Promise.all([settling, billing]);
      expect(await states()).toEqual([
        ['open', 0, 100],
        ['open', 0, 100],
      ]);
    });
  });

  describe('when read', () => {
    const page = { limit: 25, sort: 'period_start', order: 'desc', after: null } as const;
    const shown = async (filters = {}, of = accountId) =>
      (await invoices.shown.list(of, filters, page)).items.map(({ status, totalCents }) => [status, totalCents]);

    beforeEach(async () => {
      for (const cents of [10, 20, 30]) {
        await charge(cents);
        nextMonth();
      }
      await invoices.issue.issue();
    });

    it('begin with a draft of the current month once something was billed', async () => {
      const earlier = [
        ['paid', 30],
        ['paid', 20],
        ['paid', 10],
      ];
      expect(await shown()).toEqual(earlier);
      await charge(40, 'usage_inbound');
      expect(await shown()).toEqual([['draft', 40], ...earlier]);
      const draft = await invoices.shown.get(accountId, 'inv_draft');
      expect(draft).toMatchObject({ id: 'inv_draft', number: null, issuedAt: null, amountPaidCents: 40 });
      nextMonth();
      await invoices.issue.issue();
      const [invoice] = (await made()).slice(-1);
      const same = ['lines', 'subtotalCents', 'totalCents', 'periodStart', 'periodEnd', 'amountPaidCents'] as const;
      for (const name of same) expect(invoice?.[name]).toEqual(draft[name]);
    });

    it('keep the draft of the last month until its invoice is issued', async () => {
      await charge(40);
      const { start } = monthOf(world.clock.now());
      nextMonth();
      await charge(50);
      const drafts = async () => (await invoices.shown.list(accountId, { statuses: ['draft'] }, page)).items;
      expect(await drafts()).toMatchObject([{ id: 'inv_draft', periodStart: start, totalCents: 40 }]);
      await invoices.issue.issue();
      expect(await drafts()).toMatchObject([{ id: 'inv_draft', totalCents: 50 }]);
      expect(await shown()).toMatchObject([['draft', 50], ['paid', 40], {}, {}, {}]);
    });

    it('are filtered by status and by the start of the month', async () => {
      await charge(40);
      const { start } = monthOf(world.clock.now());
      const [, second] = await made();
      expect(await shown({ statuses: ['draft'] })).toEqual([['draft', 40]]);
      expect(await shown({ statuses: ['open', 'void'] })).toEqual([]);
      expect(await shown({ from: second?.periodStart })).toEqual([
        ['draft', 40],
        ['paid', 30],
        ['paid', 20],
      ]);
      expect(await shown({ from: second?.periodStart, to: second?.periodEnd })).toEqual([['paid', 20]]);
      expect(await shown({ to: start })).toHaveLength(3);
      expect(await shown({ from: start })).toEqual([['draft', 40]]);
    });

    it.each([1, 2, 3, 4, 5])('are listed in pages of %d without repeats', async (limit) => {
      await charge(40);
      const seen: number[] = [];
      for (let after: { key: string | number; id: string } | null = null, more = true; more; ) {
        const { items, next } = await invoices.shown.list(accountId, {}, { ...page, limit, after });
        expect(items.length).toBeLessThanOrEqual(limit);
        seen.push(...items.map(({ totalCents }) => totalCents));
        [after, more] = [next, next !== null];
      }
      expect(seen).toEqual([40, 30, 20, 10]);
    });

    it('are not found by another account', async () => {
      const other = await fundedAccount(world);
      const [invoice] = await made();
      expect(await shown({}, other)).toEqual([]);
      const missing = expect.objectContaining({ code: 'not_found' });
      await expect(invoices.shown.get(other, invoice?.id ?? '')).rejects.toEqual(missing);
      await expect(invoices.shown.get(accountId, newId('inv'))).rejects.toEqual(missing);
    });
  });

  it('keep seller and buyer as they were, and calls by destination', async () => {
    const details = {
      ...{ legalName: 'Łódź Sp. z o.o.', addressLine1: 'Piotrkowska 1', addressLine2: null, city: 'Łódź' },
      ...{ postalCode: '90-926', region: null, country: 'PL', taxId: 'PL1', purchaseOrder: 'PO 1', invoiceEmail: null },
    };
    invoices.recipients.details.set(accountId, details);
    await charge(10, 'usage_outbound');
    await charge(5, 'usage_outbound');
    await charge(7, 'usage_inbound');
    nextMonth();
    await invoices.issue.issue();
    invoices.recipients.details.set(accountId, { ...details, legalName: 'Another' });
    const [invoice] = await made();
    expect(invoice).toMatchObject({
      recipientName: 'Łódź Sp. z o.o.',
      seller: SELLER,
      buyer: { taxId: 'PL1', country: 'PL' },
    });
    expect(invoice?.lines).toMatchObject([
      { description: 'Inbound calls to +12125550123: 1 call', quantity: 1, unit: 'minute', amountCents: 7 },
      { description: 'Outbound calls to Germany, mobile: 2 calls', quantity: 2, unit: 'minute', amountCents: 15 },
    ]);
  });

  it('sum up the calls of earlier releases by direction', async () => {
    for (const cents of [3, 4]) await charge(cents, 'usage_outbound');
    const owner = await OwnerConnection.open(world.url);
    await owner.query(`UPDATE billing.transactions SET usage_of = NULL, usage_seconds = NULL WHERE account_id = $1`, [
      accountId,
    ]);
    await owner.end();
    await charge(5, 'usage_outbound');
    nextMonth();
    await invoices.issue.issue();
    expect((await made())[0]?.lines).toMatchObject([
      { description: 'Outbound calls to Germany, mobile: 1 call', amountCents: 5 },
      { description: 'Outbound calls: 2 calls', quantity: 2, unit: 'call', amountCents: 7 },
    ]);
  });

  describe('that an operator voids', () => {
    const voided = (invoiceId: string, reason = 'Wrong address') =>
      invoices.correct.void({ invoiceId, operator: 'op_1', reason });
    const issued = async (cents: readonly number[]): Promise<string[]> => {
      for (const each of cents) {
        await charge(each, 'number_monthly');
        nextMonth();
      }
      await invoices.issue.issue();
      return (await made()).map(({ id }) => id);
    };

    /** All answers are the same invoice, with one event, and one audit entry beside those before. */
    const expectOne = async (answers: readonly InvoiceView[], entriesBefore: number) => {
      expect(new Set(answers.map((each) => each.id)).size).toBe(1);
      expect(invoices.audit.entries.length).toBe(entriesBefore + 1);
      const events = await world.db.query(
        `SELECT FROM platform.outbox WHERE type = 'billing.invoice.issued' AND data ->> 'invoice_id' = $1`,
        [answers[0]?.id],
      );
      expect(events).toHaveLength(1);
    };

    it('are corrected by an invoice with the opposite lines and the next number, which moves no money', async () => {
      const [id = ''] = await issued([100]);
      const before = await world.journal.balance(accountId);
      const correction = await voided(id);
      expect(correction).toMatchObject({
        ...{
          status: 'paid',
          totalCents: -100,
          amountPaidCents: -100,
          correctsId: id,
          correctionReason: 'Wrong address',
        },
        lines: [{ kind: 'number_monthly', quantity: 1, unit: 'month', unitPriceCents: -100, amountCents: -100 }],
      });
      expect(correction.number).toMatch(/-000002$/);
      const original = await invoices.queries.get(accountId, id);
      expect(original).toMatchObject({
        status: 'void',
        totalCents: 100,
        amountPaidCents: 100,
        correctedById: correction.id,
      });
      expect(original.paidAt).not.toBeNull();
      expect(await world.journal.balance(accountId)).toEqual(before);
      const differences = await world.journal.verify();
      expect(differences.filter((each) => each.accountId === accountId)).toEqual([]);
      expect(invoices.audit.entries.at(-1)).toMatchObject({
        ...{ actor: 'op_1', action: 'invoice.void', subject: id, accountId },
        ...{
          before: { status: 'paid' },
          after: { status: 'void', reason: 'Wrong address', corrected_by_id: correction.id },
        },
      });
      nextMonth();
      await invoices.issue.issue();
      expect(await numbers()).toEqual([1, 2]);
    });

    it('are not due any more when they were open', async () => {
      await world.db.query(
        `UPDATE billing.wallets SET billing_mode = 'postpaid', balance_cents = 0 WHERE account_id = $1`,
        [accountId],
      );
      const [id = ''] = await issued([100]);
      await voided(id);
      await invoices.settle.settle();
      expect((await made()).map(({ status, totalCents }) => [status, totalCents]).sort()).toEqual([
        ['paid', -100],
        ['void', 100],
      ]);
    });

    it('have one correction, with one event and one audit entry, when ten operators race', async () => {
      const [id = ''] = await issued([100]);
      const entries = invoices.audit.entries.length;
      const answers = await Promise.all(Array.from({ length: 10 }, () => voided(id)));
      expect(await numbers()).toEqual([1, 2]);
      await expectOne(answers, entries);
    });

    it('leave no gap in the numbers when they race with the issue of invoices', async () => {
      const ids = await issued([10, 20, 30]);
      await charge(40, 'number_monthly');
      nextMonth();
      await Promise.all([...ids.map((id) => voided(id)), invoices.issue.issue(), invoices.issue.issue()]);
      expect((await numbers()).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    });

    const reissued = (invoiceId: string) => invoices.correct.reissue({ invoiceId, operator: 'op_1' });

    it('can be issued again with the present buyer, also once the replacement is void', async () => {
      const [id = ''] = await issued([100]);
      await expect(reissued(id)).rejects.toEqual(expect.objectContaining({ code: 'invalid_state' }));
      await voided(id);
      invoices.recipients.details.set(accountId, { ...NO_BILLING_DETAILS, legalName: 'Looms GmbH', country: 'DE' });
      const before = await world.journal.balance(accountId);
      const replacement = await reissued(id);
      const original = await invoices.queries.get(accountId, id);
      expect(original).toMatchObject({ status: 'void', replacedById: replacement.id });
      expect(replacement).toMatchObject({
        ...{ status: 'paid', totalCents: 100, amountPaidCents: 100, paidAt: original.paidAt, replacesId: id },
        buyer: { legalName: 'Looms GmbH', country: 'DE' },
        lines: original.lines,
      });
      expect(await world.journal.balance(accountId)).toEqual(before);
      expect(invoices.audit.entries.at(-1)).toMatchObject({
        ...{ actor: 'op_1', action: 'invoice.reissue', subject: id, accountId },
        after: { status: 'void', replaced_by_id: replacement.id, replacement: replacement.number },
      });
      await voided(replacement.id);
      expect(await reissued(replacement.id)).toMatchObject({ replacesId: replacement.id });
      expect((await reissued(id)).id).toBe(replacement.id);
      expect((await numbers()).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    });

    it('are due again when they are issued again, as far as the balance does not cover them', async () => {
      await world.db.query(
        `UPDATE billing.wallets SET billing_mode = 'postpaid', balance_cents = 0 WHERE account_id = $1`,
        [accountId],
      );
      const [id = ''] = await issued([100]);
      await voided(id);
      await move(world, accountId, { kind: 'topup', cents: 30 });
      const replacement = await reissued(id);
      expect(replacement).toMatchObject({ status: 'open', totalCents: 100, amountPaidCents: 30 });
      await move(world, accountId, { kind: 'topup', cents: 70 });
      await invoices.settle.settle();
      expect(await invoices.queries.get(accountId, replacement.id)).toMatchObject({ status: 'paid' });
    });

    it('have one replacement, with one event and one audit entry, when ten operators race with the issue', async () => {
      const [id = ''] = await issued([100]);
      await voided(id);
      await charge(40, 'number_monthly');
      nextMonth();
      const entries = invoices.audit.entries.length;
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 10 }, () => reissued(id))),
        invoices.issue.issue(),
        invoices.settle.settle(),
      ]);
      expect((await numbers()).sort((a, b) => a - b)).toEqual([1, 2, 3, 4]);
      await expectOne(answers, entries);
    });

    it('cannot be corrections, drafts, or unknown', async () => {
      const [id = ''] = await issued([100]);
      const correction = await voided(id);
      await expect(voided(correction.id)).rejects.toEqual(expect.objectContaining({ code: 'invalid_state' }));
      const missing = expect.objectContaining({ code: 'not_found' });
      for (const unknown of ['inv_draft', newId('inv')]) await expect(voided(unknown)).rejects.toEqual(missing);
    });
  });
});
