import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from '@trunkline/platform/process';
import { loadSettings, SETTING_NAMES } from './settings';

const TOKEN = 'a-token-of-this-switch';
const REQUIRED = { API_URL: 'http://10.0.0.1:3001/', SWITCH_TOKEN: TOKEN, SWITCH_ID: 'sw1', SIP_DOMAIN: 'sip.example' };

function faultsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    loadSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

describe('the settings of the agent', () => {
  it('have defaults for all but four', () => {
    const settings = loadSettings(REQUIRED);
    expect(settings).toMatchObject({
      API_URL: 'http://10.0.0.1:3001',
      SIP_ADDRESS: '127.0.0.1',
      PROBE_INTERVAL_S: 30,
      LOG_LEVEL: 'info',
    });
    expect([settings.ECHO_PORT, settings.NODE, settings.API_URL_2]).toEqual([undefined, undefined, undefined]);
  });

  it('are rejected with every fault at once', () => {
    expect(
      faultsOf({ ...REQUIRED, API_URL: 'ftp://x', SWITCH_ID: '', PROBE_INTERVAL_S: '51', RPC_PORT: '70000' }),
    ).toEqual([
      'API_URL must be an http:// or https:// URL',
      'SWITCH_ID is required',
      'RPC_PORT must be at most 65535',
      'PROBE_INTERVAL_S must be at most 50',
    ]);
  });

  it.each([
    ['PROBE_INTERVAL_S', '5', '4'],
    ['PROBE_INTERVAL_S', '50', '51'],
    ['DIAL_MAX', '1', '0'],
    ['DIAL_MAX', '1000', '1001'],
    ['ECHO_MAX_S', '86400', '86401'],
    ['NODE', 'n'.repeat(64), 'n'.repeat(65)],
    ['SWITCH_TOKEN', 't'.repeat(16), 't'.repeat(15)],
    ['ECHO_RTP_PORTS', '30000-30001', '30001-30001'],
    ['ECHO_RTP_PORTS', '65534-65535', '65534-65536'],
    ['SIP_ADDRESS', '2001:db8::1', 'sip.example'],
    ['INTERNAL_ADDRESS', '127.0.0.2', '192.0.2.5'],
  ])('accept %s=%s and reject %s', (name, valid, invalid) => {
    expect(faultsOf({ ...REQUIRED, [name]: valid })).toEqual([]);
    expect(faultsOf({ ...REQUIRED, [name]: invalid })).toHaveLength(1);
  });

  it('reject two listeners on one port', () => {
    expect(faultsOf({ ...REQUIRED, RPC_PORT: '5064', ECHO_PORT: '5062' })).toEqual([
      'RPC_PORT must differ from AGENT_PORT',
      'ECHO_PORT must differ from INTERNAL_SIP_PORT',
    ]);
  });

  it('read the token from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'agent-settings-'));
    const file = join(folder, 'token');
    writeFileSync(file, `${TOKEN}\n`);
    const { SWITCH_TOKEN, ...others } = REQUIRED;
    expect(loadSettings({ ...others, SWITCH_TOKEN_FILE: file }).SWITCH_TOKEN).toBe(SWITCH_TOKEN);
    expect(faultsOf({ ...others, SWITCH_TOKEN_FILE: join(folder, 'none') })).toEqual([
      expect.stringContaining('SWITCH_TOKEN_FILE'),
    ]);
    rmSync(folder, { recursive: true });
  });

  it('are all described in docs/switch.md', () => {
    const [, section = ''] = readFileSync('docs/switch.md', 'utf8').split('\n## Settings\n');
    const cells = section.split('\n## ')[0]?.match(/^\| `.*?\|/gm) ?? [];
    const described = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(described.sort()).toEqual(SETTING_NAMES.toSorted());
  });
});
