import { CryptoBox, equalInConstantTime, type MasterKey } from './crypto-box';

const key = (id: string, fill: number): MasterKey => ({ id, secret: Buffer.alloc(32, fill) });

describe('the crypto box', () => {
  const box = new CryptoBox([key('new', 1), key('old', 2)]);

  it('decrypts what it encrypted', () => {
    const sealed = box.seal('mail', 'grüße', 'mail_1');
    expect(box.open('mail', sealed, 'mail_1').toString()).toBe('grüße');
    expect(Buffer.from(sealed.split('.')[1]!, 'base64url').includes('grüße')).toBe(false);
    expect(box.open('mail', box.seal('mail', Buffer.alloc(0))).length).toBe(0);
  });

  it('seals the same value differently each time', () => {
    expect(box.seal('mail', 'same')).not.toBe(box.seal('mail', 'same'));
  });

  it('never seals two values with the same nonce', () => {
    const many = 2000;
    const nonceOf = (sealed: string) => Buffer.from(sealed.slice('new.'.length), 'base64url').toString('hex', 0, 12);
    const nonces = Array.from({ length: many }, () => nonceOf(box.seal('mail', 'same')));
    expect(new Set(nonces).size).toBe(many);
  });

  it.each([
    ['another purpose', 'totp', 'mail_1'],
    ['another row', 'mail', 'mail_2'],
  ])('does not open for %s', (_, purpose, bound) => {
    const sealed = box.seal('mail', 'secret', 'mail_1');
    expect(() => box.open(purpose, sealed, bound)).toThrow();
  });

  it('rejects values that were altered, truncated or never encrypted', () => {
    const sealed = box.seal('mail', 'secret');
    const [id = '', text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => box.open('mail', `${id}.${changed.toString('base64url')}`)).toThrow();
    }
    for (const wrong of ['', 'plain', 'new.', 'new.AAAA', `other.${text}`, sealed.slice(0, 20)]) {
      expect(() => box.open('mail', wrong)).toThrow('The value is not sealed under a known key.');
    }
  });

  it('decrypts with any key, and encrypts with the first', () => {
    const before = new CryptoBox([key('old', 2)]).seal('mail', 'kept');
    expect(box.open('mail', before).toString()).toBe('kept');
    expect(box.seal('mail', 'now')).toMatch(/^new\./);
    expect(() => new CryptoBox([key('new', 1)]).open('mail', before)).toThrow(
      'The value is not sealed under a known key.',
    );
  });

  it('returns equal digests only for the same purpose and text', () => {
    expect(box.digest('key', 'a')).toEqual(box.digest('key', 'a'));
    expect(box.digest('key', 'a')).not.toEqual(box.digest('key', 'b'));
    expect(box.digest('key', 'a')).not.toEqual(box.digest('other', 'a'));
    expect(box.digest('key', 'a')).not.toEqual(new CryptoBox([key('new', 3)]).digest('key', 'a'));
  });

  it('needs a key', () => {
    expect(() => new CryptoBox([])).toThrow('master key');
  });
});

describe('comparing in constant time', () => {
  it('distinguishes equal from different values, also of different lengths', () => {
    expect(equalInConstantTime('token', 'token')).toBe(true);
    expect(equalInConstantTime('token', 'Token')).toBe(false);
    expect(equalInConstantTime('token', 'token-and-more')).toBe(false);
    expect(equalInConstantTime('', '')).toBe(true);
  });
});
