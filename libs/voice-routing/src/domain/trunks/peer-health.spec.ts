import { type GatewayAttempt, measuredHealth, type ReportedHealth } from './peer-health';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const never: ReportedHealth = { state: 'unknown', lastProbeAt: null, lastSipCode: null, rttMs: null, since: null };
const probedUp: ReportedHealth = { state: 'up', lastProbeAt: at(10), lastSipCode: 200, rttMs: 12, since: at(0) };
const probedDown: ReportedHealth = { state: 'down', lastProbeAt: at(10), lastSipCode: 408, rttMs: null, since: at(5) };
const call = (minute: number, given: Partial<GatewayAttempt>): GatewayAttempt => ({
  gatewayId: 'gw_1',
  at: at(minute),
  result: 'failed',
  sipCode: null,
  ringSeconds: 0,
  ...given,
});
const taken = (minute: number) => call(minute, { result: 'answered', sipCode: 200 });
const silent = (minute: number) => call(minute, { sipCode: 408 });

describe('the health of a gateway', () => {
  it('is unknown until a switch reports or a call is sent', () => {
    expect(measuredHealth(never, [])).toEqual({ ...never, evidence: null, measuredAt: null });
  });

  it('is that of the last report without a newer call', () => {
    expect(measuredHealth(probedUp, [silent(9)])).toEqual({ ...probedUp, evidence: 'probe', measuredAt: at(10) });
  });

  it('names calls as the evidence of a report that has changed the state since the last probe', () => {
    expect(measuredHealth({ ...probedUp, since: at(11) }, [])).toMatchObject({ evidence: 'call', measuredAt: at(11) });
  });

  it('has no round-trip time beside a call, which measures none', () => {
    expect(measuredHealth(probedUp, [taken(9)])).toMatchObject({ evidence: 'probe', rttMs: 12 });
    expect(measuredHealth(probedUp, [taken(20)])).toMatchObject({ evidence: 'call', rttMs: null });
    expect(measuredHealth({ ...probedUp, since: at(11) }, [])).toMatchObject({ evidence: 'call', rttMs: null });
  });

  it('is up by the newest call that the gateway took', () => {
    expect(measuredHealth(never, [taken(20), taken(15), silent(12)])).toMatchObject({
      state: 'up',
      evidence: 'call',
      measuredAt: at(20),
      since: at(15),
    });
    expect(measuredHealth(probedDown, [taken(20)])).toMatchObject({ state: 'up', since: at(20), lastSipCode: 200 });
  });

  it.each([
    ['busy', call(20, { result: 'busy', sipCode: 486 })],
    ['no answer after ringing', call(20, { result: 'no_answer', sipCode: 408, ringSeconds: 20 })],
    ['an unknown number', call(20, { sipCode: 404 })],
    ['a call that the called party declined', call(20, { sipCode: 603 })],
  ])('is up after %s', (_name, attempt) => {
    expect(measuredHealth(never, [attempt])).toMatchObject({ state: 'up', evidence: 'call' });
  });

  it.each([
    ['no response', silent(20)],
    ['a response that no gateway sent', call(20, {})],
    ['a 503', call(20, { sipCode: 503 })],
  ])('is down after %s, if nothing else is known', (_name, attempt) => {
    expect(measuredHealth(never, [attempt])).toMatchObject({ state: 'down', evidence: 'call', since: at(20) });
  });

  it.each([
    ['skipped', call(20, { result: 'skipped', sipCode: 503 })],
    ['cancelled before it rang', call(20, { result: 'cancelled', sipCode: 487 })],
  ])('is not measured by an attempt that was %s', (_name, attempt) => {
    expect(measuredHealth(never, [attempt])).toMatchObject({ state: 'unknown', evidence: null });
  });

  it('is down from the third failed call in a row since the report that it is up', () => {
    const failed = [silent(22), silent(21), silent(20)];
    expect(measuredHealth(probedUp, failed.slice(1))).toMatchObject({ state: 'up', measuredAt: at(10) });
    expect(measuredHealth(probedUp, failed)).toMatchObject({ state: 'down', since: at(20), measuredAt: at(22) });
    expect(measuredHealth(probedUp, [...failed.slice(1), taken(19), silent(18)])).toMatchObject({ state: 'up' });
  });

  it('has been down since the report if newer calls failed too', () => {
    expect(measuredHealth(probedDown, [silent(20)])).toMatchObject({ state: 'down', since: at(5), measuredAt: at(20) });
  });
});
