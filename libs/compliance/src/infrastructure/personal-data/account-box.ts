import { hkdfSync } from 'node:crypto';
import type { Transform } from 'node:stream';
import { CryptoBox } from '@trunkline/platform';
import type { AccountCipher } from '../../application/personal-data';
import { encryptFile, FileDecryption, FileEncryption } from './file-encryption';

const DATA_PURPOSE = 'compliance-personal-data';
const INDEX_PURPOSE = 'compliance-blind-index';
const FILE_PURPOSE = 'compliance-file';
const KEY_NAME = 'account';
const KEY_BYTES = 32;
/** 96 bits: no collisions among the words of an account. */
const INDEX_BYTES = 12;

/** Seals with a data key. */
export class AccountBox implements AccountCipher {
  private readonly box: CryptoBox;

  constructor(private readonly dataKey: Buffer) {
    this.box = new CryptoBox([{ id: KEY_NAME, secret: dataKey }]);
  }

  seal(owner: string, plain: Buffer | string): string {
    return this.box.seal(DATA_PURPOSE, plain, owner);
  }

  open(owner: string, sealed: string): Buffer {
    return this.box.open(DATA_PURPOSE, sealed, owner);
  }

  blindIndex(word: string): string {
    return this.box.digest(INDEX_PURPOSE, word).subarray(0, INDEX_BYTES).toString('base64url');
  }

  encryption(owner: string): Transform {
    return new FileEncryption((salt) => this.fileKey(owner, salt));
  }

  encrypt(owner: string, content: Buffer, space: Buffer): Buffer {
    return encryptFile(content, (salt) => this.fileKey(owner, salt), space);
  }

  decryption(owner: string): Transform {
    return new FileDecryption((salt) => this.fileKey(owner, salt));
  }

  private fileKey(owner: string, salt: Buffer): Buffer {
    return Buffer.from(hkdfSync('sha256', this.dataKey, salt, `${FILE_PURPOSE}/${owner}`, KEY_BYTES));
  }
}
