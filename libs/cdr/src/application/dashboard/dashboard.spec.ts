import { dashboardWorld, someFigures } from '../../testing';

const request = { accountId: 'acc_1', isFresh: false, isSession: true };

describe('Dashboard', () => {
  it('combines the figures of calls, numbers and money', async () => {
    const world = dashboardWorld();
    expect(await world.dashboard.summary(request)).toMatchObject({
      activeNumbers: 3,
      numbersAddedThisMonth: 1,
      callsToday: 3,
      callsYesterday: 2,
      callsChangePct: 50,
      minutes30d: 6,
      seconds30d: 330,
      avgCallSeconds: 83,
      completionPct: 75,
      // On 1 January, the month has 31 times the days so far.
      spendThisMonthCents: 1_000,
      projectedMonthlyCents: 31_000,
      forecastMonthlyCents: null,
      balanceCents: 999,
      accountStatus: 'active',
      topCountries: [{ country: 'DE', count: 4 }],
      cachedAt: world.clock.now(),
    });
  });

  it('forecasts the month: usage at its pace, and the months of numbers once, those to come included', async () => {
    const world = dashboardWorld();
    world.clock.advance(15 * 86_400);
    // Half of January: 600 cents of usage become 1,200. 400 are charged, and 1 is due before February (month 1) begins.
    expect(await world.dashboard.summary(request)).toMatchObject({ forecastMonthlyCents: 1_601 });
  });

  it('has no percentages without calls', async () => {
    const figures = {
      ...someFigures,
      seconds: 0,
      count: 0,
      normalClearing: 0,
      daily: someFigures.daily.map((day) => ({ ...day, count: 0 })),
    };
    const world = dashboardWorld(figures);
    expect(await world.dashboard.summary(request)).toMatchObject({
      callsChangePct: null,
      avgCallSeconds: 0,
      completionPct: 0,
    });
  });

  it('caches the summary for five minutes, with the time of its computation', async () => {
    const world = dashboardWorld();
    const first = await world.dashboard.summary(request);
    world.clock.advance(299);
    expect(await world.dashboard.summary(request)).toEqual(first);
    world.clock.advance(1);
    expect((await world.dashboard.summary(request)).cachedAt).toEqual(world.clock.now());
    expect(world.statistics.computed).toBe(2);
  });

  it('computes the summary again after a movement of the balance', async () => {
    const world = dashboardWorld();
    await world.dashboard.summary(request);
    world.spending.version++;
    expect(await world.dashboard.summary(request)).toMatchObject({ balanceCents: 998 });
    expect(world.statistics.computed).toBe(2);
    expect(world.summaries.kept.size).toBe(1);
  });

  it('does not return a summary of an earlier redaction', async () => {
    const world = dashboardWorld();
    const callers = async () => (await world.dashboard.summary(request)).recentCdrs.map(({ caller }) => caller);
    expect(await callers()).toEqual(['+493012345']);
    world.accounts.redaction = 'partial';
    expect(await callers()).toEqual(['+49301****']);
  });

  it('refreshes the summary for sessions only, once a minute', async () => {
    const world = dashboardWorld();
    const fresh = { ...request, isFresh: true };
    await world.dashboard.summary(request);
    world.clock.advance(10);
    expect((await world.dashboard.summary(fresh)).cachedAt).toEqual(world.clock.now());
    await expect(world.dashboard.summary(fresh)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 42 });
    await expect(world.dashboard.summary({ ...fresh, isSession: false })).rejects.toMatchObject({
      code: 'session_required',
    });
  });
});
