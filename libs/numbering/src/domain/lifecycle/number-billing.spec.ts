import { addDays } from '@trunkline/kernel';
import { aNumber } from '../../testing';
import type { PhoneNumber } from './phone-number';

const at = (day: string) => new Date(`${day}T10:30:00Z`);
const REFUSAL = 'insufficient_balance';

const boughtOn = (day: string) => aNumber('active', at(day));
const days = (number: PhoneNumber, months: number) =>
  Array.from({ length: months }, () => {
    number.billed(number.nextBillingAt);
    return number.nextBillingAt.toISOString().slice(0, 10);
  });
/** Refused each day from the day on which the month was due. */
const refuse = (number: PhoneNumber, times: number) => {
  for (let n = 0; n < times; n++) number.billingFailed(REFUSAL, addDays(number.nextBillingAt, n));
  return number;
};
const unpaid = (times = 7) => refuse(boughtOn('2026-01-15'), times);

describe('the months of a number', () => {
  it.each([
    ['2026-01-31', ['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31']],
    ['2026-01-30', ['2026-03-30', '2026-04-30', '2026-05-30']],
    ['2027-12-31', ['2028-02-29', '2028-03-31', '2028-04-30']],
    ['2028-01-29', ['2028-03-29', '2028-04-29']],
    ['2026-10-31', ['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']],
  ])('begin on the day of the purchase, %s, or on the last day of a shorter month', (day, expected) => {
    expect(days(boughtOn(day), expected.length)).toEqual(expected);
  });

  it('follow month lengths, including leap years', () => {
    const number = boughtOn('2028-02-29');
    const begun = days(number, 48);
    expect([begun[10], begun[11], begun[46]]).toEqual(['2029-02-28', '2029-03-29', '2032-02-29']);
    expect(number.billedMonths).toBe(49);
  });

  it('are paid one at a time', () => {
    const number = boughtOn('2026-01-15');
    expect(number.billed(at('2026-03-20'))).toBeNull();
    expect(number).toMatchObject({
      billedMonths: 2,
      nextBillingAt: at('2026-03-15'),
      failedBillingAttempts: 0,
      lastBillingAttemptAt: at('2026-03-20'),
      lastBillingFailureCode: null,
      status: 'active',
    });
    expect(number.isBillingDue(at('2026-03-20'))).toBe(true);
  });
});

describe('an attempt', () => {
  it('is due when the month begins, and not before', () => {
    const number = boughtOn('2026-01-15');
    expect([at('2026-02-14'), at('2026-02-15')].map((now) => number.isBillingDue(now))).toEqual([false, true]);
  });

  it('that fails is repeated daily, counted from the start of the month', () => {
    const number = boughtOn('2026-01-15');
    expect(number.billingFailed(REFUSAL, addDays(at('2026-02-15'), 0.5))).toBeNull();
    expect(number).toMatchObject({
      status: 'active',
      billedMonths: 1,
      nextBillingAt: at('2026-02-15'),
      failedBillingAttempts: 1,
      lastBillingAttemptAt: addDays(at('2026-02-15'), 0.5),
      lastBillingFailureCode: REFUSAL,
    });
    expect([0.9, 1].map((day) => number.isBillingDue(addDays(at('2026-02-15'), day)))).toEqual([false, true]);
  });

  it.each(['pending_documents', 'released'] as const)('is never due for a number that is %s', (status) => {
    expect(aNumber(status).isBillingDue(at('2099-01-01'))).toBe(false);
  });

  it('is not due when the release of the number is due', () => {
    const number = boughtOn('2026-01-15');
    number.scheduleRelease(at('2026-01-20'));
    expect(number.isBillingDue(at('2026-02-15'))).toBe(false);
  });
});

describe('an unpaid month', () => {
  it('keeps the number active for six attempts', () => {
    expect(unpaid(6)).toMatchObject({ status: 'active', failedBillingAttempts: 6, releaseScheduledAt: null });
  });

  it('suspends it at the seventh, and schedules its release thirty days later', () => {
    const number = unpaid(6);
    const now = at('2026-02-21');
    expect(number.billingFailed(REFUSAL, now)).toEqual({
      action: 'suspended',
      from: { status: 'active', suspended_for: [] },
      to: { status: 'suspended', suspended_for: ['non_payment'] },
    });
    expect(number).toMatchObject({ failedBillingAttempts: 7, releaseScheduledAt: at('2026-03-23') });
  });

  it('is retried without another suspension or a later release', () => {
    const number = unpaid();
    const { releaseScheduledAt } = number;
    expect(number.billingFailed(REFUSAL, at('2026-02-22'))).toBeNull();
    expect(number).toMatchObject({ failedBillingAttempts: 8, status: 'suspended', releaseScheduledAt });
  });

  it('keeps an earlier release', () => {
    const number = unpaid(6);
    Object.assign(number, { releaseScheduledAt: at('2026-02-25') });
    number.billingFailed(REFUSAL, at('2026-02-21'));
    expect(number.releaseScheduledAt).toEqual(at('2026-02-25'));
  });

  it('adds a reason to a suspended number', () => {
    const number = unpaid(6);
    number.suspend('account', at('2026-02-20'));
    number.billingFailed(REFUSAL, at('2026-02-21'));
    expect(number).toMatchObject({ suspendedFor: ['account', 'non_payment'], releaseScheduledAt: at('2026-03-23') });
  });

  it('does not suspend a number that needs documents', () => {
    const number = refuse(aNumber('pending_documents'), 7);
    expect(number).toMatchObject({ status: 'pending_documents', releaseScheduledAt: null });
  });
});

describe('a month that is paid late', () => {
  it('clears the failures, the suspension and the resulting release', () => {
    const number = unpaid();
    expect(number.billed(at('2026-02-25'))).toMatchObject({ action: 'resumed', to: { status: 'active' } });
    expect(number).toMatchObject({
      status: 'active',
      suspendedFor: [],
      releaseScheduledAt: null,
      billedMonths: 2,
      failedBillingAttempts: 0,
      lastBillingFailureCode: null,
      nextBillingAt: at('2026-03-15'),
    });
  });

  it('keeps the number suspended for other reasons', () => {
    const number = unpaid();
    number.suspend('account', at('2026-02-24'));
    number.billed(at('2026-02-25'));
    expect(number).toMatchObject({ status: 'suspended', suspendedFor: ['account'], releaseScheduledAt: null });
  });

  it('keeps the release of a number that was not suspended for non-payment', () => {
    const number = boughtOn('2026-01-15');
    Object.assign(number, { releaseScheduledAt: at('2026-06-01') });
    number.billed(at('2026-02-15'));
    expect(number.releaseScheduledAt).toEqual(at('2026-06-01'));
  });
});

describe('reactivation', () => {
  it('requires a number suspended for non-payment', () => {
    expect(() => unpaid().requireUnpaid()).not.toThrow();
    const released = unpaid();
    released.release(at('2026-03-23'));
    for (const number of [boughtOn('2026-01-15'), aNumber('suspended'), unpaid(6), released]) {
      expect(() => number.requireUnpaid()).toThrow(expect.objectContaining({ code: 'invalid_state' }));
    }
  });
});
