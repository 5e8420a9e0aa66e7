import { constants, createCipheriv, createHash, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { pageOf, resourceOf, UnreadableResponse } from '../suppliers/didww/json-api';
import type { SupplierHttp } from '../suppliers/http/supplier-http';

const AES_KEY_BYTES = 32;
const IV_BYTES = 16;

/**
 * Uploads files that only DIDWW's compliance team can read (doc.didww.com/api3/2026-04-16, Encrypted Files): AES-256-CBC
 * under a random key, which is encrypted with both public keys of DIDWW by RSA-OAEP with SHA-256.
 */
export class DidwwFiles {
  constructor(private readonly http: SupplierHttp) {}

  /** Returns the id of the file. The keys are read for each upload, because DIDWW rotates them. */
  async upload(content: Buffer): Promise<string> {
    const calls = this.http.begin();
    const { items } = pageOf(await calls.get('/public_keys'));
    const [first, second] = items.map((key) => key.text('key'));
    if (first === undefined || second === undefined)
      throw new UnreadableResponse('DIDWW returned fewer than two keys.');
    const form = new FormData();
    form.append('encrypted_files[encryption_fingerprint]', `${fingerprintOf(first)}:::${fingerprintOf(second)}`);
    form.append('encrypted_files[description]', '');
    form.append('encrypted_files[file]', new Blob([encryptFor([first, second], content)]), 'document.enc');
    return resourceOf(await calls.postForm('/encrypted_files', form)).id;
  }
}

/** Layout: the key and vector for the first public key, the same for the second, the encrypted content. */
function encryptFor(publicKeys: readonly string[], content: Buffer): Uint8Array<ArrayBuffer> {
  const key = randomBytes(AES_KEY_BYTES);
  const vector = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-cbc', key, vector);
  const secrets = Buffer.concat([key, vector]);
  const sealed = publicKeys.map((publicKey) =>
    publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, secrets),
  );
  return new Uint8Array(Buffer.concat([...sealed, cipher.update(content), cipher.final()]));
}

/** The SHA-1 of the key in DER, in hexadecimal. DIDWW prescribes SHA-1 here, which only names the key. */
function fingerprintOf(publicKey: string): string {
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
  return createHash('sha1').update(der).digest('hex');
}
