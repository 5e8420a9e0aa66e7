import {
  aForward,
  aGatewayState,
  aNumber,
  aProfileState,
  aTargetState,
  aTrunkState,
  callWorld,
  OUR_NUMBER,
} from '../../testing';

const request = { accountId: 'acc_1', profileId: 'rp_1', from: '+493012345', to: OUR_NUMBER, at: null, seed: 1 };

function world(profile: Parameters<typeof aProfileState>[0]) {
  const made = callWorld();
  made.numbers.numbers.push(aNumber());
  made.snapshots.profiles.set('rp_1', aProfileState(profile));
  return made;
}

const twelve = Array.from({ length: 12 }, (_, n) =>
  aTargetState({ id: `t${n}`, trunk: aTrunkState({ gateways: [aGatewayState({ id: `g${n}` })] }) }),
);

describe('SimulateProfile', () => {
  it('returns the attempts, and the reasons for skipped targets', async () => {
    const workday = { timezone: 'UTC', time_windows: [{ days: ['mon' as const], start: '12:00', end: '13:00' }] };
    const targets = [
      aTargetState(),
      aTargetState({ id: 'noon', conditions: workday }),
      aTargetState({ id: 'off', enabled: false }),
      aForward('out', '+43123456'),
    ];
    const { simulateProfile } = world({ targets });
    expect(await simulateProfile.simulate(request)).toMatchObject({
      strategy: 'failover',
      attempts: [
        { order: 1, targetId: 'rpt_1', leg: { gatewayId: 'gw_1' }, ringTimeoutSeconds: 25, parallelGroup: null },
      ],
      skipped: [
        { targetId: 'noon', reason: 'conditions', condition: 'time_windows' },
        { targetId: 'off', reason: 'disabled', condition: null },
        { targetId: 'out', reason: 'no_carrier', condition: null },
      ],
      maxDurationSeconds: 600,
      estimatedRateMicrocents: 60_000_000,
    });
    const noon = await simulateProfile.simulate({ ...request, at: new Date('2026-03-02T12:30:00Z') });
    expect(noon.attempts.map(({ targetId }) => targetId)).toEqual(['rpt_1', 'noon']);
  });

  it('makes the same random choices for the same seed', async () => {
    const { simulateProfile } = world({ strategy: 'weighted_lb', targets: twelve });
    const order = async (seed: number) =>
      (await simulateProfile.simulate({ ...request, seed })).attempts.map(({ targetId }) => targetId);
    expect(await order(5)).toEqual(await order(5));
    expect(await order(5)).not.toEqual(await order(6));
  });

  it('takes no turn of round robin', async () => {
    const made = world({ strategy: 'round_robin', targets: twelve.slice(0, 3) });
    made.numbers.numbers[0] = aNumber({ routingProfileId: 'rp_1' });
    const simulated = async (seed: number) =>
      (await made.simulateProfile.simulate({ ...request, seed })).attempts[0]?.targetId;
    expect([await simulated(0), await simulated(1), await simulated(0)]).toEqual(['t0', 't1', 't0']);
    expect(await made.route()).toMatchObject({ routes: [{ targetId: 't0' }, { targetId: 't1' }, { targetId: 't2' }] });
  });

  it('simulates without a number, funds or a price', async () => {
    const made = world({});
    expect(await made.simulateProfile.simulate({ ...request, to: null })).toMatchObject({ maxDurationSeconds: 600 });
    made.funds.availableCents = 0;
    expect(await made.simulateProfile.simulate(request)).toMatchObject({
      attempts: [],
      skipped: [{ targetId: 'rpt_1', reason: 'insufficient_balance' }],
      maxDurationSeconds: 0,
    });
    made.prices.unpriced = '+49';
    expect(await made.simulateProfile.simulate(request)).toMatchObject({
      maxDurationSeconds: 0,
      estimatedRateMicrocents: null,
    });
  });

  it('rejects profiles and numbers of another account', async () => {
    const made = world({});
    await expect(made.simulateProfile.simulate({ ...request, profileId: 'rp_2' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(made.simulateProfile.simulate({ ...request, accountId: 'acc_2' })).rejects.toMatchObject({
      fields: { to: expect.any(String) },
    });
  });
});
