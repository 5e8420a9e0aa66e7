import { addSeconds } from '@trunkline/kernel';
import { anOffer, atCost, NOW, testTokens } from '../testing';

describe('select tokens', () => {
  const tokens = testTokens();
  const content = { offer: atCost(anOffer()), searchId: 'srch_1', expiresAt: addSeconds(NOW, 1800) };
  const token = tokens.seal('acc_1', content);
  const expired = expect.objectContaining({ code: 'select_token_expired', kind: 'gone' });

  it('contain the whole offer', () => {
    expect(tokens.open('acc_1', token, NOW)).toEqual(content);
  });

  it('reveal nothing', () => {
    const bytes = Buffer.from(token.slice(token.indexOf('.') + 1), 'base64url').toString('latin1');
    expect(bytes).not.toContain('+4930901820');
    expect(bytes).not.toContain('acc_1');
  });

  it('fit into a request, even for a large offer', () => {
    expect(token.length).toBeLessThan(2000);
    const restrictions = [{ type: 'legal' as const, message: 'No. '.repeat(2000), complianceCode: null }];
    const wordy = { ...content, offer: atCost(anOffer({ restrictions })) };
    expect(tokens.seal('acc_1', wordy).length).toBe(token.length);
  });

  it('differ each time', () => {
    expect(tokens.seal('acc_1', content)).not.toBe(token);
  });

  it('expire', () => {
    expect(() => tokens.open('acc_1', token, addSeconds(NOW, 1799))).not.toThrow();
    expect(() => tokens.open('acc_1', token, addSeconds(NOW, 1800))).toThrow(expired);
  });

  it('are valid for one account only', () => {
    expect(() => tokens.open('acc_2', token, NOW)).toThrow(expired);
  });

  it.each([
    ['nothing', ''],
    ['nonsense', 'abc'],
    ['a token cut short', token.slice(0, -4)],
    ['a token with a letter more', `${token}A`],
    ['a token of another key', token.replace('k1.', 'k2.')],
  ])('are rejected like expired ones: %s', (_what, text) => {
    expect(() => tokens.open('acc_1', text, NOW)).toThrow(expired);
  });

  it('detect any changed byte', () => {
    for (let at = token.indexOf('.') + 1; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(() => tokens.open('acc_1', changed, NOW)).toThrow(expired);
    }
  });
});
