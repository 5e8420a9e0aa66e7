import { setTimeout as pause } from 'node:timers/promises';
import { TestClock } from '@trunkline/kernel/testing';
import { anOutboundMessage } from '../../testing/samples';
import { LeasedLink } from './leased-link';
import type { CarrierLink, SubmitOutcome } from './ports';
import { areaOf, RecentOutcomes } from './recent-outcomes';

const MESSAGE = anOutboundMessage();
const PER_SECOND = 100;
const REFUSED: SubmitOutcome = { kind: 'refused', code: 'ESME_RSUBMITFAIL', errorCode: 'carrier_refused' };

/** A link with scripted outcomes. */
class FakeLink implements CarrierLink {
  submitted = 0;
  closed = 0;
  outcome: SubmitOutcome = { kind: 'accepted', carrierMessageIds: ['1'] };
  readonly state = { connected: true, since: new Date(0), lastError: null, lagMs: 3, inFlight: 0 };

  submit(): Promise<SubmitOutcome> {
    this.submitted += 1;
    return Promise.resolve(this.outcome);
  }

  query(): Promise<null> {
    return Promise.resolve(null);
  }

  close(): Promise<void> {
    this.closed += 1;
    return Promise.resolve();
  }
}

describe('LeasedLink', () => {
  let inner: FakeLink;
  let link: LeasedLink;
  const clock = new TestClock();

  beforeEach(() => {
    inner = new FakeLink();
    link = new LeasedLink(inner, PER_SECOND, new RecentOutcomes('mcr_1'), clock);
  });
  afterEach(() => link.close());

  it('submits while the lease is held', async () => {
    link.renew(performance.now(), 5);
    expect([await link.submit(MESSAGE), link.state.connected]).toEqual([inner.outcome, true]);
  });

  it('submits nothing more once the lease may be over, and closes the link', async () => {
    link.renew(performance.now() - 5000, 5);
    expect([await link.submit(MESSAGE), link.state.connected]).toEqual([{ kind: 'unreachable' }, false]);
    await pause(1);
    expect([inner.submitted, inner.closed]).toEqual([0, 1]);
  });

  it('stays closed although the lease is renewed late', async () => {
    link.renew(performance.now() - 5000, 5);
    await pause(1);
    link.renew(performance.now(), 5);
    expect(await link.submit(MESSAGE)).toEqual({ kind: 'unreachable' });
  });

  it('submits as many parts per second as the carrier takes', async () => {
    link.renew(performance.now(), 5);
    const begun = performance.now();
    const message = { ...MESSAGE, parts: [{ text: 'a' }, { text: 'b' }] };
    await Promise.all(Array.from({ length: 6 }, () => link.submit(message)));
    // The last of six starts after ten parts at 100 per second.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(98);
  });

  it('submits nothing that had to wait until the lease was over', async () => {
    link.renew(performance.now() - 4450, 5);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => link.submit(MESSAGE)));
    expect(outcomes[0]).toEqual(inner.outcome);
    expect(outcomes.at(-1)).toEqual({ kind: 'unreachable' });
  });

  it('counts what the carrier takes, and what it refuses for reasons of its own', async () => {
    link.renew(performance.now(), 5);
    await link.submit(MESSAGE);
    inner.outcome = REFUSED;
    await link.submit(MESSAGE);
    inner.outcome = { ...REFUSED, code: 'ESME_RINVDSTADR', errorCode: 'recipient_invalid' };
    await link.submit(MESSAGE);
    inner.outcome = { kind: 'unknown', carrierMessageIds: [] };
    await link.submit(MESSAGE);
    expect(link.outcomes.recent(clock.now())).toEqual({ accepted: 1, refused: 1 });
    const refusals = link.outcomes.takeRefusals();
    expect(refusals.map(({ prefix, code, count }) => [prefix, code, count])).toEqual([
      ['+49151', 'ESME_RSUBMITFAIL', 1],
      ['+49151', 'ESME_RINVDSTADR', 1],
    ]);
    expect(link.outcomes.takeRefusals()).toEqual([]);
  });

  it('forgets what happened more than five minutes ago', async () => {
    link.renew(performance.now(), 5);
    await link.submit(MESSAGE);
    const later = new Date(clock.now().getTime() + 5 * 60_000);
    expect(link.outcomes.recent(later)).toEqual({ accepted: 0, refused: 0 });
  });
});

describe('areaOf', () => {
  it.each([
    ['+12125550123', '+1212'],
    ['+4915112345678', '+49151'],
    ['+4232345678', '+423234'],
  ])('returns the calling code of %s with three digits', (number, area) => {
    expect(areaOf(number)).toBe(area);
  });
});
