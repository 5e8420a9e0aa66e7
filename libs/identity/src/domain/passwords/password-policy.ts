import { invalidFields } from '@trunkline/kernel';

/** Spec, Limits: sign-up asks for 8 characters, a reset or a change for 10. */
export const SIGN_UP_PASSWORD_LENGTH_MIN = 8;
export const NEW_PASSWORD_LENGTH_MIN = 10;
/** Contract, section 0, Secrets: longer ones would only make the hash slow. */
export const PASSWORD_LENGTH_MAX = 128;

export interface PasswordRule {
  readonly lengthMin: number;
  /** The member of the request body that a refusal names. */
  readonly field: string;
}

/** Tells whether a password, in lower case, is among the most common ones. */
export type IsCommon = (password: string) => boolean;

/** One password can be typed as several sequences of code points; all of them must hash alike. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** Throws 422 naming `rule.field` for a password that is too short, too long or among the most common ones. */
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
