import type { ReportedAttempt } from '@trunkline/kernel';
import { aDecision, anAttempt, aReport, aRoute, germanRate } from '../../testing';
import { answeredRoute } from './answered-route';
import type { DecidedRoute } from './decision';

const perMinute = (ratePerMinuteMicrocents: number) => ({ ...germanRate, ratePerMinuteMicrocents });
const cheap = aRoute({ targetId: 'rpt_1', gatewayId: 'gw_1' });
const expensive = aRoute({ targetId: 'rpt_2', gatewayId: null, trunkId: null, rating: perMinute(90_000_000) });
const middle = aRoute({ targetId: 'rpt_3', gatewayId: null, trunkId: null, rating: perMinute(30_000_000) });

function attempt(given: Partial<ReportedAttempt> & Pick<ReportedAttempt, 'result'>): ReportedAttempt {
  return anAttempt({
    targetId: null,
    gatewayId: null,
    sipCode: null,
    isOrderStated: given.order !== undefined,
    ...given,
  });
}

describe('answeredRoute', () => {
  it.each<[string, object, readonly DecidedRoute[], DecidedRoute, boolean]>([
    ['the branch', { branch: 0 }, [cheap, expensive], cheap, false],
    [
      'the branch when only an agent is said to have answered',
      { branch: 1, attempts: [attempt({ order: 1, leg: 'agent', result: 'answered' })] },
      [cheap, expensive],
      expensive,
      false,
    ],
    [
      'the route to the carrier that an attempt names',
      { attempts: [attempt({ carrierId: 'car_2', result: 'answered' })] },
      [
        { ...cheap, carrierId: 'car_1' },
        { ...middle, carrierId: 'car_2' },
      ],
      { ...middle, carrierId: 'car_2' },
      false,
    ],
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
