import { AsyncResource } from 'node:async_hooks';
import { addDays, addSeconds } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { PruneIdentity } from '../application/prune-identity';
import { identityPersistence } from '../identity.module';
import { identityStores } from '../testing/identity-stores';
import { storedOwner } from '../testing/samples';
import { StoredRetainedRecords, PRUNE_STATEMENTS } from './retained-records';

const over = new Date('2026-03-01T12:00:00Z');
/** Leaves the transaction around the caller, as another worker would never have been in it. */
const outside = AsyncResource.bind((work: () => Promise<number>) => work());
const long = addDays(over, 10_000);

describe("The retention of identity's records", () => {
  let test: TestDatabase;
  let clock: TestClock;
  let owner: { accountId: string; userId: string };
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    const { account, user } = await storedOwner(identityStores(test.db));
    owner = { accountId: account.id, userId: user.id };
  });
  beforeEach(async () => {
    clock = new TestClock(over);
    for (const table of PRUNE_STATEMENTS.keys()) await test.db.query(`DELETE FROM identity.${table}`);
  });
  afterAll(() => test.close());

  const prune = () => new PruneIdentity(new StoredRetainedRecords(test.db), clock).prune();
  const at = (days: number, seconds = 0) => (clock = new TestClock(addSeconds(addDays(over, days), seconds)));
  const ids = async (table: string, column = 'id') =>
    (await test.db.query(`SELECT ${column} AS id FROM identity.${table} ORDER BY 1`)).map((row) => row['id']);
  const addToken = (hash: string, expiresAt: Date) =>
    test.db.query(
      `INSERT INTO identity.one_time_tokens (hash, kind, user_id, email, expires_at, created_at)
       VALUES ($1, 'magic_link', $2, 'a@b.c', $3, $3)`,
      [Buffer.from(hash), owner.userId, expiresAt],
    );
  const addSession = (id: string, times: { createdAt?: Date; expiresAt?: Date; revokedAt?: Date | null }) =>
    test.db.query(
      `INSERT INTO identity.sessions (id, id_hash, user_id, account_id, device_name, is_trusted, mfa_required, method,
         signed_in_at, last_used_at, expires_at, revoked_at, created_at)
       VALUES ($1::text, sha256($1::text::bytea), $2, $3, 'curl', true, false, 'password', $4, $4, $5, $6, $4)`,
      [
        id,
        owner.userId,
        owner.accountId,
        times.createdAt ?? addDays(over, -1),
        times.expiresAt ?? over,
        times.revokedAt ?? null,
      ],
    );
  const addEvents = (count: number, time: Date) =>
    test.db.query(
      `INSERT INTO identity.login_events (id, outcome, method, device, is_new_device, is_new_location, at)
       SELECT 'lev_' || n, 'success', 'password', 'curl', false, false, $2 FROM generate_series(1, $1) AS n`,
      [count, time],
    );

  it('deletes mailed tokens a week after they expired', async () => {
    await addToken('old', over);
    await addToken('new', addSeconds(over, 2));
    at(7);
    expect(await prune()).toBe(0);
    at(7, 1);
    expect(await prune()).toBe(1);
    expect(await ids('one_time_tokens', `convert_from(hash, 'UTF8')`)).toEqual(['new']);
  });

  it('deletes sessions 30 days after expiry or revocation, and no usable one', async () => {
    await addSession('ses_ended', {});
    await addSession('ses_revoked', { expiresAt: long, revokedAt: over });
    await addSession('ses_revoked_later', { expiresAt: long, revokedAt: addDays(over, 5) });
    await addSession('ses_used_for_years', { createdAt: addDays(over, -2000), expiresAt: long });
    at(30);
    expect(await prune()).toBe(0);
    at(30, 1);
    expect(await prune()).toBe(2);
    expect(await ids('sessions')).toEqual(['ses_revoked_later', 'ses_used_for_years']);
  });

  it('deletes issued TOTP secrets and mailed codes a day after they expired', async () => {
    const user = owner.userId;
    const bytes = Buffer.alloc(32);
    await test.db.query(`INSERT INTO identity.issued_totp_secrets VALUES ($1, $2, $3)`, [user, bytes, over]);
    await test.db.query(`INSERT INTO identity.email_codes VALUES ($1, $2, $3)`, [user, bytes, over]);
    at(1);
    expect(await prune()).toBe(0);
    at(1, 1);
    expect(await prune()).toBe(2);
  });

  it('deletes wrong passwords after a day, and known devices a day after they expired', async () => {
    await test.db.query(`INSERT INTO identity.password_failures VALUES ('user usr_1', $1)`, [over]);
    await test.db.query(`INSERT INTO identity.known_devices VALUES ($1, $2, $3, $3)`, [
      Buffer.alloc(32),
      owner.userId,
      over,
    ]);
    at(1);
    expect(await prune()).toBe(0);
    at(1, 1);
    expect(await prune()).toBe(2);
  });

  it('deletes attempts with unknown emails of version 0.2.0 after a day', async () => {
    await test.db.query(`INSERT INTO identity.guessed_addresses VALUES ($1, $2)`, [Buffer.alloc(32), over]);
    at(1);
    expect(await prune()).toBe(0);
    at(1, 1);
    expect(await prune()).toBe(1);
  });

  it('deletes invitations 90 days after their end', async () => {
    await test.db.query(
      `INSERT INTO identity.invitations (id, account_id, email, role, token_hash, invited_by_id, operation_id, expires_at,
         revoked_at, created_at)
       SELECT 'inv_' || n, $1, n || '@example.com', 'member', sha256(n::text::bytea), $2, n::text, $3, revoked_at, $3
       FROM (VALUES (1, NULL), (2, $3::timestamptz)) AS each (n, revoked_at)`,
      [owner.accountId, owner.userId, over],
    );
    at(90);
    expect(await prune()).toBe(0);
    at(90, 1);
    expect(await prune()).toBe(2);
  });

  it('deletes login events after 400 days', async () => {
    await addEvents(1, over);
    at(400);
    expect(await prune()).toBe(0);
    at(400, 1);
    expect(await prune()).toBe(1);
  });

  it('deletes in batches on several workers, skipping locked rows', async () => {
    await addEvents(4500, over);
    at(401);
    await test.db.run(async () => {
      await test.db.query(`SELECT FROM identity.login_events WHERE id = 'lev_1' FOR UPDATE`);
      const counts = await Promise.all([1, 2, 3].map(() => outside(prune)));
      const rest = await outside(prune);
      expect(counts.reduce((sum, each) => sum + each) + rest).toBe(4499);
    });
    expect(await prune()).toBe(1);
  });

  it('keeps users who never verified', async () => {
    at(5000);
    await prune();
    expect(await ids('users')).toEqual([owner.userId]);
  });

  it.each([...PRUNE_STATEMENTS])('finds expired %s by an index', async (_table, statement) => {
    const plan = await test.db.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL enable_seqscan = off`);
      return manager.query<object[]>(`EXPLAIN (GENERIC_PLAN) ${statement}`);
    });
    expect(JSON.stringify(plan)).toMatch(/Index (Only )?Scan/);
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
  });
});
