import { aDecision, aReport, aRoute, aRow, cdrWorld, germanRate } from '../../testing';
import { answeredRoute } from './answered-route';
import type { ReportedAttempt } from './call-report';
import type { DecidedRoute } from './decision';

const perMinute = (ratePerMinuteMicrocents: number) => ({ ...germanRate, ratePerMinuteMicrocents });
const cheap = aRoute({ targetId: 'rpt_1', gatewayId: 'gw_1' });
const expensive = aRoute({ targetId: 'rpt_2', gatewayId: null, trunkId: null, rating: perMinute(90_000_000) });
const middle = aRoute({ targetId: 'rpt_3', gatewayId: null, trunkId: null, rating: perMinute(30_000_000) });

function attempt(given: Partial<ReportedAttempt> & Pick<ReportedAttempt, 'result'>): ReportedAttempt {
  const nothing = { targetId: null, gatewayId: null, startedAt: null, ringSeconds: 0, sipCode: null };
  return { ...nothing, order: 1, isOrderStated: given.order !== undefined, isResultStated: true, ...given };
}

describe('answeredRoute', () => {
  it.each<[string, object, readonly DecidedRoute[], DecidedRoute, boolean]>([
    ['the branch', { branch: 0 }, [cheap, expensive], cheap, false],
    ['the only route', {}, [cheap], cheap, false],
    ['the most expensive route of a report that names none', {}, [cheap, expensive, middle], expensive, true],
    ['the most expensive route for a branch beyond the routes', { branch: 7 }, [cheap, expensive], expensive, true],
    [
      'the most expensive route when one of several has a digest',
      { branch: 0 },
      [{ ...cheap, hasDigest: true }, expensive],
      expensive,
      true,
    ],
    [
      'the branch of a single route with a digest',
      { branch: 1 },
      [{ ...cheap, hasDigest: true }],
      { ...cheap, hasDigest: true },
      false,
    ],
    [
      'the answered attempt although a route has a digest',
      { branch: 1, attempts: [attempt({ targetId: 'rpt_1', gatewayId: 'gw_1', result: 'answered' })] },
      [{ ...cheap, hasDigest: true }, expensive],
      { ...cheap, hasDigest: true },
      false,
    ],
    [
      'the most expensive route that did not fail',
      { attempts: [attempt({ order: 2, result: 'busy' })] },
      [cheap, expensive, middle],
      middle,
      true,
    ],
    [
      'the most expensive route when a failed attempt does not name its route',
      { attempts: [attempt({ result: 'busy' })] },
      [cheap, expensive],
      expensive,
      true,
    ],
    [
      'the most expensive route when the result of an attempt is a guess',
      { attempts: [attempt({ order: 2, result: 'failed', isResultStated: false })] },
      [cheap, expensive],
      expensive,
      true,
    ],
    [
      'the most expensive route when all failed',
      { attempts: [attempt({ order: 1, result: 'busy' }), attempt({ order: 2, result: 'busy' })] },
      [cheap, expensive],
      expensive,
      true,
    ],
    [
      'the most expensive route when the answered attempt names none',
      { attempts: [attempt({ result: 'answered' })] },
      [cheap, expensive],
      expensive,
      true,
    ],
  ])('takes %s', (_name, given, routes, route, isEstimated) => {
    const report = aReport(given);
    expect(answeredRoute(report, aDecision({ routes }), 60)).toMatchObject({ route, isEstimated });
  });
});

/** Returns a reproducible generator (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Returns a decision with random routes, and the complete row of a call that one of them answered. */
function aCall(random: (below: number) => number) {
  const routes = Array.from({ length: 1 + random(4) }, (_, index) =>
    aRoute({
      targetId: `rpt_${random(3)}`,
      gatewayId: random(2) ? `gw_${index}` : null,
      hasDigest: random(3) === 0,
      rating: random(3) ? perMinute(random(5) * 10_000_000) : null,
    }),
  );
  const winner = random(routes.length);
  const attempts = routes.slice(0, winner + 1).map(({ targetId, gatewayId }, index) => {
    const end = index === winner ? { sip_code: 200, result: 'answered' } : { sip_code: 486, result: 'busy' };
    return { order: index + 1, target_id: targetId, gateway_id: gatewayId, ring_s: random(20), ...end };
  });
  const reported = [{ branch: winner, attempts }, { branch: winner }, { attempts }][random(3)];
  return { decision: aDecision({ routes }), row: { ...aRow(), ...reported } as Record<string, unknown> };
}

/** Yields the row without each of its members, each attempt, and each member of an attempt. */
function* incomplete(row: Record<string, unknown>): Generator<[string, object]> {
  for (const name of Object.keys(row)) yield [name, without(row, name)];
  const attempts = (row['attempts'] ?? []) as Record<string, unknown>[];
  for (const [index, each] of attempts.entries()) {
    yield [`attempts.${index}`, { ...row, attempts: attempts.toSpliced(index, 1) }];
    for (const name of Object.keys(each))
      yield [`attempts.${index}.${name}`, { ...row, attempts: attempts.with(index, without(each, name)) }];
  }
}

const without = (row: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));

describe('leaving a member out', () => {
  it('never makes a call cheaper', async () => {
    const random = randomFrom(20_261_122);
    for (let count = 0; count < 100; count++) {
      const { decision, row } = aCall(random);
      const charged = async (given: object) => {
        const { recordCdrs, charges } = cdrWorld({ decisions: [decision] });
        const [outcome] = await recordCdrs.execute([given]);
        if (outcome?.outcome === 'quarantined') return Infinity;
        expect(outcome?.outcome).toBe('recorded');
        return charges.posted.reduce((sum, { amountCents }) => sum + amountCents, 0);
      };
      const complete = await charged(row);
      expect(complete).toBeLessThan(Infinity);
      for (const [name, given] of incomplete(row)) {
        const cents = await charged(given);
        if (cents < complete)
          throw new Error(`Without ${name} ${cents} instead of ${complete}: ${JSON.stringify([row, decision.routes])}`);
      }
    }
  });
});
