import { dictionary } from '@zxcvbn-ts/language-common';
import { type CommonPasswords } from '../../application/passwords/ports';

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String));

/** The frequency list of zxcvbn: about fifty thousand passwords from published leaks, in lower case. */
export class ZxcvbnCommonPasswords implements CommonPasswords {
  has(password: string): boolean {
    return COMMON.has(password);
  }
}
