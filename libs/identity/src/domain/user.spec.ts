import { addSeconds } from '@trunkline/kernel';
import { LOCKOUT_SECONDS, User, WRONG_PASSWORDS_MAX } from './user';

const now = new Date('2026-01-01T00:00:00Z');
const register = (email = 'ada@example.com', passwordHash: string | null = 'hash') =>
  User.register({ email, name: 'Ada', passwordHash, phoneE164: null, marketingOptIn: false, intendedUse: null }, now);

describe('A user', () => {
  it('has one address, however it was typed', () => {
    expect(register('  Ada@Example.COM ').email).toBe('ada@example.com');
  });

  it('verifies the address once', () => {
    const user = register();
    expect(user.isEmailVerified()).toBe(false);
    user.verifyEmail(now);
    user.verifyEmail(addSeconds(now, 60));
    expect(user.emailVerifiedAt).toEqual(now);
  });

  it('is locked out by the tenth wrong password, for fifteen minutes', () => {
    const user = register();
    for (let earlier = 0; earlier < WRONG_PASSWORDS_MAX - 1; earlier++) {
      expect(user.noteWrongPassword(earlier, now)).toBe(false);
    }
    expect(user.lockedForSeconds(now)).toBe(0);
    expect(user.noteWrongPassword(WRONG_PASSWORDS_MAX - 1, now)).toBe(true);
    expect(user.lockedForSeconds(now)).toBe(LOCKOUT_SECONDS);
    expect(user.lockedForSeconds(addSeconds(now, LOCKOUT_SECONDS - 1))).toBe(1);
    expect(user.lockedForSeconds(addSeconds(now, LOCKOUT_SECONDS))).toBe(0);
  });

  it('is not blamed for wrong guesses at an earlier password', () => {
    const user = register();
    expect(user.wrongPasswordsCountFrom(addSeconds(now, 60))).toEqual(now);
    expect(user.wrongPasswordsCountFrom(addSeconds(now, 3600))).toEqual(addSeconds(now, 3600 - LOCKOUT_SECONDS));
    expect(register('idp@example.com', null).wrongPasswordsCountFrom(now)).toEqual(addSeconds(now, -LOCKOUT_SECONDS));
  });
});
