import { createHash } from 'node:crypto';
import type { Principal } from '@trunkline/kernel';
import { CryptoBox } from '@trunkline/platform';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { CodeMethod } from '../../application/mfa/mfa-codes';
import { SecondFactor } from '../../domain/mfa/second-factor';
import { identityPersistence } from '../../identity.module';
import { aCaller, aVerifiedUser, aPrincipal, PASSWORD } from '../../testing/worlds/identity-world';
import {
  aPartialSession,
  aUserWithMailedCodes,
  aUserWithMfa,
  type MfaWorld,
  mfaStores,
  mfaWorld,
  totpCode,
} from '../../testing/worlds/mfa-world';
import { LATEST_WRONG_CODES } from './mfa-failures';
import { openConnections, outcomes, times } from '../../testing/races';

const keyed = (...names: string[]) =>
  new CryptoBox(names.map((id) => ({ id, secret: Buffer.alloc(32, id.charCodeAt(0)) })));
describe('the second factor in PostgreSQL', () => {
  let test: TestDatabase;
  let world: MfaWorld;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    world = mfaWorld(test.db);
    await openConnections(test.db);
  });
  afterAll(() => test.close());

  const codeNow = (secret: string) => totpCode(secret, world.clock.now());
  const answer = (who: Principal, code: string, method: CodeMethod | null = null) =>
    world.challenge.answer({ who, caller: aCaller, code, method, trustDevice: false });
  const eventsOf = async (userId: string, outcome: string) =>
    (await test.db.query(`SELECT FROM identity.login_events WHERE user_id = $1 AND outcome = $2`, [userId, outcome]))
      .length;

  describe('at rest', () => {
    /** Returns every row of every table of the context, as a copy of the database contains it. */
    const everything = async () => {
      const tables = await test.db.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'identity'`,
      );
      const rows = [];
      for (const { name } of tables) {
        rows.push(...(await test.db.query<{ text: string }>(`SELECT t::text AS text FROM identity.${name} t`)));
      }
      return rows.map(({ text }) => text).join('\n');
    };

    it('stores no secret, no code and no hash that can be brute-forced', async () => {
      const { email, secret, recoveryCodes } = await aUserWithMailedCodes(world);
      const other = await aVerifiedUser(world);
      const issued = await world.setup.start(aPrincipal({ ...other, credentialId: other.sessionId }));
      await world.mailCode.mail(await aPartialSession(world, email), null);
      const mailed = /\b[0-9]{6}\b/.exec(world.mails.sent.at(-1)!.text)![0];
      const dump = await everything();
      expect(dump).toContain(other.userId);
      for (const clear of [secret, issued.secret, ...recoveryCodes]) expect(dump).not.toContain(clear);
      for (const code of [...recoveryCodes, mailed]) {
        const hash = createHash('sha256').update(code).digest();
        for (const form of ['hex', 'base64', 'base64url'] as const) expect(dump).not.toContain(hash.toString(form));
      }
      const [digest] = await test.db.query(`SELECT FROM identity.email_codes WHERE code_digest = sha256($1::bytea)`, [
        Buffer.from(mailed),
      ]);
      expect(digest).toBeUndefined();
    });

    it('cannot be opened for another user or with another key', async () => {
      const mine = await aUserWithMfa(world);
      const yours = await aUserWithMfa(world);
      await test.db.query(
        `UPDATE identity.second_factors f SET secret_sealed = o.secret_sealed FROM identity.second_factors o
         WHERE f.user_id = $1 AND o.user_id = $2`,
        [mine.userId, yours.userId],
      );
      await expect(world.factors.lock(mine.userId)).rejects.toThrow();
      await expect(mfaStores(test.db, keyed('b')).factors.lock(yours.userId)).rejects.toThrow();
    });

    it('survives a rotation of the master key, and moves to the new key on its next use', async () => {
      const { userId } = await aVerifiedUser(world);
      const { factor, recoveryCodes } = SecondFactor.enable(
        { userId, secret: 'JBSWY3DPEHPK3PXP', step: 1 },
        world.clock.now(),
      );
      await mfaStores(test.db, keyed('a')).factors.add(factor);
      const rotated = mfaStores(test.db, keyed('b', 'a')).factors;
      const held = (await rotated.lock(userId))!;
      expect(held.useRecoveryCode(recoveryCodes[0]!)).toBe(true);
      await rotated.save(held);
      const after = await mfaStores(test.db, keyed('b')).factors.lock(userId);
      expect(after?.state).toEqual(held.state);
    });
  });

  describe('under concurrency', () => {
    it('evaluates five of twenty concurrent wrong codes, and no correct one afterwards', async () => {
      const { email, userId, secret } = await aUserWithMfa(world);
      const who = await aPartialSession(world, email);
      const attempts = times(20, (index) => answer(who, String(index).padStart(6, '0')));
      expect(await outcomes(attempts)).toEqual({ mfa_code_invalid: 5, mfa_locked: 15 });
      expect(await eventsOf(userId, 'mfa_failed')).toBe(5);
      expect(await eventsOf(userId, 'locked_out')).toBe(15);
      await expect(answer(who, codeNow(secret))).rejects.toMatchObject({ code: 'mfa_locked' });
      world.clock.advance(15 * 60);
      await expect(answer(await aPartialSession(world, email), codeNow(secret))).resolves.toBeDefined();
    });

    it('counts concurrent guesses of several sessions and endpoints together', async () => {
      const { email, userId, who } = await aUserWithMfa(world);
      const partial = [await aPartialSession(world, email), await aPartialSession(world, email)];
      const wrong = { who, caller: aCaller, code: '000000' };
      const attempts = times(4, () => [
        ...partial.map((each) => answer(each, '000000')),
        world.care.replaceRecoveryCodes(wrong),
        world.care.disable(wrong, PASSWORD),
      ]).flat();
      expect(await outcomes(attempts)).toEqual({ mfa_code_invalid: 5, mfa_locked: 11 });
      expect(await eventsOf(userId, 'mfa_failed')).toBe(5);
    });

    it('accepts one TOTP code from one of four sessions', async () => {
      const { email, userId, secret } = await aUserWithMfa(world);
      const sessions: Principal[] = [];
      for (let made = 0; made < 4; made++) sessions.push(await aPartialSession(world, email));
      const attempts = sessions.map((who) => answer(who, codeNow(secret)));
      expect(await outcomes(attempts)).toEqual({ ok: 1, mfa_code_invalid: 3 });
      expect(await eventsOf(userId, 'success')).toBe(2);
    });

    it.each(['recovery', 'mailed'])('accepts one %s code from one of four sessions', async (kind) => {
      const { email, recoveryCodes } = await aUserWithMailedCodes(world);
      const sessions: Principal[] = [];
      for (let made = 0; made < 4; made++) sessions.push(await aPartialSession(world, email));
      await world.mailCode.mail(sessions[0]!, null);
      const mailed = /\b[0-9]{6}\b/.exec(world.mails.sent.at(-1)!.text)![0];
      const attempts = sessions.map((who) =>
        kind === 'mailed' ? answer(who, mailed, 'email_otp') : answer(who, recoveryCodes[0]!),
      );
      expect(await outcomes(attempts)).toEqual({ ok: 1, mfa_code_invalid: 3 });
    });

    it('completes a session once for concurrent codes', async () => {
      const { email, userId, recoveryCodes } = await aUserWithMfa(world);
      const who = await aPartialSession(world, email);
      const attempts = recoveryCodes.slice(0, 6).map((code) => answer(who, code));
      expect(await outcomes(attempts)).toEqual({ ok: 1, mfa_not_pending: 5 });
      const factor = await test.db.run(() => world.factors.lock(userId));
      expect(factor?.recoveryCodesLeft).toBe(9);
    });

    it('never completes a session that is concurrently revoked', async () => {
      for (let round = 0; round < 10; round++) {
        const { email, recoveryCodes } = await aUserWithMfa(world);
        const who = await aPartialSession(world, email);
        await Promise.allSettled([answer(who, recoveryCodes[0]!), world.sessions.end(who.credentialId)]);
        const [row] = await test.db.query<{ revoked_at: Date | null }>(
          `SELECT revoked_at FROM identity.sessions WHERE id = $1`,
          [who.credentialId],
        );
        expect(row?.revoked_at).not.toBeNull();
      }
    });

    it('is enabled once by five concurrent requests, with one set of recovery codes', async () => {
      const { accountId, userId, sessionId, email } = await aVerifiedUser(world);
      const who = aPrincipal({ accountId, userId, credentialId: sessionId });
      const { secret } = await world.setup.start(who);
      const before = world.mails.sent.filter(({ to }) => to === email).length;
      const attempts = times(5, () => world.setup.verify(who, secret, codeNow(secret)));
      expect(await outcomes(attempts)).toEqual({ ok: 1, mfa_already_enabled: 4 });
      expect(world.mails.sent.filter(({ to }) => to === email)).toHaveLength(before + 1);
    });

    it('is disabled once by five concurrent requests', async () => {
      const { who, userId, recoveryCodes } = await aUserWithMfa(world);
      const given = (index: number) => ({ who, caller: aCaller, code: recoveryCodes[index]! });
      const attempts = times(5, (index) => world.care.disable(given(index), PASSWORD));
      const counted = await outcomes(attempts);
      expect(counted).toEqual({ ok: 1, mfa_not_enabled: 4 });
      expect(await test.db.query(`SELECT FROM identity.second_factors WHERE user_id = $1`, [userId])).toEqual([]);
      expect((await world.stores.users.find(userId))?.mfaMethod).toBeNull();
    });
  });

  it('reads the latest wrong codes by an index', async () => {
    const plan = await test.db.run(async () => {
      await test.db.query('SET LOCAL enable_seqscan = off');
      await test.db.query('SET LOCAL enable_bitmapscan = off');
      const values = ['usr_1', new Date(0), 20];
      return test.db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${LATEST_WRONG_CODES}`, values);
    });
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('login_events_user');
  });
});
