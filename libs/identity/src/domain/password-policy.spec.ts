import { assertPassword, normalizePassword } from './password-policy';

const rule = { lengthMin: 8, field: 'password' };

describe('The password policy', () => {
  const refused = (password: string) => {
    try {
      assertPassword(password, rule, (each) => each === 'password123');
      return null;
    } catch (error) {
      return error;
    }
  };

  it('counts characters by code point, from the minimum to 128', () => {
    expect(refused('1234567')).toMatchObject({
      code: 'invalid_input',
      fields: { password: expect.stringMatching('least 8') },
    });
    expect(refused('🐱'.repeat(7))).not.toBeNull();
    expect(refused('🐱'.repeat(8))).toBeNull();
    expect(refused('x'.repeat(128))).toBeNull();
    expect(refused('x'.repeat(129))).toMatchObject({ fields: { password: expect.stringMatching('most 128') } });
  });

  it('refuses a common password in any case', () => {
    expect(refused('PassWord123')).toMatchObject({ fields: { password: expect.stringMatching('common') } });
    expect(refused('correct horse battery')).toBeNull();
  });

  it('treats both encodings of a password alike', () => {
    expect(normalizePassword('caf\u0065\u0301')).toBe(normalizePassword('caf\u00e9'));
  });
});
