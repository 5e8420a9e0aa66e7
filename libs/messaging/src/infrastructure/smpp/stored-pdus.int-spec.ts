import { randomBytes } from 'node:crypto';
import { CryptoBox } from '@trunkline/platform';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { messagingPersistence } from '../../messaging.module';
import { StoredPdus } from './stored-pdus';

describe('StoredPdus', () => {
  let database: TestDatabase;
  let now = new Date('2026-11-28T16:00:00Z');
  const box = new CryptoBox([{ id: 'k1', secret: randomBytes(32) }]);
  const pdus = () => new StoredPdus(database.db, box, { now: () => now });
  const page = { sort: 'received_at', order: 'desc', limit: 25, after: null } as const;

  beforeAll(async () => {
    database = await testDatabase([messagingPersistence]);
  });

  afterAll(() => database.close());

  it('keeps octets sealed, and opens them', async () => {
    const octets = Buffer.from('Call me');
    await pdus().keep('mcr_1', octets, 'The data coding 4 is not supported.');
    const { items } = await pdus().list({ carrierId: 'mcr_1' }, page);
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^pdu_/),
        carrierId: 'mcr_1',
        receivedAt: now,
        reason: 'The data coding 4 is not supported.',
      },
    ]);
    const [{ id } = { id: '' }] = items;
    expect(await pdus().get(id)).toEqual({ ...items[0], octets: octets.toString('hex') });
    await expect(pdus().get('pdu_0')).rejects.toMatchObject({ code: 'not_found' });
    const [row] = await database.db.query(`SELECT octets_sealed AS sealed FROM messaging.unreadable_pdus`);
    expect(String(row?.['sealed'])).toMatch(/^k1\./);
    expect((await pdus().list({ carrierId: 'mcr_2' }, page)).items).toEqual([]);
    expect((await pdus().list({ carrierId: null }, page)).items).toEqual(items);
  });

  it('refuses what a carrier sends beyond a thousand within an hour', async () => {
    const kept = pdus();
    await Promise.all(Array.from({ length: 1_000 }, () => kept.keep('mcr_3', Buffer.alloc(1), 'x')));
    await expect(kept.keep('mcr_3', Buffer.alloc(1), 'x')).rejects.toThrow('within the hour');
    await kept.keep('mcr_4', Buffer.alloc(1), 'x');
    now = new Date(now.getTime() + 3_600_000);
    await kept.keep('mcr_3', Buffer.alloc(1), 'x');
  });

  it('deletes what is older than 30 days', async () => {
    now = new Date(now.getTime() + 29 * 86_400_000);
    await pdus().keep('mcr_5', Buffer.alloc(1), 'x');
    expect(await pdus().prune()).toBe(0);
    now = new Date(now.getTime() + 2 * 86_400_000);
    expect(await pdus().prune()).toBe(1_003);
    expect((await pdus().list({ carrierId: 'mcr_5' }, page)).items).toHaveLength(1);
  });
});
