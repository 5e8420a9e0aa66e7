import { addSeconds, newId, type Transactor } from '@trunkline/kernel';
import type { KnownDevices } from '../../application/sign-in/known-devices';
import type { FailureSubject, PasswordFailures } from '../../application/passwords/password-failures';
import { KNOWN_DEVICE_SECONDS, registerDevice } from '../../domain/sign-in/known-device';
import { hashSecret } from '../../domain/secrets';

const now = new Date('2026-03-01T12:00:00.123Z');
const DAY_S = 86_400;

export interface LockoutStores {
  readonly failures: PasswordFailures;
  readonly devices: KnownDevices;
  readonly tx: Transactor;
  /** A user that is kept, as its id. */
  readonly aUser: () => Promise<string>;
}

/** The contract of the lockout stores. */
export function describeLockoutStores(name: string, make: () => LockoutStores): void {
  describe(name, () => {
    const hold = (subject: FailureSubject, at = now) => make().tx.run(() => make().failures.lock(subject, at));
    const note = (subject: FailureSubject, at: Date) => make().tx.run(() => make().failures.add(subject, at));

    it('tells when the latest wrong passwords came, newest first, a hundred at most, of one day', async () => {
      const subject = { kind: 'user', id: newId('usr') } as const;
      expect(await hold(subject)).toEqual([]);
      await note(subject, addSeconds(now, -DAY_S - 1));
      await note(subject, addSeconds(now, -DAY_S));
      await note(subject, now);
      await note(subject, addSeconds(now, -5));
      expect(await hold(subject)).toEqual([now, addSeconds(now, -5), addSeconds(now, -DAY_S)]);
      for (let noted = 0; noted < 100; noted++) await note(subject, now);
      expect(await hold(subject)).toHaveLength(100);
    });

    it('counts each subject by itself', async () => {
      const id = newId('usr');
      const kinds = ['user', 'email', 'device', 'session', 'keys'] as const;
      for (const [index, kind] of kinds.entries()) await note({ kind, id }, addSeconds(now, -index));
      for (const [index, kind] of kinds.entries()) {
        expect(await hold({ kind, id })).toEqual([addSeconds(now, -index)]);
      }
      await make().failures.clear({ kind: 'user', id });
      expect(await hold({ kind: 'user', id })).toEqual([]);
      expect(await hold({ kind: 'session', id })).toHaveLength(1);
    });

    it('knows a device of its user for 180 days, until every device of the user is forgotten', async () => {
      const { devices, aUser } = make();
      const userId = await aUser();
      const other = await aUser();
      const { device, cookie } = registerDevice(userId, now);
      const theirs = registerDevice(other, now);
      await devices.add(device);
      await devices.add(theirs.device);
      expect(await devices.userOf(hashSecret(cookie.secret), addSeconds(now, KNOWN_DEVICE_SECONDS - 1))).toBe(userId);
      expect(await devices.userOf(hashSecret(cookie.secret), addSeconds(now, KNOWN_DEVICE_SECONDS))).toBeNull();
      expect(await devices.userOf(hashSecret('another'), now)).toBeNull();
      await devices.forgetAllOf(userId);
      expect(await devices.userOf(device.idHash, now)).toBeNull();
      expect(await devices.userOf(theirs.device.idHash, now)).toBe(other);
    });
  });
}
