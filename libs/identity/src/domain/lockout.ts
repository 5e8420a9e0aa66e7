import { addSeconds } from '@trunkline/kernel';
import { LOCKOUT_SECONDS, WRONG_PASSWORDS_MAX } from './user';

/**
 * Seconds until an address that nobody has may be tried again; 0 when it may be now. It locks as a user does (contract,
 * section 0, Rate limits): else the lockout would tell whose addresses are known. `attempts`, newest first, are the latest
 * ones that were let in; while it lasts none is, so that the newest of them is the one that locked.
 */
export function unknownAddressLockedForSeconds(attempts: readonly Date[], now: Date): number {
  const [newest, oldest] = [attempts[0], attempts[WRONG_PASSWORDS_MAX - 1]];
  if (!newest || !oldest || oldest < addSeconds(newest, -LOCKOUT_SECONDS)) return 0;
  const leftMs = addSeconds(newest, LOCKOUT_SECONDS).getTime() - now.getTime();
  return Math.max(0, Math.ceil(leftMs / 1000));
}
