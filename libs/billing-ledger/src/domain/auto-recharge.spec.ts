import { addDays, addSeconds } from '@trunkline/kernel';
import { AutoRecharge } from './auto-recharge';

const NOW = new Date('2026-03-01T12:00:00Z');
const ON = { enabled: true, thresholdCents: 1000, amountCents: 2500 };
const OFF = { enabled: false, thresholdCents: null, amountCents: null };
const later = (seconds: number) => addSeconds(NOW, seconds);

function on(): AutoRecharge {
  const recharge = AutoRecharge.off('acc_1');
  recharge.configure(ON, NOW);
  return recharge;
}

function after(...changes: ((recharge: AutoRecharge) => void)[]): AutoRecharge {
  const recharge = on();
  changes.forEach((change) => change(recharge));
  return recharge;
}

const wait = (each: AutoRecharge) => each.wait('rcl_1', NOW);
const begin = (each: AutoRecharge) => each.begin('rcl_2', NOW);
const fail = (each: AutoRecharge) => each.fail(NOW);

const STATES: Readonly<Record<string, () => AutoRecharge>> = {
  'off, never set': () => AutoRecharge.off('acc_1'),
  unclaimed: () => on(),
  waiting: () => after(wait),
  begun: () => after(wait, begin),
  failed: () => after(wait, begin, fail),
};

const EVENTS: Readonly<Record<string, (each: AutoRecharge) => void>> = {
  wait: (each) => each.wait('rcl_9', later(60)),
  'begin at once': (each) => each.begin('rcl_9', NOW),
  'begin when cooled down': (each) => each.begin('rcl_9', later(600)),
  checkLater: (each) => each.checkLater(NOW),
  succeed: (each) => each.succeed(),
  fail: (each) => each.fail(NOW),
  dropClaim: (each) => each.dropClaim(),
  disable: (each) => each.configure(OFF, NOW),
  enable: (each) => each.configure(ON, NOW),
  turnOff: (each) => each.turnOff(),
};

const none = 'no claim';
const no = 'invalid_state';
const TABLE: Readonly<Record<string, readonly string[]>> = {
  'off, never set': ['waiting rcl_9', no, no, no, no, no, none, none, none, none],
  unclaimed: ['waiting rcl_9', 'begun rcl_9', 'begun rcl_9', no, no, no, none, none, none, none],
  waiting: ['waiting rcl_1', 'begun rcl_1', 'begun rcl_1', no, no, no, none, none, 'waiting rcl_1', none],
  begun: [
    'begun rcl_1',
    no,
    no,
    'begun rcl_1',
    none,
    'failed rcl_1',
    none,
    'begun rcl_1',
    'begun rcl_1',
    'begun rcl_1',
  ],
  failed: ['failed rcl_1', no, 'begun rcl_9', no, no, no, none, none, 'failed rcl_1', none],
};

const cases = Object.entries(TABLE).flatMap(([state, row]) =>
  Object.keys(EVENTS).map((event, index) => [state, event, row[index] ?? ''] as const),
);

describe('the claim of an auto-recharge', () => {
  it.each(cases)('follows its table of states: %s, %s → %s', (state, event, expected) => {
    const recharge = STATES[state]!();
    let outcome;
    try {
      EVENTS[event]!(recharge);
      outcome = recharge.claimId === null ? none : `${recharge.claimStatus ?? ''} ${recharge.claimId}`;
    } catch (error) {
      outcome = (error as { code: string }).code;
    }
    expect(outcome).toBe(expected);
  });

  it('has a new id for each attempt', () => {
    const recharge = STATES['failed']!();
    expect(recharge.operationId).toBe('ar_rcl_1');
    recharge.begin('rcl_9', later(600));
    expect(recharge.operationId).toBe('ar_rcl_9');
  });
});

describe('auto-recharge', () => {
  it('needs both amounts to be enabled, and none to be disabled', () => {
    const recharge = AutoRecharge.off('acc_1');
    const half = () => recharge.configure({ ...ON, amountCents: null }, NOW);
    expect(half).toThrow(expect.objectContaining({ fields: { amount_cents: 'is required when `enabled` is true' } }));
    expect(() => recharge.configure({ ...OFF, enabled: true }, NOW)).toThrow(
      expect.objectContaining({ fields: { threshold_cents: expect.any(String), amount_cents: expect.any(String) } }),
    );
    recharge.configure(OFF, NOW);
    expect(recharge).toMatchObject(OFF);
  });

  it('needs a charge below the threshold, and only while enabled', () => {
    expect([on().needsCharge(999), on().needsCharge(1000)]).toEqual([true, false]);
    expect(AutoRecharge.off('acc_1').needsCharge(-1)).toBe(false);
  });

  it('waits ten minutes between attempts, to the second', () => {
    const recharge = after(begin, (each) => each.succeed());
    expect([recharge.mayAttempt(later(599)), recharge.mayAttempt(later(600))]).toEqual([false, true]);
  });

  it('allows three attempts in a day, counted from the first', () => {
    const recharge = on();
    for (const seconds of [0, 600, 1200]) {
      recharge.begin('rcl', later(seconds));
      recharge.succeed();
    }
    expect(recharge.allowedAt()).toEqual(addDays(NOW, 1));
    recharge.begin('rcl', addDays(NOW, 1));
    recharge.succeed();
    expect(recharge.allowedAt()).toEqual(addDays(later(600), 1));
  });

  it('pauses after the third consecutive failure and each further one', () => {
    const recharge = on();
    const paused = [0, 1, 2, 3].map((day) => {
      const at = addDays(NOW, day);
      recharge.begin('rcl', at);
      recharge.fail(at);
      return recharge.pausedUntil;
    });
    expect(paused).toEqual([null, null, addDays(NOW, 3), addDays(NOW, 4)]);
    expect(recharge.claimDueAt).toEqual(addDays(NOW, 4));
  });

  it('resets the failure count after a success', () => {
    const recharge = on();
    for (const day of [0, 1]) {
      recharge.begin('rcl', addDays(NOW, day));
      recharge.fail(addDays(NOW, day));
    }
    recharge.begin('rcl', addDays(NOW, 2));
    recharge.succeed();
    expect(recharge).toMatchObject({ failures: 0, lastAttemptStatus: 'succeeded', claimId: null });
  });

  it('retries at once when enabled again, within the daily limit', () => {
    const recharge = on();
    for (const seconds of [0, 600, 1200]) {
      recharge.begin('rcl', later(seconds));
      recharge.fail(later(seconds));
    }
    recharge.configure(ON, later(1300));
    expect(recharge).toMatchObject({ failures: 0, pausedUntil: null, claimDueAt: later(1300) });
    expect(recharge.allowedAt()).toEqual(addDays(NOW, 1));
  });

  it('keeps an attempt in progress when disabled, and drops a failed claim', () => {
    const recharge = after(wait, begin, (each) => each.configure(OFF, NOW));
    recharge.fail(NOW);
    expect(recharge).toMatchObject({ claimId: null, lastAttemptStatus: 'failed' });
  });

  it('keeps its amounts when turned off', () => {
    const recharge = on();
    recharge.turnOff();
    expect(recharge).toMatchObject({ ...ON, enabled: false });
  });
});
