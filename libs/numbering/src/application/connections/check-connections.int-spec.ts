import { aNumber, type NumberingWorld, numberingWorlds } from '../../testing';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';

const DAY = 86_400;

describe('CheckConnections', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;
  let digits = 0;

  const own = async (isConnected: boolean | null, change: Partial<PhoneNumber> = {}) => {
    digits += 1;
    const supplierNumberRef = `ref-${digits}`;
    const e164 = `+4930${String(digits).padStart(6, '0')}`;
    const number = Object.assign(aNumber(change.status), { e164, supplierNumberRef }, change);
    await world.stores.numbers.add(number);
    if (isConnected !== null) world.connector.connected.set(supplierNumberRef, isConnected);
    return number;
  };
  const check = async () =>
    (await world.checkConnections.check()).map(({ number, outcome }) => `${outcome} ${number.e164}`);
  const retry = async () =>
    (await world.checkConnections.retry()).map(({ number, outcome }) => `${outcome} ${number.e164}`);
  const faults = async (isOpen: boolean) => {
    const page = { limit: 50, sort: 'found_at', order: 'asc', after: null } as const;
    return (await world.connectionFaults.list({ isOpen }, page)).items;
  };

  beforeEach(async () => {
    world = await createWorld();
  });

  it('connects the numbers that are not, and records them', async () => {
    const [, lost, suspended] = [await own(true), await own(false), await own(false, { status: 'suspended' })];
    expect((await check()).sort()).toEqual([`reconnected ${lost.e164}`, `reconnected ${suspended.e164}`]);
    const reconnected = { reconnectedAt: world.clock.now(), failedAttempts: 0, lastError: null, accountId: 'acc_1' };
    expect(await faults(false)).toMatchObject([
      { numberId: lost.id, ...reconnected },
      { numberId: suspended.id, ...reconnected },
    ]);
    expect([await check(), await faults(true)]).toEqual([[], []]);
  });

  it('leaves alone what customers do not use, what other suppliers sell, and what is not ours', async () => {
    await own(false, { status: 'pending_documents' });
    await own(false, { status: 'released', releasedAt: world.clock.now() });
    await own(false, { supplier: 'stock' });
    world.connector.connected.set('of-another-system', false);
    expect([await check(), world.connector.requests]).toEqual([[], []]);
  });

  it('connects a number that its supplier does not list, or of which it knows no reference', async () => {
    const [unlisted, unknown] = [await own(null), await own(null, { supplierNumberRef: null })];
    expect((await check()).sort()).toEqual([`reconnected ${unlisted.e164}`, `reconnected ${unknown.e164}`]);
  });

  it('lists what it cannot reconnect, and tries again', async () => {
    const number = await own(false);
    world.connector.failures = 2;
    expect(await check()).toEqual([`failed ${number.e164}`]);
    const foundAt = world.clock.now();
    world.clock.advance(3600);
    expect(await retry()).toEqual([`failed ${number.e164}`]);
    expect(await faults(true)).toMatchObject([
      { numberId: number.id, foundAt, checkedAt: world.clock.now(), failedAttempts: 2, lastError: 'Error: status 500' },
    ]);
    expect(await world.connectionFaults.countOpen()).toEqual([{ supplier: 'fake', count: 1 }]);
    expect(await retry()).toEqual([`reconnected ${number.e164}`]);
    expect([await faults(true), await retry()]).toEqual([[], []]);
    expect(await faults(false)).toMatchObject([{ failedAttempts: 2, reconnectedAt: world.clock.now() }]);
  });

  it('closes the fault of a number that was connected by other means, and begins anew when it is lost again', async () => {
    const { supplierNumberRef } = await own(false);
    world.connector.failures = 1;
    await check();
    world.connector.connected.set(supplierNumberRef, true);
    world.clock.advance(DAY);
    expect([await check(), await faults(true)]).toEqual([[], []]);
    world.connector.connected.set(supplierNumberRef, false);
    world.connector.failures = 1;
    world.clock.advance(DAY);
    await check();
    expect(await faults(true)).toMatchObject([{ foundAt: world.clock.now(), failedAttempts: 1 }]);
  });

  it('records nothing for a number that is released meanwhile, and forgets those that were', async () => {
    const number = await own(false);
    world.connector.failures = 1;
    const connect = world.connector.connect.bind(world.connector);
    const release = () =>
      world.db.query(`UPDATE numbering.phone_numbers SET status = 'released', released_at = now() WHERE id = $1`, [
        number.id,
      ]);
    world.connector.connect = async (request) => {
      await release();
      return connect(request);
    };
    await check();
    expect(await faults(true)).toEqual([]);
    const other = await own(false);
    world.connector.connect = connect;
    world.connector.failures = 1;
    await check();
    await world.db.query(`UPDATE numbering.phone_numbers SET status = 'released', released_at = now()`);
    await check();
    expect((await faults(true)).filter(({ numberId }) => numberId === other.id)).toEqual([]);
  });

  it('forgets reconnected numbers after 90 days', async () => {
    await own(false);
    await check();
    world.clock.advance(90 * DAY);
    await check();
    expect(await faults(false)).toHaveLength(1);
    world.clock.advance(1);
    await check();
    expect(await faults(false)).toEqual([]);
  });

  it('records no fault while the supplier cannot be asked, and rejects', async () => {
    await own(false);
    world.connector.isUnavailable = true;
    await expect(world.checkConnections.check()).rejects.toThrow(AggregateError);
    expect(await faults(true)).toEqual([]);
  });
});
