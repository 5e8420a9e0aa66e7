import { addSeconds } from '@trunkline/kernel';
import { unknownAddressLockedForSeconds } from './lockout';
import { LOCKOUT_SECONDS, WRONG_PASSWORDS_MAX } from './user';

const now = new Date('2026-03-01T12:00:00Z');
const every = (seconds: number, count = WRONG_PASSWORDS_MAX, newest = now) =>
  Array.from({ length: count }, (_, index) => addSeconds(newest, -seconds * index));

describe('An address that nobody has', () => {
  it.each<[string, Date[], number]>([
    ['is open while nobody has tried it', [], 0],
    ['is open after nine attempts', every(1, WRONG_PASSWORDS_MAX - 1), 0],
    ['is locked by the tenth', every(1), LOCKOUT_SECONDS],
    [
      'is locked by the tenth in exactly fifteen minutes',
      every(LOCKOUT_SECONDS / (WRONG_PASSWORDS_MAX - 1)),
      LOCKOUT_SECONDS,
    ],
    ['is open when the ten took longer', every(LOCKOUT_SECONDS / (WRONG_PASSWORDS_MAX - 1) + 1), 0],
    ['is locked to the second', every(1, WRONG_PASSWORDS_MAX, addSeconds(now, 1 - LOCKOUT_SECONDS)), 1],
    ['is open fifteen minutes after the tenth', every(1, WRONG_PASSWORDS_MAX, addSeconds(now, -LOCKOUT_SECONDS)), 0],
  ])('%s', (_name, attempts, seconds) => {
    expect(unknownAddressLockedForSeconds(attempts, now)).toBe(seconds);
  });
});
