import { healthOf, trunkHealth } from './gateway-health';

const times = { at: (time: number) => `at ${time}`, ago: (time: number) => `${time} minutes ago` };
const up = { state: 'up', evidence: 'probe', measured_at: 7, rtt_ms: 42 } as const;
const down = { state: 'down', last_sip_code: 408, since: 5 } as const;

describe('the health of a gateway', () => {
  it('is measured, and says whether by a test or by a call', () => {
    expect(healthOf(up, times)).toEqual({ state: 'ok', text: 'Answered our test in 42 ms' });
    expect(healthOf({ ...up, rtt_ms: null }, times)).toEqual({ state: 'ok', text: 'Answered our test' });
    expect(healthOf({ ...up, evidence: 'call' }, times)).toEqual({ state: 'ok', text: 'Took a call 7 minutes ago' });
    expect(healthOf({ state: 'up' }, times)).toEqual({ state: 'ok', text: 'Answers' });
    expect(healthOf({ state: 'unknown' }, times)).toEqual({ state: 'wait', text: 'Not tested yet' });
  });

  it('says since when there is no answer, and tells silence from a refusal', () => {
    expect(healthOf(down, times)).toEqual({ state: 'bad', text: 'No answer since at 5' });
    expect(healthOf({ ...down, last_sip_code: null, since: null }, times)).toEqual({ state: 'bad', text: 'No answer' });
    expect(healthOf({ ...down, last_sip_code: 503 }, times)).toEqual({
      state: 'bad',
      text: 'Answers with 503 since at 5',
    });
  });
});

describe('the health of a trunk', () => {
  const gateway = {
    gateway_id: 'gw',
    evidence: null,
    measured_at: null,
    last_probe_at: null,
    last_sip_code: null,
    rtt_ms: null,
    down_until: null,
    since: null,
  };
  const of = (
    registration_mode: 'static_ip' | 'register',
    states: readonly ('up' | 'down' | 'unknown')[],
    contacts = 0,
  ) =>
    trunkHealth(
      { status: 'active', registration_mode },
      {
        gateways: states.map((state) => ({ ...gateway, state })),
        contacts: Array.from({ length: contacts }, () => ({
          contact_ip: null,
          user_agent: null,
          q: 1,
          registered_at: 0,
          expires_at: 0,
        })),
      },
    )?.text;

  it('counts the gateways that are down', () => {
    expect(of('static_ip', ['up', 'down'])).toBe('1 of 2 gateways down');
    expect(of('static_ip', ['down', 'down'])).toBe('All gateways down');
    expect(of('static_ip', ['down'])).toBe('Gateway down');
    expect(of('static_ip', ['up', 'unknown'])).toBe('Answers');
    expect(of('static_ip', ['unknown'])).toBe('Not tested yet');
    expect(of('static_ip', [])).toBe('No gateway');
  });

  it('is that of the registration of a trunk that registers, and of its gateways without one', () => {
    expect(of('register', ['down'], 1)).toBe('Registered');
    expect(of('register', [])).toBe('Not registered');
    expect(of('register', ['up'])).toBe('Answers');
  });

  it('is its status unless it is active, and nothing before it is known', () => {
    expect(trunkHealth({ status: 'archived', registration_mode: 'register' }, undefined)?.text).toBe('Archived');
    expect(trunkHealth({ status: 'disabled', registration_mode: 'register' }, undefined)?.text).toBe('Turned off');
    expect(trunkHealth({ status: 'active', registration_mode: 'register' }, undefined)).toBeNull();
  });
});
