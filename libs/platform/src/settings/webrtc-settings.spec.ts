import { development, faultsOf } from '../testing/setting-samples';
import { loadSettings } from './settings';

const withServers = (servers: unknown) => ({ ...development, ICE_SERVERS: JSON.stringify(servers) });

describe('the settings of WebRTC users', () => {
  it('lead to the switch beside the API by default, without ICE servers', () => {
    expect(loadSettings(development)).toMatchObject({ WSS_URL: 'ws://localhost:5060', iceServers: [] });
    const secure = loadSettings({ ...development, ROOT_URL: 'https://api.example.com' });
    expect(secure.WSS_URL).toBe('wss://sip.api.example.com:5061');
  });

  it('accept STUN, and TURN with credentials or a shared secret', () => {
    const servers = [
      { urls: 'stun:stun.example.com:3478' },
      { urls: ['turn:turn.example.com?transport=udp', 'turns:turn.example.com:5349'], username: 'u', credential: 'c' },
      { urls: ['turn:[2001:db8::1]:3478'], secret: 's' },
    ];
    const read = loadSettings(withServers(servers)).iceServers;
    expect(read).toEqual([{ urls: ['stun:stun.example.com:3478'] }, ...servers.slice(1)]);
  });

  it.each([
    ['text that is not JSON', 'stun:stun.example.com'],
    ['an object', '{}'],
    ['more than ten servers', JSON.stringify(Array(11).fill({ urls: 'stun:a.example' }))],
    ['no URL', JSON.stringify([{ urls: [] }])],
    ['another scheme', JSON.stringify([{ urls: 'https://a.example' }])],
    ['TURN without credentials', JSON.stringify([{ urls: 'turn:a.example' }])],
    ['TURN with both kinds', JSON.stringify([{ urls: 'turn:a.example', username: 'u', credential: 'c', secret: 's' }])],
    ['STUN with credentials', JSON.stringify([{ urls: 'stun:a.example', username: 'u', credential: 'c' }])],
    ['an unknown member', JSON.stringify([{ urls: 'stun:a.example', realm: 'r' }])],
  ])('reject ICE_SERVERS with %s', (_case, ICE_SERVERS) => {
    expect(faultsOf({ ...development, ICE_SERVERS })).toEqual([expect.stringContaining('ICE_SERVERS')]);
  });

  it.each(['https://sip.example.com', 'sip.example.com', 'wss://'])('reject WSS_URL %s', (WSS_URL) => {
    expect(faultsOf({ ...development, WSS_URL })).toEqual(['WSS_URL must be a ws:// or wss:// URL']);
  });
});
