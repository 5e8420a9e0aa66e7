import { newId } from '@trunkline/kernel';
import { eventually } from '@trunkline/platform/testing';
import { CreateSipTrunk, ReportContacts } from '@trunkline/voice-routing';
import { StaffedWorld } from '../support/staffed-world';

/** What a customer waits for at most after the expiry of a registration. */
const PUBLISHED_WITHIN_MS = 6_000;

class RegistrationWorld extends StaffedWorld {
  static async open(): Promise<RegistrationWorld> {
    return new RegistrationWorld(await StaffedWorld.staff());
  }

  /** A trunk with a contact that expires after this time. */
  async aRegisteredTrunk(accountId: string, seconds: number): Promise<string> {
    const { trunk, credentials } = await this.use(CreateSipTrunk).create({
      accountId,
      operationId: newId('op'),
      options: { name: newId('op'), registrationMode: 'register' },
      gateways: [],
    });
    const contact = {
      uri: 'sip:office@10.9.9.9',
      received: 'sip:203.0.113.7:22131',
      path: null,
      userAgent: null,
      q: 1,
    };
    const contacts = [{ ...contact, expiresAt: new Date(Date.now() + seconds * 1000) }];
    const place = { switchId: 'sw1', node: '', bootId: 'b1' };
    await this.use(ReportContacts).report({ ...place, username: credentials!.sipUsername, at: null, contacts });
    return trunk.id;
  }

  eventsOf(accountId: string) {
    return this.probe.db.query<{ type: string; trunkId: string; reason: string | null }>(
      `SELECT type, data ->> 'trunk_id' AS "trunkId", data ->> 'reason' AS reason FROM webhooks.events
        WHERE account_id = $1 ORDER BY seq`,
      [accountId],
    );
  }

  async unregisteredOf(accountId: string): Promise<string[]> {
    const events = await this.eventsOf(accountId);
    return events.filter(({ type }) => type === 'trunk.unregistered').map(({ trunkId }) => trunkId);
  }
}

describe('registrations that expire', () => {
  let world: RegistrationWorld;
  let accountId: string;

  beforeAll(async () => {
    world = await RegistrationWorld.open();
  });
  afterEach(() => world.workers.clear());
  afterAll(() => world.close());
  beforeEach(() => {
    accountId = newId('acc');
  });

  it('are published once each within six seconds, by two workers', async () => {
    await world.workers.run(2);
    const trunkIds: string[] = [];
    for (let n = 0; n < 30; n++) trunkIds.push(await world.aRegisteredTrunk(accountId, 3));
    const expiredAt = Date.now() + 3_000;
    await eventually(async () => expect(await world.unregisteredOf(accountId)).toHaveLength(30), 15_000);
    expect(Date.now() - expiredAt).toBeLessThan(PUBLISHED_WITHIN_MS);
    expect((await world.unregisteredOf(accountId)).sort()).toEqual([...trunkIds].sort());
    const events = await world.eventsOf(accountId);
    expect(events.filter(({ type }) => type === 'trunk.registered')).toHaveLength(30);
    expect([...new Set(events.map(({ reason }) => reason))].sort()).toEqual(['expired', null]);
    expect(await world.probe.db.query(`SELECT FROM voice.contacts WHERE account_id = $1`, [accountId])).toEqual([]);
  });

  it('are published once if the worker is killed before it commits', async () => {
    const trunkId = await world.aRegisteredTrunk(accountId, 0.2);
    await world.workers.stopAt({ table: 'platform.outbox', when: `NEW.type = 'trunk.unregistered'` });
    await world.workers.run(1);
    await world.workers.reached();
    await world.workers.killAll();
    await world.workers.open();
    expect(await world.unregisteredOf(accountId)).toEqual([]);
    await world.workers.run(2);
    await eventually(async () => expect(await world.unregisteredOf(accountId)).toEqual([trunkId]), 15_000);
  });
});
