import { addSeconds, newId } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { loginEvent, type LoginOutcome } from '../../domain/sessions/login-event';
import { SecondFactor } from '../../domain/mfa/second-factor';
import { identityPersistence } from '../../identity.module';
import { identityStores, type IdentityStores } from '../../testing/identity-stores';
import { mfaStores } from '../../testing/worlds/mfa-world';
import { SAMPLED_AT as now, storedOwner } from '../../testing/samples';

const later = (seconds: number) => addSeconds(now, seconds);
const caller = { ip: '203.0.113.7', userAgent: 'curl/8' };
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const OTHER = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU';

describe('second factors in PostgreSQL', () => {
  let test: TestDatabase;
  let stores: IdentityStores;
  let mfa: ReturnType<typeof mfaStores>;
  let userId: string;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    stores = identityStores(test.db);
    mfa = mfaStores(test.db);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    userId = (await storedOwner(stores)).user.id;
  });

  const lock = () => test.db.run(() => mfa.factors.lock(userId));
  const enabled = async (secret = SECRET) => {
    const { factor, recoveryCodes } = SecondFactor.enable({ userId, secret, step: 59_000_000 }, now);
    await mfa.factors.add(factor);
    return { factor, recoveryCodes };
  };

  it('finds the secrets issued to a user until they expire', async () => {
    const { factors } = mfa;
    const stranger = (await storedOwner(stores)).user.id;
    await factors.noteIssued({ userId, secret: SECRET }, later(600), now);
    await factors.noteIssued({ userId, secret: OTHER }, later(660), later(60));
    expect(await factors.wasIssued({ userId, secret: SECRET }, later(599))).toBe(true);
    expect(await factors.wasIssued({ userId, secret: SECRET }, later(600))).toBe(false);
    expect(await factors.wasIssued({ userId, secret: OTHER }, later(600))).toBe(true);
    expect(await factors.wasIssued({ userId: stranger, secret: SECRET }, now)).toBe(false);
  });

  it('returns a factor as stored and as changed', async () => {
    expect(await lock()).toBeNull();
    const { factor, recoveryCodes } = await enabled();
    expect((await lock())?.state).toEqual(factor.state);
    const held = (await lock())!;
    expect(held.useStep(59_000_001)).toBe(true);
    expect(held.useRecoveryCode(recoveryCodes[3]!)).toBe(true);
    await mfa.factors.save(held);
    expect((await lock())?.state).toEqual(held.state);
  });

  it('deletes issued secrets once a factor is stored, and the factor once it is removed', async () => {
    const { factors } = mfa;
    await factors.noteIssued({ userId, secret: SECRET }, later(600), now);
    await factors.noteIssued({ userId, secret: OTHER }, later(600), now);
    await enabled();
    for (const secret of [SECRET, OTHER]) expect(await factors.wasIssued({ userId, secret }, now)).toBe(false);
    await factors.remove(userId);
    expect(await lock()).toBeNull();
  });

  it('accepts a mailed code once, unexpired, from its user, and only the newest', async () => {
    const { emailCodes } = mfa;
    await emailCodes.put(userId, '111111', later(600));
    await emailCodes.put(userId, '000042', later(600));
    expect(await emailCodes.take(userId, '111111', now)).toBe(false);
    expect(await emailCodes.take((await storedOwner(stores)).user.id, '000042', now)).toBe(false);
    expect(await emailCodes.take(userId, '000042', later(600))).toBe(false);
    expect(await emailCodes.take(userId, '000042', later(599))).toBe(true);
    expect(await emailCodes.take(userId, '000042', later(599))).toBe(false);
  });

  it('returns the times of the latest wrong codes of one user, newest first', async () => {
    const note = async (of: string, outcome: LoginOutcome, at: Date) => {
      const wanted = { userId: of, outcome, method: 'password', caller, fraudDecision: null } as const;
      await stores.loginEvents.add({
        ...loginEvent(wanted, null, at),
        isNewDevice: false,
        isNewLocation: false,
      });
    };
    for (const second of [0, 1, 2, 3]) await note(userId, 'mfa_failed', later(second));
    await note(userId, 'wrong_password', later(4));
    await note(newId('usr'), 'mfa_failed', later(4));
    expect(await mfa.failures.latest(userId, now, 5)).toEqual([later(3), later(2), later(1)]);
    expect(await mfa.failures.latest(userId, later(-1), 2)).toEqual([later(3), later(2)]);
    await note(userId, 'mfa_failed', later(-5));
    await enabled();
    expect(await mfa.failures.latest(userId, later(-10), 5)).toEqual([later(3), later(2), later(1)]);
  });
});
