import { loadSettings } from './settings';
import { development, faultsOf, production } from '../testing/setting-samples';

const didww = {
  NUMBER_SUPPLIERS: 'didww',
  DIDWW_API_KEY: 'didww-key-of-ours',
  DIDWW_CALLBACK_SECRETS: 'the-new-secret,the-old-secret',
};
const telnyx = {
  NUMBER_SUPPLIERS: 'telnyx',
  TELNYX_API_KEY: 'KEY0123456789',
  TELNYX_PUBLIC_KEY: Buffer.alloc(32, 9).toString('base64'),
};
const TRUNK = '3c2d1f0e-5a4b-4c3d-9e8f-7a6b5c4d3e2f';
const all = { ...didww, ...telnyx, NUMBER_SUPPLIERS: 'telnyx, sandbox,didww' };

describe('the settings of the number suppliers', () => {
  it('are not required for the sandbox', () => {
    const settings = loadSettings(development);
    expect(settings).toMatchObject({
      NUMBER_SUPPLIERS: ['sandbox', 'stock'],
      didww: null,
      telnyx: null,
      isSandbox: true,
    });
  });

  it('list several in order of preference, and a real one replaces the sandbox', () => {
    const settings = loadSettings({ ...development, ...all, TELNYX_CONNECTION_ID: '1293384261075731499' });
    expect(settings.NUMBER_SUPPLIERS).toEqual(['telnyx', 'sandbox', 'didww']);
    expect(settings.isSandbox).toBe(false);
    expect(settings.didww).toEqual({
      apiKey: 'didww-key-of-ours',
      callbackSecrets: ['the-new-secret', 'the-old-secret'],
      voiceIn: null,
      apiBase: new URL('https://api.didww.com/v3'),
    });
    expect(settings.telnyx).toEqual({
      apiKey: 'KEY0123456789',
      publicKey: telnyx.TELNYX_PUBLIC_KEY,
      connectionId: '1293384261075731499',
      apiBase: new URL('https://api.telnyx.com/v2'),
    });
    const destinations = { DIDWW_VOICE_IN_TRUNK_ID: TRUNK, TELNYX_CONNECTION_ID: '1293384261075731499' };
    expect(faultsOf({ ...production, ...all, ...destinations })).toEqual([]);
  });

  it('need nothing but the own stock in production', () => {
    expect(faultsOf({ ...production, NUMBER_SUPPLIERS: 'stock' })).toEqual([]);
    expect(loadSettings({ ...production, NUMBER_SUPPLIERS: 'stock' })).toMatchObject({
      NUMBER_SUPPLIERS: ['stock'],
      STOCK_AGEING_DAYS: 45,
      isSandbox: false,
    });
  });

  it('make no sandbox of the own stock alone, and one of it beside the sandbox', () => {
    const isSandbox = (names: string) => loadSettings({ ...development, NUMBER_SUPPLIERS: names }).isSandbox;
    expect(['stock', 'sandbox', 'stock, sandbox'].map(isSandbox)).toEqual([false, true, true]);
  });

  it('ignore a supplier that is not listed, even with its key set', () => {
    const settings = loadSettings({ ...development, ...all, NUMBER_SUPPLIERS: 'didww' });
    expect([settings.telnyx, settings.didww?.apiKey]).toEqual([null, 'didww-key-of-ours']);
  });

  it.each([
    ['didww', 'DIDWW_API_KEY'],
    ['didww', 'DIDWW_CALLBACK_SECRETS'],
    ['telnyx', 'TELNYX_API_KEY'],
    ['telnyx', 'TELNYX_PUBLIC_KEY'],
  ])('require for %s also %s', (supplier, name) => {
    expect(faultsOf({ ...development, ...all, [name]: '' })).toEqual([
      `${name} is required with NUMBER_SUPPLIERS=${supplier}`,
    ]);
  });

  it.each([
    ['DIDWW_VOICE_IN_TRUNK_ID', { kind: 'trunk', id: TRUNK }],
    ['DIDWW_VOICE_IN_TRUNK_GROUP_ID', { kind: 'trunk_group', id: TRUNK }],
  ])('name by %s where DIDWW sends calls', (name, voiceIn) => {
    expect(loadSettings({ ...development, ...didww, [name]: TRUNK }).didww?.voiceIn).toEqual(voiceIn);
    expect(faultsOf({ ...production, ...didww, [name]: TRUNK })).toEqual([]);
  });

  it('require in production, and there alone, where the calls of numbers go', () => {
    expect(faultsOf({ ...development, ...all })).toEqual([]);
    expect(faultsOf({ ...production, ...all })).toEqual([
      'DIDWW_VOICE_IN_TRUNK_ID or DIDWW_VOICE_IN_TRUNK_GROUP_ID is required with NUMBER_SUPPLIERS=didww in production',
      'TELNYX_CONNECTION_ID is required with NUMBER_SUPPLIERS=telnyx in production',
    ]);
  });

  it('refuse a trunk beside a group of trunks', () => {
    const both = { DIDWW_VOICE_IN_TRUNK_ID: TRUNK, DIDWW_VOICE_IN_TRUNK_GROUP_ID: TRUNK };
    expect(faultsOf({ ...development, ...didww, ...both })).toEqual([
      'only one of DIDWW_VOICE_IN_TRUNK_ID or DIDWW_VOICE_IN_TRUNK_GROUP_ID may be set',
    ]);
  });

  it.each([
    ['sandbox,sandbox', 'NUMBER_SUPPLIERS must name each supplier once'],
    ['sandbox,twilio', 'each of NUMBER_SUPPLIERS must be one of: sandbox, stock, didww, telnyx'],
    ['sandbox,', 'each of NUMBER_SUPPLIERS must be one of: sandbox, stock, didww, telnyx'],
    ['Telnyx', 'each of NUMBER_SUPPLIERS must be one of: sandbox, stock, didww, telnyx'],
  ])('refuse the suppliers %s', (names, fault) => {
    expect(faultsOf({ ...development, NUMBER_SUPPLIERS: names })).toEqual([fault]);
  });

  it.each([
    ['DIDWW_API_KEY', 'short'],
    ['DIDWW_API_KEY', 'with a space'],
    ['DIDWW_CALLBACK_SECRETS', 'a-good-secret,bad'],
    ['DIDWW_API_BASE', 'api.didww.com'],
    ['DIDWW_API_BASE', 'ftp://api.didww.com'],
    ['DIDWW_API_BASE', 'http://api.didww.com/v3'],
    ['DIDWW_API_BASE', 'https://api.didww.com/v3?key=1'],
    ['DIDWW_API_BASE', 'https://user:secret@api.didww.com'],
    ['TELNYX_API_KEY', 'KEY\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9'],
    ['TELNYX_PUBLIC_KEY', Buffer.alloc(31).toString('base64')],
    ['TELNYX_PUBLIC_KEY', '-----BEGIN PUBLIC KEY-----'],
    ['TELNYX_CONNECTION_ID', 'my connection'],
    ['DIDWW_VOICE_IN_TRUNK_ID', '12'],
    ['DIDWW_VOICE_IN_TRUNK_GROUP_ID', 'my trunks'],
    ['TELNYX_API_BASE', 'http://10.0.0.7/v2'],
  ])('reject %s=%s without revealing it', (name, value) => {
    const faults = faultsOf({ ...development, ...all, [name]: value });
    expect(faults.join()).toContain(name);
    expect(faults.join()).not.toContain(value);
  });

  it.each(['DIDWW_API_BASE', 'TELNYX_API_BASE'])('allow http for %s on loopback, outside production only', (name) => {
    const standIn = { ...all, [name]: 'http://127.0.0.1:12111/v9/' };
    expect(faultsOf({ ...development, ...standIn })).toEqual([]);
    const destinations = { DIDWW_VOICE_IN_TRUNK_ID: TRUNK, TELNYX_CONNECTION_ID: '1293384261075731499' };
    expect(faultsOf({ ...production, ...standIn, ...destinations })).toHaveLength(1);
  });

  it('keep the path of a URL without its trailing slash', () => {
    const settings = loadSettings({ ...development, ...all, DIDWW_API_BASE: 'https://sandbox-api.didww.com/v3/' });
    expect(settings.didww?.apiBase.href).toBe('https://sandbox-api.didww.com/v3');
  });
});
