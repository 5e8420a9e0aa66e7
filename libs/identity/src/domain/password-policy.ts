import { invalidFields } from '@trunkline/kernel';

/** Minimum length at sign-up. See docs/sign-in.md#passwords. */
export const SIGN_UP_PASSWORD_LENGTH_MIN = 8;
export const NEW_PASSWORD_LENGTH_MIN = 10;
/** Bounds the cost of hashing. */
export const PASSWORD_LENGTH_MAX = 128;

export interface PasswordRule {
  readonly lengthMin: number;
  /** The member of the request body that a rejection names. */
  readonly field: string;
}

/** True for one of the most common passwords, given in lower case. */
export type IsCommon = (password: string) => boolean;

/** Normalizes to NFC, since one password can be typed as different sequences of code points. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** Throws 422 naming `rule.field` for a password that is too short, too long or too common. */
export function assertPassword(password: string, rule: PasswordRule, isCommon: IsCommon): void {
  const fault = faultOf(normalizePassword(password), rule.lengthMin, isCommon);
  if (fault) throw invalidFields({ [rule.field]: fault });
}

function faultOf(password: string, lengthMin: number, isCommon: IsCommon): string | null {
  const { length } = Array.from(password);
  if (length < lengthMin) return `must have at least ${lengthMin} characters`;
  if (length > PASSWORD_LENGTH_MAX) return `must have at most ${PASSWORD_LENGTH_MAX} characters`;
  if (isCommon(password.toLowerCase())) return 'is one of the most common passwords';
  return null;
}
