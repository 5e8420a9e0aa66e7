import { addDays, addSeconds, type PublishedEvent } from '@trunkline/kernel';
import { lockWaits } from '@trunkline/platform/testing';
import { monthsAfter } from '../../domain/billing-cycle';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { PriceTerms } from '../../domain/pricing/price-rule';
import { ADA, aNumber, aPriceRule, NOW, type NumberingWorld, numberingWorlds, releaseOf } from '../../testing';

const OPERATOR = 'op_ada';
const DAY = 86_400;
const ALL = { accountId: null, supplier: null, country: null, numberType: null };
const MONTH_2 = monthsAfter(NOW, 1);
const MONTH_3 = monthsAfter(NOW, 2);

describe('RepriceNumbers', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;
  let digits = 0;

  const own = async (change: Partial<PhoneNumber> = {}) => {
    const e164 = `+4930${String(++digits).padStart(6, '0')}`;
    const number = Object.assign(aNumber(change.status), { e164, monthlyCostCents: 100 }, change);
    await world.stores.numbers.add(number);
    return number;
  };
  const rule = (change: Partial<PriceTerms & { accountId: string; country: string }>) =>
    world.priceRules.add({
      ...aPriceRule(),
      ...change,
      id: `npr_${++digits}`,
      effectiveFrom: addSeconds(NOW, ++digits),
    });
  const reprice = async (effectiveAt: Date, filter: Partial<typeof ALL> = {}) => {
    const request = { filter: { ...ALL, ...filter }, effectiveAt };
    const { count } = await world.repricings.preview(request);
    return world.repricings.start(OPERATOR, request, count);
  };
  const events = (type: string) => world.bus.published.filter((event) => event.type === type);
  /** Sends the mails of the events, as the worker does. */
  const mails = async () => {
    for (const [index, event] of events('numbering.prices.changing').entries()) {
      const published = { id: `evt_${index}`, createdAt: NOW, ...event } as unknown as PublishedEvent;
      if (published.type === 'numbering.prices.changing') await world.notices.pricesChanging(published);
    }
    return world.mails.sent;
  };
  const amounts = () => world.funds.charges.map(({ amountCents }) => amountCents);
  const billAt = (at: Date) => {
    world.clock.advance((at.getTime() - world.clock.now().getTime()) / 1000);
    return world.billNumbers.bill();
  };

  beforeEach(async () => {
    world = await createWorld();
    world.clock.advance(1000);
  });

  it('announces the price of the rules, with an event per number and a mail per account', async () => {
    await rule({ markupPct: '25' });
    const [first, second] = [await own(), await own()];
    const other = await own({ accountId: 'acc_2', monthlyCostCents: 200, monthlyPriceCents: 200 });
    const at = addDays(world.clock.now(), 30);
    const { id } = await reprice(at);
    expect(await world.repriceNumbers.run()).toBe(3);
    const announced = { monthlyPriceCents: 100, nextMonthlyPriceCents: 125, priceChangesAt: at, repricingId: id };
    expect(await world.storedNumber(first.id)).toMatchObject(announced);
    expect(await world.storedNumber(other.id)).toMatchObject({ monthlyPriceCents: 200, nextMonthlyPriceCents: 250 });
    const changes = (number: PhoneNumber, from: number, to: number) => ({
      accountId: number.accountId,
      data: {
        number_id: number.id,
        e164: number.e164,
        monthly_price_cents: from,
        next_monthly_price_cents: to,
        price_changes_at: at.getTime() / 1000,
      },
    });
    expect(events('number.price_changing')).toMatchObject([
      changes(first, 100, 125),
      changes(second, 100, 125),
      changes(other, 200, 250),
    ]);
    const sent = await mails();
    expect(sent.map(({ accountId }) => accountId)).toEqual(['acc_1', 'acc_1', 'acc_2', 'acc_2']);
    expect(sent[0]!.text).toContain('The monthly price of 2 of your numbers changes on');
    expect(sent[0]!.text).toContain(`${first.e164} costs $1.25 instead of $1.00 a month.`);
    expect(JSON.stringify(sent[2])).toContain('your number');
    expect((await world.history()).map(({ change }) => change.action)).toEqual(Array(3).fill('price_announced'));
    expect(await world.repriceNumbers.run()).toBe(0);
    expect(events('numbering.prices.changing')).toHaveLength(2);
  });

  it('needs 30 days of notice, and the count of a preview', async () => {
    await own();
    await rule({ addMonthlyCents: 5 });
    const soon = { filter: ALL, effectiveAt: addSeconds(addDays(world.clock.now(), 30), -1) };
    await expect(world.repricings.preview(soon)).rejects.toMatchObject({
      fields: { effective_at: expect.any(String) },
    });
    const request = { filter: ALL, effectiveAt: addDays(world.clock.now(), 30) };
    await expect(world.repricings.start(OPERATOR, request, 2)).rejects.toMatchObject({ code: 'conflict' });
    expect(await world.repriceNumbers.run()).toBe(0);
  });

  it('previews what changes, by groups of the same amounts', async () => {
    await rule({ markupPct: '50' });
    await rule({ accountId: 'acc_2', markupPct: '0' });
    for (let count = 0; count < 3; count += 1) await own();
    await own({ monthlyPriceCents: 150 });
    await own({ monthlyCostCents: 301, monthlyPriceCents: 500 });
    await own({ accountId: 'acc_2' });
    await own({ accountId: 'acc_2', monthlyPriceCents: 130 });
    await own({ status: 'released', releasedAt: NOW });
    await own({ releaseScheduledAt: addDays(NOW, 3) });
    const preview = await world.repricings.preview({ filter: ALL, effectiveAt: addDays(world.clock.now(), 31) });
    const group = { accountId: null, supplier: 'fake', country: 'DE', numberType: 'geographic', costCents: 100 };
    expect(preview).toEqual({
      count: 5,
      unchangedCount: 2,
      differenceCents: 3 * 50 + (452 - 500) + (100 - 130),
      groups: [
        { ...group, priceCents: 100, newPriceCents: 150, count: 3 },
        { ...group, costCents: 301, priceCents: 500, newPriceCents: 452, count: 1 },
        { ...group, accountId: 'acc_2', priceCents: 130, newPriceCents: 100, count: 1 },
      ],
    });
    const filtered = { filter: { ...ALL, accountId: 'acc_2' }, effectiveAt: addDays(world.clock.now(), 31) };
    expect(await world.repricings.preview(filtered)).toMatchObject({ count: 1, unchangedCount: 1 });
  });

  it('takes the rules that hold when it takes effect, as they were when it was started', async () => {
    await own();
    const effectiveFrom = addDays(NOW, 20);
    await world.priceRules.add(aPriceRule({ markupPct: '10', effectiveFrom }));
    await reprice(addDays(world.clock.now(), 30));
    await world.priceRules.add(
      aPriceRule({ id: 'npr_2', markupPct: '90', effectiveFrom: addSeconds(effectiveFrom, 1) }),
    );
    await world.repriceNumbers.run();
    expect(await world.storedNumbers()).toMatchObject([{ nextMonthlyPriceCents: 110 }]);
  });

  describe('billing', () => {
    it('charges the new price from the first month that starts after the change', async () => {
      await rule({ addMonthlyCents: 20 });
      const { id } = await own();
      await reprice(addSeconds(MONTH_2, 1 + 1000));
      await world.repriceNumbers.run();
      await billAt(MONTH_2);
      expect(amounts()).toEqual([100]);
      await billAt(addDays(MONTH_2, 20));
      expect(await world.storedNumber(id)).toMatchObject({ monthlyPriceCents: 100, nextMonthlyPriceCents: 120 });
      await billAt(MONTH_3);
      expect(amounts()).toEqual([100, 120]);
      expect(await world.storedNumber(id)).toMatchObject({
        monthlyPriceCents: 120,
        nextMonthlyPriceCents: null,
        priceChangesAt: null,
        repricingId: null,
      });
      await billAt(monthsAfter(NOW, 3));
      expect(amounts()).toEqual([100, 120, 120]);
    });

    it('charges the new price for a month that starts at the very time', async () => {
      await rule({ addMonthlyCents: 20 });
      world.clock.advance(-1000);
      await own();
      await reprice(MONTH_2);
      await world.repriceNumbers.run();
      await billAt(MONTH_2);
      expect(amounts()).toEqual([120]);
    });

    it('charges missed months at the price of each, in whatever order they are charged', async () => {
      await rule({ addMonthlyCents: 20 });
      await own();
      await reprice(addSeconds(MONTH_3, -1));
      await world.repriceNumbers.run();
      await billAt(addDays(monthsAfter(NOW, 3), 2));
      expect(amounts()).toEqual([100, 120, 120]);
    });

    it('keeps the price of an unpaid month through its retries, also after the change', async () => {
      await rule({ addMonthlyCents: 900 });
      const { id } = await own();
      world.funds.balances.set('acc_1', 0);
      await reprice(addDays(MONTH_2, 3));
      await world.repriceNumbers.run();
      await billAt(MONTH_2);
      await billAt(addDays(MONTH_2, 1));
      expect(events('numbering.charges.refused')).toMatchObject([{ data: { numbers: [{ amount_cents: 100 }] } }]);
      world.funds.balances.set('acc_1', 100);
      await billAt(addDays(MONTH_2, 5));
      expect([amounts(), await world.storedNumber(id)]).toMatchObject([[100], { monthlyPriceCents: 100 }]);
      await billAt(MONTH_3);
      expect(await world.storedNumber(id)).toMatchObject({ failedBillingAttempts: 1, nextMonthlyPriceCents: 1000 });
      world.funds.balances.set('acc_1', 999);
      await billAt(addDays(MONTH_3, 1));
      expect(amounts()).toEqual([100]);
      world.funds.balances.set('acc_1', 1000);
      await billAt(addDays(MONTH_3, 2));
      expect(amounts()).toEqual([100, 1000]);
    });

    it('reactivates at the price of the unpaid month', async () => {
      await rule({ addMonthlyCents: 50 });
      const { id, e164 } = await own();
      world.funds.balances.set('acc_1', 0);
      await reprice(addDays(MONTH_2, 1));
      await world.repriceNumbers.run();
      for (let day = 0; day < 7; day += 1) await billAt(addDays(MONTH_2, day));
      expect(await world.storedNumber(id)).toMatchObject({ status: 'suspended' });
      world.funds.balances.set('acc_1', 100);
      await world.reactivateNumber.reactivate({ accountId: 'acc_1', e164, actor: ADA });
      expect(amounts()).toEqual([100]);
      expect(await world.storedNumber(id)).toMatchObject({ status: 'active', nextMonthlyPriceCents: 150 });
    });

    it('charges a number that was free, and stops charging a number that becomes free', async () => {
      await rule({ addMonthlyCents: 0 });
      await own({ monthlyPriceCents: 0 });
      await own({ monthlyPriceCents: 70, monthlyCostCents: 0 });
      await reprice(addDays(world.clock.now(), 31));
      await world.repriceNumbers.run();
      await billAt(addSeconds(MONTH_3, 1));
      expect(amounts().sort((a, b) => a - b)).toEqual([70, 100]);
    });

    it('takes the price of a number from before costs were kept as its cost, and keeps it', async () => {
      await rule({ markupPct: '50' });
      const { id } = await own({ monthlyCostCents: null });
      await reprice(addDays(world.clock.now(), 31));
      await world.repriceNumbers.run();
      await billAt(addSeconds(MONTH_3, 1));
      expect(await world.storedNumber(id)).toMatchObject({ monthlyPriceCents: 150, monthlyCostCents: 100 });
      await reprice(addDays(world.clock.now(), 31));
      expect(await world.repriceNumbers.run()).toBe(0);
    });
  });

  it('is withdrawn on release, and not announced for a number that is released before it takes effect', async () => {
    await rule({ addMonthlyCents: 20 });
    const { id, e164 } = await own();
    const leaving = await own({ releaseScheduledAt: addDays(NOW, 5) });
    await reprice(addDays(world.clock.now(), 31));
    await world.repriceNumbers.run();
    expect(await world.storedNumber(leaving.id)).toMatchObject({ nextMonthlyPriceCents: null });
    await world.releaseNumber.release({ accountId: 'acc_1', e164, actor: ADA }, releaseOf('immediate', e164));
    expect(await world.storedNumber(id)).toMatchObject({
      status: 'released',
      monthlyPriceCents: 100,
      nextMonthlyPriceCents: null,
      priceChangesAt: null,
    });
  });

  it('leaves out numbers that no supplier sold, whose price is not computed from a cost', async () => {
    await rule({ addMonthlyCents: 20 });
    const given = await own({ supplier: 'given', monthlyPriceCents: 500, monthlyCostCents: 0 });
    const effectiveAt = addDays(world.clock.now(), 31);
    expect(await world.repricings.preview({ filter: ALL, effectiveAt })).toMatchObject({ count: 0, unchangedCount: 0 });
    await reprice(effectiveAt);
    expect(await world.repriceNumbers.run()).toBe(0);
    expect(await world.storedNumber(given.id)).toMatchObject({ nextMonthlyPriceCents: null });
  });

  it('goes on with the next account when the only number of one is released meanwhile', async () => {
    await rule({ addMonthlyCents: 20 });
    const [leaving, staying] = [await own(), await own({ accountId: 'acc_2' })];
    const { id } = await reprice(addDays(world.clock.now(), 31));
    let signal = (): void => undefined;
    const releasing = new Promise<void>((resolve) => (signal = resolve));
    const repriced = releasing.then(() => world.repriceNumbers.run());
    await world.db.run(async () => {
      await world.db.query(
        `UPDATE numbering.phone_numbers SET status = 'released', released_at = now() WHERE id = $1`,
        [leaving.id],
      );
      signal();
      await lockWaits(world.db);
    });
    expect(await repriced).toBe(1);
    expect(await world.storedNumber(staying.id)).toMatchObject({ nextMonthlyPriceCents: 120 });
    const stored = await world.db.get(`SELECT status, changed_count FROM numbering.repricings WHERE id = $1`, [id]);
    expect(stored).toEqual({ status: 'completed', changed_count: 1 });
  });

  it('is rolled back while it lies ahead, with an event and a mail', async () => {
    await rule({ addMonthlyCents: 20 });
    const [number, billed] = [await own(), await own({ accountId: 'acc_2', nextBillingAt: addDays(NOW, 40) })];
    const { id } = await reprice(addDays(world.clock.now(), 35));
    await world.repriceNumbers.run();
    await world.repricings.withdraw(OPERATOR, id);
    await expect(world.repricings.withdraw(OPERATOR, id)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await world.repriceNumbers.run()).toBe(2);
    for (const each of [number, billed]) {
      expect(await world.storedNumber(each.id)).toMatchObject({ monthlyPriceCents: 100, nextMonthlyPriceCents: null });
    }
    expect(events('number.price_changing').slice(2)).toMatchObject([
      { data: { next_monthly_price_cents: null, price_changes_at: null } },
      { data: { next_monthly_price_cents: null, price_changes_at: null } },
    ]);
    const sent = await mails();
    expect(sent).toHaveLength(8);
    expect(sent.at(-1)!.text).toContain('was withdrawn');
    expect(sent.at(-1)!.text).toContain('still costs $1.00 a month');
  });

  it('is not rolled back once it has taken effect', async () => {
    await rule({ addMonthlyCents: 20 });
    await own();
    const { id } = await reprice(addDays(world.clock.now(), 30));
    await world.repriceNumbers.run();
    world.clock.advance(30 * DAY);
    await expect(world.repricings.withdraw(OPERATOR, id)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('replaces or withdraws an earlier announcement by a later repricing', async () => {
    await rule({ addMonthlyCents: 20 });
    const { id } = await own();
    const at = addDays(world.clock.now(), 31);
    await reprice(at);
    await world.repriceNumbers.run();
    await reprice(addDays(at, 1));
    expect(await world.repriceNumbers.run()).toBe(0);
    await rule({ addMonthlyCents: 30 });
    await reprice(addDays(at, 1));
    await world.repriceNumbers.run();
    expect(await world.storedNumber(id)).toMatchObject({ nextMonthlyPriceCents: 130, priceChangesAt: addDays(at, 1) });
    await rule({ addMonthlyCents: 0 });
    await reprice(addDays(at, 2));
    expect(await world.repriceNumbers.run()).toBe(1);
    expect(await world.storedNumber(id)).toMatchObject({ nextMonthlyPriceCents: null, priceChangesAt: null });
  });

  describe('of several', () => {
    const announce = async (addMonthlyCents: number, days: number) => {
      await rule({ addMonthlyCents });
      const { id } = await reprice(addDays(NOW, days));
      await world.repriceNumbers.run();
      return id;
    };
    const withdraw = async (id: string) => {
      await world.repricings.withdraw(OPERATOR, id);
      return world.repriceNumbers.run();
    };
    const next = (cents: number | null, days: number | null) => ({
      monthlyPriceCents: 100,
      nextMonthlyPriceCents: cents,
      priceChangesAt: days === null ? null : addDays(NOW, days),
    });

    it('restores the earlier one when the later one is withdrawn', async () => {
      const { id } = await own();
      const [earlier, later] = [await announce(20, 60), await announce(30, 61)];
      expect(await withdraw(later)).toBe(1);
      expect(await world.storedNumber(id)).toMatchObject(next(120, 60));
      expect(await withdraw(earlier)).toBe(1);
      expect(await world.storedNumber(id)).toMatchObject({ ...next(null, null), repricingId: null, repricingIds: [] });
    });

    it('keeps the later one when the earlier one is withdrawn, and then restores nothing', async () => {
      const { id } = await own();
      const [earlier, later] = [await announce(20, 60), await announce(30, 61)];
      expect(await withdraw(earlier)).toBe(0);
      expect(await world.storedNumber(id)).toMatchObject(next(130, 61));
      expect(await withdraw(later)).toBe(1);
      expect(await world.storedNumber(id)).toMatchObject(next(null, null));
    });

    it('keeps a later one with the same price when the earlier one is withdrawn', async () => {
      const { id } = await own();
      const [earlier, later] = [await announce(20, 60), await announce(20, 70)];
      expect(await world.storedNumber(id)).toMatchObject({ ...next(120, 60), repricingIds: [earlier, later] });
      expect(await withdraw(earlier)).toBe(1);
      expect(await world.storedNumber(id)).toMatchObject(next(120, 70));
    });

    it('restores the one before when one by which the price stays is withdrawn', async () => {
      const { id } = await own();
      await announce(20, 60);
      const later = await announce(0, 61);
      expect(await world.storedNumber(id)).toMatchObject(next(null, null));
      expect(await withdraw(later)).toBe(1);
      expect(await world.storedNumber(id)).toMatchObject(next(120, 60));
    });

    it('restores with at least 30 days of notice', async () => {
      const { id } = await own({ nextBillingAt: addDays(NOW, 90) });
      await announce(20, 31);
      const later = await announce(30, 61);
      world.clock.advance(10 * DAY);
      await withdraw(later);
      const at = addDays(world.clock.now(), 30);
      expect(await world.storedNumber(id)).toMatchObject({ nextMonthlyPriceCents: 120, priceChangesAt: at });
    });

    it('mails the restored and the withdrawn numbers of an account apart', async () => {
      const restored = await own();
      await announce(20, 60);
      const withdrawn = await own();
      const later = await announce(30, 61);
      const before = (await mails()).length;
      await withdraw(later);
      const texts = (await mails()).slice(before * 2).map(({ text }) => text);
      expect(texts).toEqual(
        expect.arrayContaining([
          expect.stringContaining(`${restored.e164} costs $1.20 instead of $1.00 a month.`),
          expect.stringContaining(`${withdrawn.e164} still costs $1.00 a month.`),
        ]),
      );
      expect(texts.filter((text) => text.includes(restored.e164) && text.includes(withdrawn.e164))).toEqual([]);
    });

    it('does not restore one whose withdrawal is committed meanwhile', async () => {
      const { id } = await own();
      const [earlier, later] = [await announce(20, 60), await announce(30, 61)];
      await world.repricings.withdraw(OPERATOR, later);
      let signal = (): void => undefined;
      const read = new Promise<void>((resolve) => (signal = resolve));
      const withdrawn = read.then(() => withdraw(earlier));
      const { repricings } = world.stores;
      const { listStanding } = repricings;
      repricings.listStanding = async (ids) => {
        const standing = await listStanding.call(repricings, ids);
        signal();
        await lockWaits(world.db);
        return standing;
      };
      await world.repriceNumbers.run();
      await withdrawn;
      expect(await world.storedNumber(id)).toMatchObject(next(null, null));
    });
  });

  it('gives 30 days of notice also when the worker was stopped meanwhile', async () => {
    await rule({ addMonthlyCents: 20 });
    await own();
    const at = addDays(world.clock.now(), 30);
    await reprice(at);
    world.clock.advance(3600);
    const second = await own();
    await world.repriceNumbers.run();
    expect(await world.storedNumber(second.id)).toMatchObject({ priceChangesAt: at });
    await rule({ addMonthlyCents: 40 });
    await reprice(addDays(world.clock.now(), 30));
    world.clock.advance(3601);
    await world.repriceNumbers.run();
    expect(await world.storedNumber(second.id)).toMatchObject({ priceChangesAt: addDays(world.clock.now(), 30) });
  });

  it.each([1, 2, 3])('mails no account twice after a crash behind batch %i', async (times) => {
    await rule({ addMonthlyCents: 20 });
    // 250 is a whole batch.
    for (let count = 0; count < 250; count += 1) await own();
    for (let count = 0; count < 3; count += 1) await own({ accountId: 'acc_2' });
    const { id } = await reprice(addDays(world.clock.now(), 31));
    world.faults.dieAt = 'repricing.batch_done';
    world.faults.times = times;
    if (times < 3) await expect(world.repriceNumbers.run()).rejects.toThrow('repricing.batch_done');
    world.faults.dieAt = null;
    await Promise.all([world.repriceNumbers.run(), world.repriceNumbers.run()]);
    expect(await world.repriceNumbers.run()).toBe(0);
    expect(events('number.price_changing')).toHaveLength(253);
    const requested = events('numbering.prices.changing');
    const counts = requested.map(({ accountId, data }) => [accountId, (data as { number_count: number }).number_count]);
    expect(counts.sort()).toEqual([
      ['acc_1', 250],
      ['acc_2', 3],
    ]);
    const stored = await world.db.find(
      `SELECT status, changed_count AS count FROM numbering.repricings WHERE id = $1`,
      [id],
    );
    expect(stored).toEqual({ status: 'completed', count: 253 });
  });
});
