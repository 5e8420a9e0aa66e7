import { addDays, addSeconds, newId } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { numberingPersistence } from '../../numbering.module';
import { ADA, releaseOf, stockWorld, type StockWorld } from '../../testing';
import type { NewPortOut } from './port-outs';

const OPERATOR = 'op_1';
const DAY = 86_400;
let used = 0;
const freshNumber = () => `+4930${85_000_000 + used++}`;

describe('port-outs, in PostgreSQL', () => {
  let test: TestDatabase;
  let world: StockWorld;
  let accountId: string;
  let e164: string;
  let pin: string;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.db.query('DELETE FROM numbering.port_outs');
    await test.db.query('DELETE FROM numbering.phone_numbers');
    world = stockWorld(test.db);
    accountId = newId('acc');
    e164 = freshNumber();
    world.funds.balances.set(accountId, 1000);
    await world.add([e164]);
    await give(accountId);
    await world.numbers.change(ref(), { portOutLock: false });
    pin = await world.setPortOutPin.set(ref());
  });

  const ref = () => ({ accountId, e164, actor: ADA });
  const give = (to: string, from: string | null = null) =>
    world.giveNumber.give(OPERATOR, {
      accountId: to,
      fromAccountId: from,
      e164,
      monthlyPriceCents: 100,
      setupPriceCents: 0,
      route: { trunkId: null, routingProfileId: null },
    });
  const inDays = (days: number) => addDays(world.clock.now(), days);
  const enter = (change: Partial<NewPortOut> = {}) =>
    world.enterPortOuts.enter(OPERATOR, {
      e164,
      gainingCarrier: 'Example Telecom',
      pin,
      requestedAt: null,
      releaseAt: inDays(3),
      ...change,
    });
  const list = async () => {
    const page = { limit: 10, sort: 'created_at', order: 'asc', after: null } as const;
    return (await world.portOuts.list({ accountId }, page)).items;
  };
  const number = () => world.queries.get(accountId, e164);
  const isInStock = async () =>
    (await test.db.find('SELECT FROM numbering.stock_numbers WHERE e164 = $1', [e164])) !== null;
  const events = async () => (await world.published(accountId)).filter((type) => /port_out|released/.test(type));
  const refuse = (id: string) => world.enterPortOuts.refuse(OPERATOR, id, { code: 'name_mismatch', message: 'No.' });

  it('of a number with the right PIN are pending until their date, and then the number leaves, once', async () => {
    const { id } = await enter();
    expect(await number()).toMatchObject({ status: 'active', portOutAt: inDays(3), portOutPinSet: true });
    expect(await world.releaseDueNumbers.releasePortedOut()).toBe(0);
    world.clock.advance(3 * DAY);
    const released = await Promise.all([1, 2, 3].map(() => world.releaseDueNumbers.releasePortedOut()));
    expect(released.reduce((sum, count) => sum + count)).toBe(1);
    expect(await number()).toMatchObject({ status: 'released', portOutAt: null });
    expect(await list()).toMatchObject([{ id, status: 'released', endedAt: world.clock.now(), refusalCode: null }]);
    expect(await isInStock()).toBe(false);
    expect(await events()).toEqual(['port_out.status_changed', 'port_out.status_changed', 'number.released']);
    expect(world.audited.at(-1)).toMatchObject({
      action: 'port_out.enter',
      subject: id,
      accountId,
      after: { status: 'pending' },
    });
    expect(JSON.stringify(world.audited)).not.toContain(pin);
  });

  it('refund nothing, and no month is charged that starts at their date', async () => {
    const { nextBillingAt } = await number();
    await enter({ releaseAt: nextBillingAt });
    world.clock.advance((nextBillingAt.getTime() - world.clock.now().getTime()) / 1000);
    await world.billNumbers.bill();
    await world.releaseDueNumbers.releasePortedOut();
    await world.billNumbers.bill();
    expect(world.funds.balances.get(accountId)).toBe(900);
  });

  it('do not keep months before their date from being charged', async () => {
    await enter({ releaseAt: inDays(40) });
    world.clock.advance(32 * DAY);
    await world.billNumbers.bill();
    expect(world.funds.balances.get(accountId)).toBe(800);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['a locked number', 'port_out_locked', () => world.numbers.change(ref(), { portOutLock: true })],
    [
      'a number without a PIN',
      'pin_missing',
      () => test.db.query('UPDATE numbering.phone_numbers SET port_out_pin_hash = NULL WHERE e164 = $1', [e164]),
    ],
    [
      'a number that waits for documents',
      'not_active',
      () => test.db.query(`UPDATE numbering.phone_numbers SET status = 'pending_documents' WHERE e164 = $1`, [e164]),
    ],
    ['a number whose PIN was replaced', 'wrong_pin', () => world.setPortOutPin.set(ref())],
  ])('of %s are refused as %s, and kept', async (_which, refusalCode, prepare) => {
    await prepare();
    expect(await enter()).toMatchObject({ status: 'refused', refusalCode, endedAt: world.clock.now() });
    expect(await number()).toMatchObject({ portOutAt: null });
    expect(await events()).toEqual(['port_out.status_changed']);
    expect(await list()).toHaveLength(1);
  });

  it('of an unknown number are not found, and have their times in order', async () => {
    await expect(enter({ e164: '+493099999999' })).rejects.toMatchObject({ code: 'not_found' });
    const past = addSeconds(world.clock.now(), -1);
    await expect(enter({ releaseAt: past })).rejects.toMatchObject({ fields: { release_at: expect.any(String) } });
    await expect(enter({ requestedAt: inDays(1) })).rejects.toMatchObject({
      fields: { requested_at: expect.any(String) },
    });
  });

  it('are one at a time for a number, also when two are entered at once', async () => {
    const outcomes = await Promise.allSettled([enter(), enter(), enter()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = outcomes.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
    );
    expect(codes).toEqual(['port_already_exists', 'port_already_exists']);
  });

  it('are refused by the operator while they are pending, and the number stays', async () => {
    const { id } = await enter();
    expect(await refuse(id)).toMatchObject({ status: 'refused', refusalCode: 'name_mismatch', refusalMessage: 'No.' });
    expect(await number()).toMatchObject({ status: 'active', portOutAt: null });
    await expect(refuse(id)).rejects.toMatchObject({ code: 'invalid_state' });
    world.clock.advance(4 * DAY);
    expect(await world.releaseDueNumbers.releasePortedOut()).toBe(0);
    await expect(refuse('pout_unknown')).rejects.toMatchObject({ code: 'not_found' });
    expect(await enter()).toMatchObject({ status: 'pending' });
  });

  it('are refused or released, never both, when both happen at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await enter({ releaseAt: null });
      await Promise.allSettled([refuse(id), world.releaseDueNumbers.releasePortedOut()]);
      const portOut = (await list()).at(-1);
      const { status } = await number();
      expect([portOut?.status, status]).toEqual(status === 'active' ? ['refused', 'active'] : ['released', 'released']);
      if (status === 'released') return;
    }
  });

  it('end as released when the customer releases the number before, which does not return to the stock', async () => {
    await enter();
    await Promise.all([
      world.releaseNumber.release(ref(), releaseOf('immediate', e164)),
      world.releaseDueNumbers.releasePortedOut(),
    ]);
    expect(await list()).toMatchObject([{ status: 'released' }]);
    expect(await isInStock()).toBe(false);
    expect(await events()).toContain('number.released');
  });

  it('end as released when the account is closed', async () => {
    await enter();
    await world.releaseAccountNumbers.releaseAll(accountId);
    expect(await number()).toMatchObject({ status: 'released' });
    expect(await list()).toMatchObject([{ status: 'released' }]);
    expect(await isInStock()).toBe(false);
  });

  it('go on while the account is suspended', async () => {
    await enter();
    world.accounts.suspended.add(accountId);
    await world.syncAccountStatus.sync(accountId);
    expect(await number()).toMatchObject({ status: 'suspended' });
    world.clock.advance(3 * DAY);
    expect(await world.releaseDueNumbers.releasePortedOut()).toBe(1);
  });

  it('are refused when the operator moves the number to another account, where it is locked again', async () => {
    const other = newId('acc');
    world.funds.balances.set(other, 1000);
    await enter();
    await give(other, accountId);
    expect(await list()).toMatchObject([{ status: 'refused', refusalCode: 'number_moved' }]);
    expect(await world.queries.get(other, e164)).toMatchObject({
      portOutAt: null,
      portOutLock: true,
      portOutPinSet: false,
    });
    expect(await isInStock()).toBe(true);
  });

  it('leave changes of lock and PIN in the history, without the PIN', async () => {
    await enter();
    const page = { limit: 10, sort: 'at', order: 'asc', after: null } as const;
    const { items } = await world.queries.history(accountId, e164, page);
    expect(items.map(({ action }) => action)).toEqual([
      'ordered',
      'port_out_lock_changed',
      'port_out_pin_set',
      'port_out_begun',
    ]);
    expect(JSON.stringify(items)).not.toContain(pin);
  });

  it('mail the owners at the entry and at a refusal', async () => {
    const event = (data: object) =>
      ({ id: newId('evt'), type: 'port_out.status_changed', accountId, data }) as Parameters<
        typeof world.notices.portOutChanged
      >[0];
    const data = {
      port_out_id: 'pout_1',
      number_id: 'num_1',
      e164,
      gaining_carrier: 'Example',
      release_at: 1_800_000_000,
    };
    await world.notices.portOutChanged(event({ ...data, status: 'pending', refusal_code: null }));
    await world.notices.portOutChanged(event({ ...data, status: 'refused', refusal_code: 'wrong_pin' }));
    await world.notices.portOutChanged(event({ ...data, status: 'released', refusal_code: null }));
    const subjects = new Set(world.mails.sent.map(({ subject }) => subject));
    expect([...subjects]).toEqual(['Your number is being ported out', 'A request to port your number out was refused']);
  });
});
