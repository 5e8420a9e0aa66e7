import { isReachable, profileWarnings, type TrunkReach, trunkWarnings } from './route-warnings';

const aTrunk = (given: Partial<TrunkReach> = {}): TrunkReach => ({
  name: 'Office',
  status: 'active',
  registrationMode: 'static_ip',
  hasGateway: false,
  isRegistered: false,
  ...given,
});
const registering = aTrunk({ registrationMode: 'register' });

describe('isReachable', () => {
  it.each([
    [{}, false],
    [{ hasGateway: true }, true],
    [{ isRegistered: true, registrationMode: 'register' }, true],
    [{ hasGateway: true, status: 'disabled' }, false],
  ] as const)('of a trunk with %j is %s', (given, expected) => {
    expect(isReachable(aTrunk(given))).toBe(expected);
  });
});

describe('trunkWarnings', () => {
  it.each([
    [aTrunk(), 'No call can reach the trunk “Office”: it has no enabled gateway. Add or enable a gateway.'],
    [aTrunk({ status: 'disabled', hasGateway: true }), /“Office”: it is disabled\. Enable it/],
    [registering, /no system is registered, and it has no enabled gateway\. Register a system/],
  ])('names cause and remedy for %j', (trunk, message) => {
    expect(trunkWarnings({ trunks: [trunk], hasSwitch: true })).toEqual([
      {
        code: 'trunk_unreachable',
        message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
      },
    ]);
  });

  it('has none for trunks that calls can reach', () => {
    const trunks = [aTrunk({ hasGateway: true }), aTrunk({ ...registering, isRegistered: true })];
    expect(trunkWarnings({ trunks, hasSwitch: false })).toEqual([]);
  });

  it('says once of trunks in register mode that no switch has ever reported', () => {
    const codes = (trunks: TrunkReach[], hasSwitch: boolean) =>
      trunkWarnings({ trunks, hasSwitch }).map(({ code }) => code);
    const unreachable = 'trunk_unreachable';
    expect(codes([registering, registering], false)).toEqual([unreachable, unreachable, 'switch_never_reported']);
    expect(codes([registering], true)).toEqual([unreachable]);
    expect(codes([aTrunk()], false)).toEqual([unreachable]);
  });
});

describe('profileWarnings', () => {
  const codes = (trunks: TrunkReach[], otherTargets: number) =>
    profileWarnings({ trunks, hasSwitch: true }, otherTargets).map(({ code }) => code);

  it('says that no target can be reached, also of a profile without targets', () => {
    expect(codes([aTrunk()], 0)).toEqual(['trunk_unreachable', 'profile_unreachable']);
    expect(codes([], 0)).toEqual(['profile_unreachable']);
  });

  it('names a trunk that no call can reach beside other targets', () => {
    expect(codes([aTrunk(), aTrunk({ hasGateway: true })], 0)).toEqual(['trunk_unreachable']);
    expect(codes([aTrunk()], 1)).toEqual(['trunk_unreachable']);
    expect(codes([], 1)).toEqual([]);
  });
});
