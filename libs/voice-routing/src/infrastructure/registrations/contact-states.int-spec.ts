import { newId } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { ReportContacts } from '../../application/registrations/report-contacts';
import { type PostgresWorld, postgresWorld } from '../../testing/postgres-world';
import { StoredRoutingSnapshots } from '../calls/routing-snapshots';
import { StoredContacts } from './contact-store';

describe('the contacts in a trunk state', () => {
  let world: PostgresWorld;
  let snapshots: StoredRoutingSnapshots;
  const clock = new TestClock();
  const accountId = newId('acc');
  const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

  beforeAll(async () => {
    world = await postgresWorld();
    snapshots = new StoredRoutingSnapshots(world.db);
  });
  afterAll(() => world.close());

  const aTrunk = async (...lists: readonly (readonly [place: string, ...contacts: readonly [string, number][]])[]) => {
    const { trunk, credentials } = await world.createSipTrunk.create({
      accountId,
      operationId: newId('op'),
      options: { name: newId('op'), registrationMode: 'register' },
      gateways: [],
    });
    const reports = new ReportContacts(world.db, new StoredContacts(world.db), new RecordingEventBus(), clock);
    for (const [place, ...contacts] of lists) {
      const [switchId = '', node = ''] = place.split('/');
      const given = contacts.map(([name, q], index) => ({
        uri: `sip:${name}@10.9.9.9`,
        received: null,
        path: null,
        userAgent: null,
        q,
        expiresAt: later(60 + index),
      }));
      const username = credentials!.sipUsername;
      await reports.report({ switchId, node, bootId: 'b1', username, at: null, contacts: given });
    }
    return trunk.id;
  };
  const namesOf = async (
    trunkId: string,
    { at = clock.now(), switchId = 'sw1', node = '', account = accountId } = {},
  ) => {
    const trunk = await snapshots.ofTrunk(account, trunkId, at, { switchId, node, callId: 'c1' });
    return trunk?.contacts.map(({ uri }) => /^sip:(\w+)@/.exec(uri)?.[1]);
  };

  it('are those that have not expired, by preference', async () => {
    const trunkId = await aTrunk(['sw1', ['low', 0.1], ['high', 0.9], ['middle', 0.5]]);
    expect(await namesOf(trunkId)).toEqual(['high', 'middle', 'low']);
    expect(await namesOf(trunkId, { at: later(60) })).toEqual(['high', 'middle']);
    expect(await namesOf(trunkId, { at: later(62) })).toEqual([]);
  });

  it('of equal preference begin with those at the switch and process that asks', async () => {
    const trunkId = await aTrunk(['sw1', ['here', 1]], ['sw2', ['there', 1], ['last', 0.5]]);
    expect(await namesOf(trunkId)).toEqual(['here', 'there', 'last']);
    expect(await namesOf(trunkId, { switchId: 'sw2' })).toEqual(['there', 'here', 'last']);
    const ofNodes = await aTrunk(['sw1/a', ['a', 1]], ['sw1/b', ['b', 1]], ['sw2/a', ['other', 1]]);
    expect(await namesOf(ofNodes, { node: 'a' })).toEqual(['a', 'b', 'other']);
    expect(await namesOf(ofNodes, { node: 'b' })).toEqual(['b', 'a', 'other']);
  });

  it('are none in another mode, and are none of another account', async () => {
    const trunkId = await aTrunk(['sw1', ['a', 1]]);
    expect(await namesOf(trunkId, { account: newId('acc') })).toBeUndefined();
    await world.sipTrunks.update(accountId, trunkId, { registrationMode: 'static_ip' });
    expect(await namesOf(trunkId)).toEqual([]);
  });

  it('are none after the credentials were replaced', async () => {
    const trunkId = await aTrunk(['sw1', ['a', 1]]);
    await world.sipTrunks.issueCredentials(accountId, trunkId);
    expect(await namesOf(trunkId)).toEqual([]);
  });
});
