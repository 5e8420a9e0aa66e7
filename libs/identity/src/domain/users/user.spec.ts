import { addSeconds } from '@trunkline/kernel';
import { User } from './user';

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

  it('notes when the password changed', () => {
    const user = register();
    user.changePassword('another hash', addSeconds(now, 60));
    expect(user).toMatchObject({ passwordHash: 'another hash', passwordChangedAt: addSeconds(now, 60) });
  });

  it('has a password that proves the mailbox alone when a mailed link set it, until a sign-in with it is completed', () => {
    const user = register();
    expect([user.isPasswordFromMail, user.vouchForPassword()]).toEqual([false, false]);
    user.setPasswordByMail('mailed', now);
    expect(user.isPasswordFromMail).toBe(true);
    expect([user.vouchForPassword(), user.vouchForPassword()]).toEqual([true, false]);
    user.setPasswordByMail('mailed', now);
    user.changePassword('own', now);
    expect(user.isPasswordFromMail).toBe(false);
  });

  it('moves to an address that is proved by that', () => {
    const user = register();
    user.verifyEmail(now);
    user.changeEmail(' New@Example.com', addSeconds(now, 60));
    expect(user).toMatchObject({ email: 'new@example.com', emailVerifiedAt: addSeconds(now, 60) });
  });

  it('keeps what a change of the profile leaves out, and has to verify another phone number', () => {
    const user = register();
    user.changeProfile({ phoneE164: '+442071838750' });
    Object.assign(user, { phoneVerified: true });
    user.changeProfile({ name: 'Countess' });
    user.changeProfile({ phoneE164: '+442071838750' });
    expect(user).toMatchObject({ name: 'Countess', phoneE164: '+442071838750', phoneVerified: true });
    user.changeProfile({ phoneE164: null });
    expect(user).toMatchObject({ name: 'Countess', phoneE164: null, phoneVerified: false });
  });
});
