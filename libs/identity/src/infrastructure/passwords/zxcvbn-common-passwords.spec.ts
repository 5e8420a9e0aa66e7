import { ZxcvbnCommonPasswords } from './zxcvbn-common-passwords';

describe('Common passwords', () => {
  const common = new ZxcvbnCommonPasswords();

  it.each(['password', 'password123', 'qwertyuiop', '123456789', 'iloveyou', '1234567890', 'baseball1'])(
    'contain %s',
    (password) => {
      expect(common.has(password)).toBe(true);
    },
  );

  it('do not contain an uncommon password', () => {
    expect(common.has('correct horse battery')).toBe(false);
  });
});
