import { dictionary } from '@zxcvbn-ts/language-common';
import { CommonPasswords } from '../../application/ports';

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String));

/** The frequency list that zxcvbn rates passwords by: some fifty thousand out of published leaks, all in lower case. */
export class ZxcvbnCommonPasswords extends CommonPasswords {
  override has(password: string): boolean {
    return COMMON.has(password);
  }
}
