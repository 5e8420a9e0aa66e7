import { NO_EXCEPTIONS, OUTBOUND_DEFAULTS, rejection, shownRejection } from '@trunkline/kernel';
import fc from 'fast-check';
import {
  aCarrier,
  aForward,
  aNumber,
  aProfileState,
  aSource,
  aTargetState,
  aTrunkState,
  callWorld,
  OUR_NUMBER,
} from '../../testing';

const OTHER_NUMBER = '+4930901821';
const GERMANY = '+4915112345678';
const KENYA = '+254712123456';
const SOURCE = '198.51.100.7';

const CALLED = [
  GERMANY,
  KENYA,
  '+881612345678',
  '+80012345678',
  'reception',
  '112',
  OUR_NUMBER,
  OTHER_NUMBER,
  '0151123',
];

/** What decides about a call, each with values that let it pass more often than not. */
const CONDITIONS = fc.record({
  to: fc.constantFrom(...CALLED, GERMANY, GERMANY, GERMANY),
  from: fc.constantFrom(OUR_NUMBER, OUR_NUMBER, OUR_NUMBER, GERMANY, 'anonymous', 'sip:desk@pbx.example.com'),
  isByUser: fc.boolean(),
  sources: fc.constantFrom('own', 'own', 'own', 'own', 'none', 'disabled', 'full', 'ambiguous', 'foreign', 'carrier'),
  status: fc.constantFrom('active', 'active', 'active', 'suspended'),
  numberStatus: fc.constantFrom('active', 'active', 'active', 'suspended'),
  tier: fc.constantFrom('verified', 'self_serve'),
  availableCents: fc.constantFrom<number>(0, 59, 60, 200, 100_000),
  outboundUsedCents: fc.constantFrom<number>(0, 0, 9_900, 9_990),
  reached: fc.constantFrom(null, null, null, 'account', 'trunk'),
  isAccountFull: fc.constantFrom(false, false, false, true),
  maxCallsPerSecond: fc.constantFrom(null, 3),
  carriers: fc.constantFrom('free', 'free', 'free', 'none', 'full', 'loss', 'emergency'),
  maxRatePerMinuteMicrocents: fc.constantFrom(null, null, 1, 60_000_000),
  allowedCountries: fc.constantFrom(null, null, ['DE'], ['US']),
  isBlocked: fc.constantFrom(false, false, false, true),
  unpriced: fc.constantFrom(null, null, '+49151'),
  route: fc.constantFrom('trunk', 'profile', 'forward', 'webhook', 'round_robin', 'nowhere', 'full'),
});
type Conditions = typeof CONDITIONS extends fc.Arbitrary<infer C> ? C : never;

function worldOf(given: Conditions) {
  const world = callWorld();
  const { numbers, snapshots, accounts, funds, policies, prices, log, callRates } = world;
  const isRouted = given.route !== 'nowhere';
  const routed = isRouted && (given.route === 'trunk' || given.route === 'full');
  const ours = { trunkId: routed ? 'trk_1' : null, routingProfileId: isRouted && !routed ? 'rp_1' : null };
  numbers.numbers.push(
    aNumber({ status: given.numberStatus, ...ours }),
    aNumber({ numberId: 'num_2', accountId: 'acc_2', e164: OTHER_NUMBER, ...ours }),
  );
  snapshots.trunks.set('trk_1', aTrunkState({ isFull: given.route === 'full' }));
  const webhook = aTargetState({ id: 'asked', kind: 'webhook', trunk: null, webhookUrl: 'https://example.com/route' });
  const targets = {
    forward: [aForward('out', GERMANY), aTargetState({ id: 'office' })],
    webhook: [webhook],
    round_robin: [aTargetState({ id: 'one' })],
  }[given.route as string] ?? [aTargetState()];
  const strategy = given.route === 'round_robin' ? 'round_robin' : 'failover';
  snapshots.profiles.set('rp_1', aProfileState({ strategy, targets }));
  const source = aSource({
    status: given.sources === 'disabled' ? 'disabled' : 'active',
    isFull: given.sources === 'full',
    maxCallsPerSecond: given.maxCallsPerSecond,
    hasUnconfirmedClaim: true,
    hasUnusedClaim: true,
  });
  const foreign = aSource({ id: 'trk_2', accountId: 'acc_2' });
  if (given.sources === 'carrier') snapshots.carrierSources.add(SOURCE);
  snapshots.sources = { none: [], ambiguous: [source, foreign], foreign: [foreign] }[given.sources as string] ?? [
    source,
  ];
  const carrier = aCarrier({ isFull: given.carriers === 'full', emergency: given.carriers === 'emergency' });
  snapshots.outward = given.carriers === 'none' ? [] : [carrier];
  if (given.carriers === 'loss') {
    prices.costs.outbound.set(carrier.id, { cost: null, expectedMicrocents: null, isLoss: true });
  }
  Object.assign(accounts, {
    current: given.status,
    tier: given.tier,
    outboundExceptions: NO_EXCEPTIONS,
    outbound: {
      ...OUTBOUND_DEFAULTS,
      allowedCountries: given.allowedCountries,
      maxRatePerMinuteMicrocents: given.maxRatePerMinuteMicrocents,
    },
  });
  policies.policy = { ...policies.policy, defaultCountries: ['DE', 'US'] };
  policies.revenueShare = new Set(['881']);
  policies.blockedAccounts = new Set(given.isBlocked ? ['acc_1'] : []);
  prices.unpriced = given.unpriced;
  Object.assign(funds, { availableCents: given.availableCents, outboundUsedCents: given.outboundUsedCents });
  callRates.reached = given.reached;
  log.isAccountFull = given.isAccountFull;
  snapshots.liveCalls = given.isAccountFull ? 1_000 : 0;
  return world;
}

const sender = ({ isByUser }: Conditions) =>
  isByUser ? { authUser: 't1', sourceIp: null } : { authUser: null, sourceIp: SOURCE };

describe('SimulateCall', () => {
  it('returns what the switch then receives, and changes nothing', () => {
    const seen = new Set<string>();
    return fc
      .assert(
        fc.asyncProperty(CONDITIONS, async (given) => {
          const world = worldOf(given);
          const call = { from: given.from, to: given.to, ...sender(given) };
          const simulated = await world.simulate(call);
          expect(world.log.decisions).toEqual([]);
          expect(world.events.published).toEqual([]);
          expect([...world.funds.held, ...world.callRates.started]).toEqual([]);
          expect([...world.snapshots.confirmed, ...world.snapshots.used]).toEqual([]);
          const told = await world.route(call);
          const [decision] = world.log.decisions;
          seen.add(simulated.reason ?? simulated.action);
          // An outbound call of another account shows nothing of it.
          if (decision?.direction === 'outbound' && decision.accountId === 'acc_2') {
            expect(simulated).toMatchObject({ action: 'reject', attempts: [], price: null });
            return;
          }
          if (told.action === 'reject') {
            const { rejection: name } = told;
            if (name === 'webhook_rejected') throw new Error('No webhook is asked.');
            const shown = shownRejection(name);
            const sipCode = rejection(name).code;
            expect(simulated).toMatchObject({ action: 'reject', reason: shown, sipCode, maxDurationSeconds: 0 });
            expect(simulated.checks.some(({ ok }) => ok === false)).toBe(true);
            return;
          }
          expect(simulated).toMatchObject({ action: 'route', reason: null, sipCode: null });
          expect(simulated.checks.every(({ ok }) => ok === true)).toBe(true);
          if (decision?.accountId === 'acc_2') return;
          expect(simulated.maxDurationSeconds).toBe(told.maxDurationSeconds);
          const isAsked = decision?.rest !== null;
          if (!isAsked) expect(simulated.attempts.map(({ leg }) => leg.uri)).toEqual(told.routes.map(({ uri }) => uri));
        }),
        { numRuns: 2_000 },
      )
      .then(() => {
        expect(seen.size).toBeGreaterThan(20);
      });
  });

  const aWorld = (given: Partial<Conditions> = {}) =>
    worldOf({
      to: GERMANY,
      from: OUR_NUMBER,
      isByUser: false,
      sources: 'own',
      status: 'active',
      numberStatus: 'active',
      tier: 'verified',
      availableCents: 100_000,
      outboundUsedCents: 0,
      reached: null,
      isAccountFull: false,
      maxCallsPerSecond: null,
      carriers: 'free',
      maxRatePerMinuteMicrocents: null,
      allowedCountries: null,
      isBlocked: false,
      unpriced: null,
      route: 'trunk',
      ...given,
    });
  const out = { from: OUR_NUMBER, to: GERMANY };

  it('lists every check, those behind a failed one too', async () => {
    const world = aWorld({ allowedCountries: ['US'], maxRatePerMinuteMicrocents: 1, carriers: 'none' });
    const { reason, checks } = await world.simulate(out);
    expect(reason).toBe('country_not_allowed');
    expect(checks.filter(({ ok }) => ok === false).map(({ check }) => check)).toEqual(['country', 'rate', 'carrier']);
    expect(checks.filter(({ ok }) => ok === null).map(({ check }) => check)).toEqual([
      'calls_per_second',
      'daily_cap',
      'balance',
      'account_calls',
    ]);
    expect(checks).toHaveLength(16);
  });

  it('examines balance and limits together', async () => {
    const world = aWorld({ availableCents: 5, reached: 'account', tier: 'self_serve', outboundUsedCents: 9_999 });
    const { reason, checks } = await world.simulate(out);
    expect(reason).toBe('calls_per_second_reached');
    const failed = checks.filter(({ ok }) => ok === false).map(({ check }) => check);
    expect(failed).toEqual(['calls_per_second', 'daily_cap', 'balance']);
  });

  it('places the call as the trunk does unless an address or user is given', async () => {
    const world = aWorld();
    world.snapshots.sender = { authUser: null, sourceIp: null };
    world.snapshots.sources = [];
    expect(await world.simulate(out)).toMatchObject({ reason: 'number_unknown' });
    expect((await world.simulate({ ...out, authUser: 'mallory' })).reason).toBe('source_unknown');
  });

  it('shows nothing of another account that is called, or whose address is named', async () => {
    const called = await aWorld({ route: 'forward' }).simulate({ ...out, to: OTHER_NUMBER });
    expect(called).toMatchObject({ action: 'route', price: null, maxDurationSeconds: null, attempts: [] });
    expect(called.checks).toHaveLength(1);
    const named = await aWorld({ sources: 'foreign' }).simulate({ ...out, sourceIp: SOURCE });
    const unknown = await aWorld({ sources: 'none' }).simulate({ ...out, sourceIp: SOURCE });
    expect(named).toEqual(unknown);
  });

  it('names no carrier', async () => {
    const { attempts, checks } = await aWorld().simulate(out);
    expect(attempts).toHaveLength(1);
    expect(JSON.stringify(checks)).not.toContain('carrier.example');
  });
});
