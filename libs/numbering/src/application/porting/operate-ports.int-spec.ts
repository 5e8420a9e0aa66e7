import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import type { PortTransition } from '../../domain/porting/port-request';
import { numberingPersistence } from '../../numbering.module';
import { PORT_FEE_CENTS, portWorld, type PortWorld } from '../../testing';

const DAY_MS = 86_400_000;
const OPERATORS = ['op_ada', 'op_bob'] as const;

describe('the operator of ports, in PostgreSQL', () => {
  let test: TestDatabase;
  let world: PortWorld;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    world = await portWorld(test.db);
  });

  const tomorrow = () => new Date(world.clock.now().getTime() + DAY_MS);
  const invalid = (...fields: string[]) => ({
    code: 'invalid_input',
    fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])),
  });

  it.each<[PortTransition, PortTransition]>([
    [
      { status: 'rejected', message: 'No.' },
      { status: 'foc_confirmed', focAt: new Date('2090-01-01') },
    ],
    [{ status: 'cancelled' }, { status: 'rejected', message: 'No.' }],
    [{ status: 'in_process' }, { status: 'in_process' }],
  ])('lets one of two operators decide who move a port at the same time: %j or %j', async (first, second) => {
    const id = await world.submitted(world.fresh(2));
    const worlds = [world, await portWorld(test.db, world.clock)];
    const outcomes = await Promise.allSettled(
      [first, second].map((transition, index) =>
        worlds[index]!.porting.operate.transition(OPERATORS[index]!, id, transition),
      ),
    );
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
    const { status } = [first, second][won]!;
    // The move of one may allow the move of the other only if it comes first.
    const states = outcomes.map((outcome) => outcome.status);
    const isEnd = status === 'rejected' || status === 'cancelled';
    expect(states.filter((each) => each === 'fulfilled')).toHaveLength(isEnd || first.status === second.status ? 1 : 2);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'invalid_state' });
    const moves = (await world.told()).length;
    expect(moves).toBe(1 + states.filter((each) => each === 'fulfilled').length);
  });

  it('cannot cancel a port that the customer cancels at the same time', async () => {
    const id = await world.submitted(world.fresh(1));
    const outcomes = await Promise.allSettled([
      world.transition(id, 'rejected', { message: 'No.' }),
      world.porting.requests.cancel(world.refOf(id)),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.told()).toHaveLength(2);
  });

  it('is recorded in the audit trail with what was before and after', async () => {
    const id = await world.submitted(world.fresh(1));
    await world.transition(id, 'foc_confirmed', { focAt: tomorrow(), autoActivate: true, carrierId: 'car_1' });
    expect(world.audited.at(-1)).toEqual({
      actor: 'op_ada',
      action: 'port.transition',
      subject: id,
      accountId: world.accountId,
      before: {
        status: 'submitted',
        foc_at: null,
        auto_activate: false,
        exception_code: null,
        carrier_id: null,
        monthly_price_cents: null,
      },
      after: {
        status: 'foc_confirmed',
        foc_at: tomorrow().toISOString(),
        auto_activate: true,
        exception_code: null,
        carrier_id: 'car_1',
        monthly_price_cents: null,
      },
    });
  });

  it('must give a date ahead, a reason, and a carrier that exists', async () => {
    const id = await world.submitted(world.fresh(1));
    await expect(world.transition(id, 'foc_confirmed')).rejects.toMatchObject(invalid('foc_at'));
    const now = world.clock.now();
    await expect(world.transition(id, 'foc_confirmed', { focAt: now })).rejects.toMatchObject(invalid('foc_at'));
    for (const status of ['exception', 'rejected'] as const)
      await expect(world.transition(id, status)).rejects.toMatchObject(invalid('exception_code', 'message'));
    await expect(world.transition(id, 'in_process', { carrierId: 'car_9' })).rejects.toMatchObject(
      invalid('carrier_id'),
    );
    expect(await world.told()).toEqual(['submitted']);
  });

  it('adds a message to any move, for the timeline and the mail', async () => {
    const id = await world.submitted(world.fresh(1));
    await world.transition(id, 'foc_confirmed', { focAt: tomorrow(), message: 'Between 9 and 10 o’clock.' });
    expect((await world.timeline(id)).at(-1)).toMatchObject({ to: { message: 'Between 9 and 10 o’clock.' } });
    expect(world.mails.sent.at(-1)?.text).toContain('Between 9 and 10 o’clock.');
    expect(await world.port(id)).toMatchObject({ exceptionMessage: null });
  });

  it('replaces a confirmed date, and mails the new one', async () => {
    const id = await world.submitted(world.fresh(1));
    await world.transition(id, 'foc_confirmed', { focAt: tomorrow() });
    const later = new Date(tomorrow().getTime() + DAY_MS);
    await world.transition(id, 'foc_confirmed', { focAt: later });
    expect((await world.port(id)).focAt).toEqual(later);
    expect(world.mailed().filter((subject) => subject === 'The date of your port is confirmed')).toHaveLength(2);
  });

  it.each([
    ['moved the date', () => ({ focAt: new Date(tomorrow().getTime() + DAY_MS), autoActivate: true })],
    ['decides by hand now', () => ({ focAt: tomorrow(), autoActivate: false })],
  ])('does not port at the date when an operator has %s', async (_why, change) => {
    const id = await world.submitted(world.fresh(1));
    await world.transition(id, 'foc_confirmed', { focAt: tomorrow(), autoActivate: true });
    await world.transition(id, 'foc_confirmed', change());
    world.clock.advance(1.5 * (DAY_MS / 1000));
    // A worker had read the port as due before the operator's change.
    await world.porting.operate.portWhenDue(id);
    expect(await world.statusOf(id)).toBe('foc_confirmed');
  });

  describe('decides on numbers of a partial port:', () => {
    const decide = (id: string, ...e164s: string[]) =>
      world.porting.operate.decideNumbers(
        'op_ada',
        id,
        e164s.map((e164) => ({ e164, status: 'rejected', reasonCode: 'number_inactive' })),
      );

    it('rejects numbers, which are not charged, and leaves the others untouched', async () => {
      const e164s = world.fresh(4);
      const id = await world.submitted(e164s, { partial: true });
      await decide(id, e164s[1]!, e164s[3]!);
      expect(await world.numberStatuses(id)).toEqual(['pending', 'rejected', 'pending', 'rejected']);
      expect((await world.port(id)).numbers[1]).toMatchObject({ reasonCode: 'number_inactive', numberId: null });
      expect(world.mails.sent.at(-1)?.text).toContain(`rejected the port of ${e164s[1]}, ${e164s[3]}`);
      expect((await world.timeline(id)).at(-1)).toMatchObject({
        action: 'numbers_rejected',
        to: { reason_code: 'number_inactive', e164s: [e164s[1], e164s[3]] },
      });
      expect(world.audited.at(-1)).toMatchObject({ action: 'port.decide_numbers', subject: id });
      // It may be ported by another request now.
      await world.draft([e164s[1]!]);
      await world.ported(id);
      await world.porting.activate.activate(id);
      expect(await world.numberStatuses(id)).toEqual(['ported', 'rejected', 'ported', 'rejected']);
      expect((await world.owned()).map(({ e164 }) => e164)).toEqual([e164s[0], e164s[2]].sort());
      expect(world.charged()).toMatchObject([{ amountCents: 2 * PORT_FEE_CENTS }]);
      expect(world.funds.heldCents(world.accountId)).toBe(0);
      expect(world.mails.sent.at(-1)?.text).toContain('2 of the requested numbers were rejected before.');
    });

    it('refuses to reject all of them, numbers of other ports, a number twice, and those of a port that is not partial', async () => {
      const e164s = world.fresh(2);
      const id = await world.submitted(e164s, { partial: true });
      await expect(decide(id, ...e164s)).rejects.toMatchObject({ code: 'invalid_state' });
      await expect(decide(id, '+493012345678')).rejects.toMatchObject(invalid('numbers'));
      await expect(decide(id, e164s[0]!, e164s[0]!)).rejects.toMatchObject(invalid('numbers'));
      await decide(id, e164s[0]!);
      await expect(decide(id, e164s[0]!)).rejects.toMatchObject({ code: 'invalid_state' });
      await expect(decide(id, e164s[1]!)).rejects.toMatchObject({ code: 'invalid_state' });
      const whole = world.fresh(2);
      const other = await world.submitted(whole);
      await expect(decide(other, whole[0]!)).rejects.toMatchObject({ code: 'invalid_state' });
      expect(await world.numberStatuses(other)).toEqual(['pending', 'pending']);
    });

    it('refuses to reject the last number when two operators reject one each at the same time', async () => {
      const e164s = world.fresh(2);
      const id = await world.submitted(e164s, { partial: true });
      const outcomes = await Promise.allSettled(e164s.map((e164) => decide(id, e164)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await world.numberStatuses(id)).sort()).toEqual(['pending', 'rejected']);
    });

    it('keeps what was rejected when the whole port is rejected or cancelled later', async () => {
      const e164s = world.fresh(2);
      const id = await world.submitted(e164s, { partial: true });
      await decide(id, e164s[0]!);
      await world.transition(id, 'cancelled');
      expect((await world.port(id)).numbers).toMatchObject([
        { status: 'rejected', reasonCode: 'number_inactive' },
        { status: 'cancelled', reasonCode: null },
      ]);
    });
  });
});
