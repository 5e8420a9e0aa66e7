import { addSeconds } from '@trunkline/kernel';
import { User } from './user';

const now = new Date('2026-01-01T00:00:00Z');
const register = (email = 'ada@example.com', passwordHash: string | null = 'hash') =>
  User.register({ email, name: 'Ada', passwordHash, phoneE164: null, marketingOptIn: false, intendedUse: null }, now);

describe('A user', () => {
  it('normalizes its email', () => {
    expect(register('  Ada@Example.COM ').email).toBe('ada@example.com');
  });

  it('verifies the address once', () => {
    const user = register();
    expect(user.isEmailVerified()).toBe(false);
    user.verifyEmail(now);
    user.verifyEmail(addSeconds(now, 60));
    expect(user.emailVerifiedAt).toEqual(now);
  });

  it('records when the password changed', () => {
    const user = register();
    user.changePassword('another hash', addSeconds(now, 60));
    expect(user).toMatchObject({ passwordHash: 'another hash', passwordChangedAt: addSeconds(now, 60) });
  });

  it('has a password that proves only the mailbox when set by a mailed link, until a completed sign-in', () => {
    const user = register();
    expect([user.isPasswordFromMail, user.vouchForPassword()]).toEqual([false, false]);
    user.setPasswordByMail('mailed', now);
    expect(user.isPasswordFromMail).toBe(true);
    expect([user.vouchForPassword(), user.vouchForPassword()]).toEqual([true, false]);
    user.setPasswordByMail('mailed', now);
    user.changePassword('own', now);
    expect(user.isPasswordFromMail).toBe(false);
  });

  it('verifies the new email with the change', () => {
    const user = register();
    user.verifyEmail(now);
    user.changeEmail(' New@Example.com', addSeconds(now, 60));
    expect(user).toMatchObject({ email: 'new@example.com', emailVerifiedAt: addSeconds(now, 60) });
  });

  it('keeps omitted members, and marks a new phone number unverified', () => {
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
