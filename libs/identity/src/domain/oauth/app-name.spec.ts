import { nameFault } from './oauth-app';

describe('the name of an application', () => {
  it.each(['Acme Dialer', 'Müller & Söhne', 'アクメ', 'Trunk Monitor', 'Line 3', 'Офис-телефон'])(
    'may be %s',
    (name) => {
      expect(nameFault(name)).toBeNull();
    },
  );

  it.each([
    'Acme\u200bDialer',
    'Acme\u00adDialer',
    'Acme\u200d',
    '\ufeffAcme',
    'Ac\u3164me',
    'Ac\u034fme',
    'Acme\u2800',
  ])('may not be %j, which hides a character', (name) => {
    expect(nameFault(name)).toContain('invisible');
  });

  it.each([
    'Trunkline',
    'TRUNKLINE Support',
    'My trunk-line',
    'T r u n k l i n e',
    'TrunkIine',
    'Trunk1ine',
    'Тrunklinе',
    'Trünkliné',
    'Ｔｒｕｎｋｌｉｎｅ',
    '𝐓𝐫𝐮𝐧𝐤𝐥𝐢𝐧𝐞',
    'ᴛʀᴜɴᴋʟɪɴᴇ',
    'Ƭɾunƙłinɇ',
  ])('may not be %s, which is read as the product', (name) => {
    expect(nameFault(name)).toContain('Trunkline');
  });
});
