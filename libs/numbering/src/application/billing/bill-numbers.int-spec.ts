import { addDays, addSeconds, CommonErrors } from '@trunkline/kernel';
import { monthsAfter } from '../../domain/billing-cycle';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import { ADA, aNumber, NOW, numberingWorlds, type NumberingWorld, releaseOf } from '../../testing';

const MONTH_S = (monthsAfter(NOW, 1).getTime() - NOW.getTime()) / 1000;
const DAY_S = 86_400;
const PRICE = 100;

describe('BillNumbers', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;
  let digits = 0;

  const own = async (change: Partial<PhoneNumber> = {}) => {
    const number = Object.assign(aNumber(), { e164: `+4930${String(++digits).padStart(6, '0')}` }, change);
    await world.stores.numbers.add(number);
    return number.id;
  };
  const row = (id: string) => world.storedNumber(id);
  const publicOnes = () => world.published().filter((type) => type.startsWith('number.'));
  const references = () => world.funds.charges.map(({ reference }) => reference);
  const billAfter = (seconds: number) => {
    world.clock.advance(seconds);
    return world.billNumbers.bill();
  };

  beforeEach(async () => {
    world = await createWorld();
  });

  it('does not charge before the month is over', async () => {
    await own();
    expect(await billAfter(MONTH_S - 1)).toEqual({ charged: 0, refused: 0, suspended: 0 });
    expect(references()).toEqual([]);
  });

  it('charges the month that is due, once', async () => {
    const id = await own();
    expect(await billAfter(MONTH_S)).toEqual({ charged: 1, refused: 0, suspended: 0 });
    expect(await billAfter(60)).toEqual({ charged: 0, refused: 0, suspended: 0 });
    expect(world.funds.charges).toMatchObject([
      {
        accountId: 'acc_1',
        amountCents: PRICE,
        item: 'number_monthly',
        relatedKind: 'number',
        relatedId: id,
        reference: `number:${id}:month:2`,
      },
    ]);
    expect(await row(id)).toMatchObject({ billedMonths: 2, nextBillingAt: monthsAfter(NOW, 2) });
  });

  it('charges every missed month, in order', async () => {
    const id = await own();
    await billAfter(MONTH_S * 3.5);
    expect(references()).toEqual([2, 3, 4].map((month) => `number:${id}:month:${month}`));
  });

  it('does not charge free numbers', async () => {
    const id = await own({ monthlyPriceCents: 0 });
    expect(await billAfter(MONTH_S)).toMatchObject({ charged: 1 });
    expect(references()).toEqual([]);
    expect(await row(id)).toMatchObject({ billedMonths: 2 });
  });

  it('charges more numbers than fit in one batch', async () => {
    world.funds.balances.set('acc_1', 250 * PRICE);
    for (let n = 0; n < 250; n++) await own();
    expect(await billAfter(MONTH_S)).toEqual({ charged: 250, refused: 0, suspended: 0 });
    expect(new Set(references()).size).toBe(250);
  });

  it('charges neither released numbers nor a month after a scheduled release', async () => {
    await own({ status: 'released', releasedAt: NOW });
    const id = await own();
    const { e164 } = await row(id);
    await world.releaseNumber.release({ accountId: 'acc_1', e164, actor: ADA }, releaseOf('end_of_cycle'));
    expect(await billAfter(MONTH_S * 2)).toEqual({ charged: 0, refused: 0, suspended: 0 });
    expect(references()).toEqual([]);
  });

  it('charges a suspended number too', async () => {
    const id = await own({ status: 'suspended', suspendedFor: ['account'] });
    await billAfter(MONTH_S);
    expect(await row(id)).toMatchObject({ billedMonths: 2, status: 'suspended' });
  });

  describe('with an insufficient balance', () => {
    beforeEach(() => world.funds.balances.set('acc_1', PRICE - 1));

    it('retries daily, suspends at the seventh refusal, publishes that once, and continues to retry', async () => {
      const id = await own();
      await billAfter(MONTH_S);
      expect(await row(id)).toMatchObject({
        failedBillingAttempts: 1,
        lastBillingFailureCode: 'insufficient_balance',
        status: 'active',
        lastBillingAttemptAt: addSeconds(NOW, MONTH_S),
      });
      expect(await billAfter(DAY_S / 2)).toMatchObject({ refused: 0 });
      await billAfter(DAY_S / 2);
      for (let day = 2; day < 6; day++) expect(await billAfter(DAY_S)).toMatchObject({ refused: 1, suspended: 0 });
      expect(publicOnes()).toEqual([]);
      expect(await billAfter(DAY_S)).toMatchObject({ refused: 1, suspended: 1 });
      expect(await row(id)).toMatchObject({
        failedBillingAttempts: 7,
        status: 'suspended',
        suspendedFor: ['non_payment'],
        releaseScheduledAt: addDays(world.clock.now(), 30),
      });
      await billAfter(DAY_S);
      expect(await row(id)).toMatchObject({ failedBillingAttempts: 8 });
      const releasedAt = (await row(id)).releaseScheduledAt?.getTime() ?? 0;
      expect(world.bus.published.filter(({ type }) => type.startsWith('number.'))).toMatchObject([
        { type: 'number.suspended', accountId: 'acc_1', data: { number_id: id, reason: 'non_payment' } },
        {
          type: 'number.release_scheduled',
          accountId: 'acc_1',
          data: { number_id: id, release_scheduled_at: releasedAt / 1000, reason: 'non_payment' },
        },
      ]);
      expect(await world.history()).toMatchObject([{ actor: { kind: 'system' } }]);
    });

    it('gives notice of the first, fourth, sixth and seventh refusal, with all numbers of the account at once', async () => {
      const ids = [await own(), await own()];
      await own({ monthlyPriceCents: 0 });
      for (let day = 0; day < 9; day += 1) await billAfter(day === 0 ? MONTH_S : DAY_S);
      const notices = world.bus.published.flatMap((event) =>
        event.type === 'numbering.charges.refused' ? [event.data] : [],
      );
      expect(notices.map(({ attempt }) => attempt)).toEqual([1, 4, 6, 7]);
      for (const { numbers } of notices) expect(numbers.map(({ number_id: id }) => id)).toEqual(ids);
      const releases = notices.map(({ numbers }) => numbers[0]?.release_scheduled_at);
      expect(releases).toEqual([null, null, null, expect.any(Number)]);
    });

    it('schedules the release of a number that its account keeps suspended, and gives notice of it', async () => {
      await own({ status: 'suspended', suspendedFor: ['account'] });
      await billAfter(MONTH_S + 7 * DAY_S);
      expect(publicOnes()).toEqual(['number.release_scheduled']);
      expect(world.published().filter((type) => type === 'numbering.charges.refused')).toHaveLength(4);
    });

    it('counts no attempt while live calls hold the money, and charges once they have ended', async () => {
      const id = await own();
      world.funds.balances.set('acc_1', PRICE);
      world.funds.callHeld.set('acc_1', PRICE);
      for (let day = 0; day < 9; day += 1) {
        expect(await billAfter(day === 0 ? MONTH_S : DAY_S)).toEqual({ charged: 0, refused: 1, suspended: 0 });
      }
      expect(await row(id)).toMatchObject({
        failedBillingAttempts: 0,
        lastBillingFailureCode: null,
        status: 'active',
        lastBillingAttemptAt: null,
      });
      expect(world.published()).toEqual([]);
      world.funds.callHeld.set('acc_1', 0);
      expect(await billAfter(600)).toMatchObject({ charged: 1, refused: 0 });
    });

    it('counts an attempt for the numbers that the balance would not cover without live calls either', async () => {
      const ids = [await own(), await own()];
      world.funds.balances.set('acc_1', PRICE);
      world.funds.callHeld.set('acc_1', PRICE);
      await billAfter(MONTH_S);
      const attempts = await Promise.all(ids.map(async (id) => (await row(id)).failedBillingAttempts));
      expect(attempts).toEqual([0, 1]);
    });

    it('counts the attempts missed in an outage, and allows thirty days from now to pay', async () => {
      const id = await own();
      await billAfter(MONTH_S + 2.5 * DAY_S);
      expect(await row(id)).toMatchObject({ failedBillingAttempts: 3, status: 'active' });
      await billAfter(7 * DAY_S);
      expect(await row(id)).toMatchObject({
        failedBillingAttempts: 10,
        status: 'suspended',
        releaseScheduledAt: addDays(world.clock.now(), 30),
      });
    });

    it('resumes the number with the first successful charge', async () => {
      const id = await own();
      await billAfter(MONTH_S + 8 * DAY_S);
      world.funds.balances.set('acc_1', PRICE);
      expect(await billAfter(DAY_S)).toEqual({ charged: 1, refused: 0, suspended: 0 });
      expect(await row(id)).toMatchObject({ status: 'active', failedBillingAttempts: 0, releaseScheduledAt: null });
      expect((await world.history()).map(({ change }) => change.action)).toEqual(['suspended', 'resumed']);
      expect(publicOnes()).toEqual(['number.suspended', 'number.release_scheduled', 'number.resumed']);
    });

    it('is not charged once its release is due', async () => {
      const id = await own();
      await billAfter(MONTH_S + 7 * DAY_S);
      world.funds.balances.set('acc_1', 10 * PRICE);
      expect(await billAfter(30 * DAY_S)).toMatchObject({ charged: 0, refused: 0 });
      await world.releaseDueNumbers.release();
      expect(await row(id)).toMatchObject({ status: 'released', billedMonths: 1 });
    });

    it('charges the older month first, and fails for the next', async () => {
      const id = await own();
      world.funds.balances.set('acc_1', PRICE);
      expect(await billAfter(2 * MONTH_S + 4 * DAY_S)).toMatchObject({ charged: 1, refused: 1 });
      expect(references()).toEqual([`number:${id}:month:2`]);
      expect(await row(id)).toMatchObject({ billedMonths: 2, lastBillingFailureCode: 'insufficient_balance' });
    });
  });

  it('bills all other numbers when one fails, and reports it', async () => {
    world.funds.balances.set('acc_1', 250 * PRICE);
    const ids: string[] = [];
    for (let n = 0; n < 150; n++) ids.push(await own());
    world.funds.faults.set(ids[40] ?? '', CommonErrors.not_found());
    await expect(billAfter(MONTH_S)).rejects.toThrow('1 numbers could not be billed.');
    expect(new Set(references()).size).toBe(149);
    expect(await row(ids[40] ?? '')).toMatchObject({ billedMonths: 1, failedBillingAttempts: 0 });
    expect(await row(ids[149] ?? '')).toMatchObject({ billedMonths: 2 });
  });
});

describe('ReactivateNumber', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;
  let number: PhoneNumber;

  const reactivate = () => world.reactivateNumber.reactivate({ accountId: 'acc_1', e164: number.e164, actor: ADA });

  beforeEach(async () => {
    world = await createWorld();
    number = aNumber();
    await world.stores.numbers.add(number);
    world.funds.balances.set('acc_1', 0);
    world.clock.advance(MONTH_S + 7 * DAY_S);
    await world.billNumbers.bill();
  });

  it('charges the due month, and records the actor', async () => {
    world.funds.balances.set('acc_1', 1000);
    expect(await reactivate()).toMatchObject({ status: 'active', billedMonths: 2, releaseScheduledAt: null });
    expect(world.funds.charges.map(({ reference }) => reference)).toEqual([`number:${number.id}:month:2`]);
    expect((await world.history()).at(-1)).toMatchObject({ actor: ADA, change: { action: 'resumed' } });
    expect(world.bus.published.at(-1)).toMatchObject({ type: 'number.resumed', data: { reason: 'non_payment' } });
  });

  it('changes nothing with an insufficient balance', async () => {
    const before = await world.storedNumber(number.id);
    await expect(reactivate()).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await world.storedNumber(number.id)).toEqual(before);
  });

  it('rejects a second request', async () => {
    world.funds.balances.set('acc_1', 1000);
    await reactivate();
    await expect(reactivate()).rejects.toMatchObject({ code: 'invalid_state' });
    expect(world.funds.charges).toHaveLength(1);
  });
});
