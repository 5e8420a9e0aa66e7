import { NO_EXCEPTIONS, OUTBOUND_DEFAULTS, type OutboundSettings, rejection } from '@trunkline/kernel';
import {
  aCarrier,
  aForward,
  aNumber,
  aProfileState,
  aSource,
  aTargetState,
  callWorld,
  OUR_NUMBER,
  refusalOf,
} from '../../testing';
import { OutboundRules } from './outbound-rules';

const KENYA = '+254712123456';

/** An account in Germany with a German number, which may call Germany and the United States by default. */
function closedWorld(settings: Partial<OutboundSettings> = {}) {
  const world = callWorld();
  world.funds.availableCents = 100_000;
  world.numbers.numbers.push(aNumber());
  world.snapshots.sources = [aSource()];
  world.snapshots.outward = [aCarrier()];
  world.policies.policy = { ...world.policies.policy, defaultCountries: ['DE', 'US'] };
  world.policies.revenueShare = new Set(['49900', '881']);
  Object.assign(world.accounts, {
    outboundExceptions: NO_EXCEPTIONS,
    outbound: { ...OUTBOUND_DEFAULTS, ...settings },
  });
  const call = async (to: string) => {
    const answer = await world.route({ from: OUR_NUMBER, to });
    return answer.action === 'reject' ? answer.rejection : answer.action;
  };
  return { ...world, call };
}

/** A call to our number, which a profile forwards. */
function forwardingWorld(to: string, settings: Partial<OutboundSettings> = {}) {
  const world = closedWorld(settings);
  world.numbers.numbers[0] = aNumber({ routingProfileId: 'rp_1' });
  const targets = [aForward('out', to), aTargetState({ id: 'office' })];
  world.snapshots.profiles.set('rp_1', aProfileState({ targets }));
  const ways = async () => {
    const answer = await world.route({ from: '+493012345' });
    return answer.action === 'route' ? answer.routes.map(({ targetId }) => targetId) : answer.rejection;
  };
  return { ...world, ways };
}

describe('OutboundRules', () => {
  it('lets an account call its own country and the default ones, and rejects others with 403 and the rule', async () => {
    const world = closedWorld();
    expect(await world.call('+4915112345678')).toBe('route');
    expect(await world.call('+12125550123')).toBe('route');
    expect(refusalOf(await world.route({ from: OUR_NUMBER, to: KENYA }))).toEqual([403, 'Country Not Allowed']);
    expect(world.log.decisions.at(-1)).toMatchObject({
      rejection: 'country_not_allowed',
      rejectedFor: 'acc_1',
      country: 'KE',
    });
  });

  it("reads the countries of the account's numbers once for many recipients", async () => {
    const { policies, numbers, callRates } = closedWorld();
    numbers.numbers.push(aNumber({ e164: '+33123456780', country: 'FR' }));
    policies.policy = { ...policies.policy, highRiskCountries: ['KE'] };
    let reads = 0;
    const countriesOf = numbers.countriesOf.bind(numbers);
    numbers.countriesOf = (accountId) => {
      reads += 1;
      return countriesOf(accountId);
    };
    const rules = new OutboundRules(policies, numbers, callRates);
    const own = { country: 'DE', outbound: OUTBOUND_DEFAULTS, outboundExceptions: NO_EXCEPTIONS, chargedCountries: [] };
    const refusalFor = rules.numberRefusals('acc_1', own);
    const called = Array.from({ length: 100 }, (_, n) => ({ e164: `+3312345${String(1_000 + n)}`, country: 'FR' }));
    expect(new Set(await Promise.all(called.map(refusalFor)))).toEqual(new Set([null]));
    expect(await refusalFor({ e164: KENYA, country: 'KE' })).toBe('country_not_allowed');
    expect(reads).toBe(1);
  });

  it('opens the country of a number of the account, unless it is high-risk', async () => {
    const world = closedWorld();
    world.policies.policy = { ...world.policies.policy, highRiskCountries: ['KE'] };
    expect(await world.call('+33123456789')).toBe('country_not_allowed');
    world.numbers.numbers.push(aNumber({ e164: '+33123456780', country: 'FR' }));
    world.numbers.numbers.push(aNumber({ e164: '+254712123450', country: 'KE' }));
    expect(await world.call('+33123456789')).toBe('route');
    expect(await world.call(KENYA)).toBe('country_not_allowed');
  });

  it('lets an account with a list of its own call no other country', async () => {
    const world = closedWorld({ allowedCountries: ['KE'] });
    expect(await world.call(KENYA)).toBe('route');
    expect(await world.call('+4915112345678')).toBe('country_not_allowed');
  });

  it('rejects numbers that share revenue or belong to no country, unless an operator has opened their range', async () => {
    const world = closedWorld();
    const numbers = ['+49900123456', '+881612345678', '+80012345678'];
    const outcomes = async () => {
      const found = [];
      for (const number of numbers) found.push(await world.call(number));
      return found;
    };
    expect(await outcomes()).toEqual(['range_not_allowed', 'range_not_allowed', 'country_unknown']);
    world.accounts.outboundExceptions = { ...NO_EXCEPTIONS, ranges: ['4990', '8816', '800'] };
    expect(await outcomes()).toEqual(['route', 'route', 'route']);
  });

  it('rejects calls that cost more per minute than the account allows', async () => {
    // Calls cost 60,000,000 micro-cents a minute here.
    expect(await closedWorld({ maxRatePerMinuteMicrocents: 60_000_000 }).call('+12125550123')).toBe('route');
    expect(await closedWorld({ maxRatePerMinuteMicrocents: 59_999_999 }).call('+12125550123')).toBe('rate_not_allowed');
  });

  it('compares the price after the discount of the account', async () => {
    const of = (maxRatePerMinuteMicrocents: number) => {
      const world = closedWorld({ maxRatePerMinuteMicrocents });
      world.prices.discountPct = 50;
      return world.call('+12125550123');
    };
    expect([await of(30_000_000), await of(29_999_999)]).toEqual(['route', 'rate_not_allowed']);
  });

  it('limits the cost of a day by the cap of the account', async () => {
    const world = closedWorld({ dailyCapCents: 100 });
    const answer = await world.route({ from: OUR_NUMBER, to: '+12125550123' });
    expect(answer).toMatchObject({ action: 'route', maxDurationSeconds: 100 });
    expect(await world.call('+12125550123')).toBe('daily_cap_reached');
  });

  it('rejects with 503 what starts too fast, and counts nothing that is rejected for another reason', async () => {
    const world = closedWorld();
    await world.call(KENYA);
    expect(world.callRates.started).toEqual([]);
    world.callRates.reached = 'account';
    const call = { from: OUR_NUMBER, to: '+12125550123' };
    expect(refusalOf(await world.route(call))).toEqual([503, 'Call Rate Exceeded']);
    expect(world.callRates.started).toEqual([{ accountId: 'acc_1', callsPerSecond: 20, trunk: null }]);
    world.snapshots.sources = [aSource({ maxCallsPerSecond: 2 })];
    world.callRates.reached = 'trunk';
    expect(await world.call('+12125550123')).toBe('trunk_calls_per_second_reached');
    expect(world.callRates.started.at(-1)?.trunk).toEqual({ id: 'trk_1', callsPerSecond: 2 });
  });

  it('counts a call once that is decided again because a carrier was full', async () => {
    const world = closedWorld();
    world.log.placesLost = 2;
    expect(await world.call('+12125550123')).toBe('route');
    expect(world.callRates.started).toHaveLength(1);
  });

  it('lets emergency calls pass', async () => {
    const world = closedWorld({ allowedCountries: [], dailyCapCents: 0, callsPerSecond: 1 });
    world.snapshots.outward = [aCarrier({ emergency: true })];
    world.callRates.reached = 'account';
    expect(await world.call('112')).toBe('route');
  });

  it.each([
    [KENYA, {}, ['office']],
    ['+49900123456', {}, ['office']],
    ['+12125550123', { maxRatePerMinuteMicrocents: 1 }, ['office']],
    ['+12125550123', { dailyCapCents: 59 }, ['office']],
    ['+12125550123', { dailyCapCents: 60 }, ['out', 'office']],
  ])('forwards a call to %s with %j to %j', async (to, settings, targets) => {
    expect(await forwardingWorld(to, settings).ways()).toEqual(targets);
  });

  it('counts the outbound leg of forwarded calls against the cap, and that they start', async () => {
    const world = forwardingWorld('+12125550123', { dailyCapCents: 150 });
    world.funds.availableCents = 1_000;
    expect(await world.ways()).toEqual(['out', 'office']);
    expect(world.funds.outboundUsedCents).toBe(150);
    expect(await world.ways()).toEqual(['office']);
    expect(world.callRates.started).toHaveLength(2);
  });

  it('shows a call from an unknown source to the owner of the number that it shows alone', async () => {
    const world = closedWorld();
    world.snapshots.sources = [];
    await world.route({ from: OUR_NUMBER, to: KENYA });
    await world.route({ from: KENYA, to: KENYA });
    world.snapshots.carrierSources.add('203.0.113.9');
    await world.route({ from: OUR_NUMBER, to: KENYA });
    const seen = world.log.decisions.map(({ rejection: name, accountId, rejectedFor }) => [
      name,
      accountId,
      rejectedFor,
    ]);
    expect(seen).toEqual([
      ['number_unknown', null, 'acc_1'],
      ['number_unknown', null, null],
      ['number_unknown', null, null],
    ]);
  });
});

describe('the catalogue of rejections', () => {
  it('explains each in one sentence, and says in one what to do', () => {
    const { explanation, remedy } = rejection('country_not_allowed');
    expect([explanation, remedy].every((text) => /^[A-Z].*\.$/.test(text))).toBe(true);
  });
});
