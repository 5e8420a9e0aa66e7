import { addSeconds } from '@trunkline/kernel';
import {
  assertAlive,
  assertPartial,
  completeMfa,
  countAsMfaCompleted,
  type SessionState,
  takesMailedCode,
} from './session-state';

const now = new Date('2026-03-01T12:00:00Z');
const full: SessionState = {
  id: 'ses_1',
  userId: 'usr_1',
  method: 'password',
  isByMailbox: false,
  isTrusted: false,
  mfaRequired: false,
  mfaCompletedAt: null,
  expiresAt: addSeconds(now, 3600),
  revokedAt: null,
};
const partial = { ...full, mfaRequired: true };
const completed = { ...partial, mfaCompletedAt: addSeconds(now, -5) };
const over = { revokedAt: addSeconds(now, -1) };
const expired = { expiresAt: now };

const outcomeOf = (work: () => unknown) => {
  try {
    work();
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('A session before its second factor', () => {
  it.each([
    ['email_otp', false, true],
    ['email_otp', true, false],
    ['totp', false, false],
    ['totp', true, false],
    [null, false, false],
  ] as const)(
    'of a user with %s, begun by the mailbox: %s, takes a mailed code: %s',
    (mfaMethod, isByMailbox, takes) => {
      expect(takesMailedCode({ ...partial, isByMailbox }, { mfaMethod })).toBe(takes);
    },
  );

  it.each([
    ['partial', partial, 'done'],
    ['without a second factor', full, 'mfa_not_pending'],
    ['completed', completed, 'mfa_not_pending'],
    ['partial, revoked', { ...partial, ...over }, 'unauthorized'],
    ['partial, expired', { ...partial, ...expired }, 'unauthorized'],
    ['completed, revoked', { ...completed, ...over }, 'unauthorized'],
    ['without a second factor, expired', { ...full, ...expired }, 'unauthorized'],
  ])('can be asked to complete it only if it is partial: %s', (_name, session, outcome) => {
    expect(outcomeOf(() => completeMfa(session, false, now))).toBe(outcome);
    expect(outcomeOf(() => assertPartial(session, now))).toBe(outcome);
  });

  it.each([
    ['partial', partial, 'done'],
    ['without a second factor', full, 'done'],
    ['completed', completed, 'done'],
    ['revoked', { ...full, ...over }, 'unauthorized'],
    ['expired', { ...full, ...expired }, 'unauthorized'],
  ])('can set it up while it is alive: %s', (_name, session, outcome) => {
    expect(outcomeOf(() => countAsMfaCompleted(session, now))).toBe(outcome);
    expect(outcomeOf(() => assertAlive(session, now))).toBe(outcome);
  });

  it('is full with it, and lasts a day from here', () => {
    const lasting = { mfaCompletedAt: now, expiresAt: addSeconds(now, 86_400) };
    expect(completeMfa(partial, false, now)).toEqual({ ...partial, ...lasting });
  });

  it('of a device that is trusted, now or since sign-in, lasts thirty days from here', () => {
    const trusted = { isTrusted: true, mfaCompletedAt: now, expiresAt: addSeconds(now, 30 * 86_400) };
    expect(completeMfa(partial, true, now)).toEqual({ ...partial, ...trusted });
    expect(completeMfa({ ...partial, isTrusted: true }, false, now)).toEqual({ ...partial, ...trusted });
  });

  it('counts as completed where it was set up', () => {
    expect(countAsMfaCompleted(full, now)).toEqual({ ...full, mfaRequired: true, mfaCompletedAt: now });
  });
});
