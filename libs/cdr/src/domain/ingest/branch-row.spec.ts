import { aReport, aRoute } from '../../testing';
import { isFailedBranch } from './branch-row';

const plain = [aRoute(), aRoute({ gatewayId: 'gw_2' }), aRoute({ gatewayId: 'gw_3' })];
const unanswered = { answeredAt: null, disconnectedBy: null };

describe('isFailedBranch', () => {
  it.each([
    ['a branch before the last route', { branch: 1 }, plain, true],
    ['the last route', { branch: 2 }, plain, false],
    ['a branch beyond the last route', { branch: 3 }, plain, false],
    ['no branch', { branch: null }, plain, false],
    ['the only route', { branch: 0 }, plain.slice(0, 1), false],
    ['a branch of a call that the caller ended', { branch: 0, disconnectedBy: 'caller' }, plain, false],
    ['a branch that answered', { branch: 0, answeredAt: new Date() }, plain, false],
    ['the last branch where a challenge counts as one', { branch: 2 }, [...plain, aRoute({ hasDigest: true })], true],
    ['the last branch of a fork', { branch: 2 }, plain.map((route) => ({ ...route, isForked: true })), true],
  ] as const)('takes a report of %s for what it is', (_, given, routes, expected) => {
    expect(isFailedBranch(aReport({ ...unanswered, ...given }), { routes })).toBe(expected);
  });
});
