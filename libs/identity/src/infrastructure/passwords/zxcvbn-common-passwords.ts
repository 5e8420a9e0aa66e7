import { dictionary } from '@zxcvbn-ts/language-common';
import { CommonPasswords } from '../../application/passwords/ports';

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String));

/** The frequency list of zxcvbn: about fifty thousand passwords from published leaks, in lower case. */
export class ZxcvbnCommonPasswords extends CommonPasswords {
  override has(password: string): boolean {
    return COMMON.has(password);
  }
}
