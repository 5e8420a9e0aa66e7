import { newId } from '@trunkline/kernel';
import { type PostgresWorld, postgresWorld } from '../../testing/postgres-world';
import { RegistrationReads } from './contact-store';

const NOW = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('RegistrationReads', () => {
  let world: PostgresWorld;
  let queries: RegistrationReads;
  const accountId = newId('acc');
  const trunkId = newId('trk');

  const addContact = (user: string, contact: { q: number; expiresAt: Date }) =>
    world.db.query(
      `INSERT INTO voice.contacts (id, account_id, trunk_id, switch_id, node, boot_id, username, uri, received, user_agent, q,
         expires_at, registered_at)
       VALUES ($1, $2, $3, 'sw1', '', 'b1', 't1', $4, 'sip:203.0.113.7:22131', 'Phone 1.0', $5, $6, $7)`,
      [newId('ct'), accountId, trunkId, `sip:${user}@10.9.9.9`, contact.q, contact.expiresAt, NOW],
    );

  beforeAll(async () => {
    world = await postgresWorld();
    queries = new RegistrationReads(world.db);
    await addContact('second', { q: 0.5, expiresAt: later(60) });
    await addContact('first', { q: 1, expiresAt: later(60) });
    await addContact('expired', { q: 1, expiresAt: NOW });
  });
  afterAll(() => world.close());

  it('returns live contacts of a trunk by preference', async () => {
    const contacts = await queries.contactsOfTrunks(accountId, [trunkId], NOW);
    expect(contacts.map(({ uri }) => uri)).toEqual(['sip:first@10.9.9.9', 'sip:second@10.9.9.9']);
    expect(contacts[0]).toEqual({
      id: expect.stringMatching(/^ct_/) as unknown,
      trunkId,
      switchId: 'sw1',
      node: '',
      uri: 'sip:first@10.9.9.9',
      received: 'sip:203.0.113.7:22131',
      path: null,
      userAgent: 'Phone 1.0',
      q: 1,
      expiresAt: later(60),
      registeredAt: NOW,
    });
    expect(await queries.contactsOfTrunks(accountId, [trunkId], later(60))).toEqual([]);
  });

  it("returns no contacts for another account's trunk", async () => {
    expect(await queries.contactsOfTrunks(newId('acc'), [trunkId], NOW)).toEqual([]);
  });
});
