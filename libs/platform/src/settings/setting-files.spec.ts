import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { development, faultsOf, production } from '../testing/setting-samples';
import { loadSettings, readSettingFiles } from './settings';

describe('a setting in a file', () => {
  let folder: string;
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-settings-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['', '\n', '\r\n'])('is read without the line break at its end: %j', (end) => {
    const DATABASE_URL_FILE = file('database_url', `postgres://u:p@db/trunkline${end}`);
    const settings = loadSettings({ ...development, DATABASE_URL: '', DATABASE_URL_FILE });
    expect(settings.DATABASE_URL).toBe('postgres://u:p@db/trunkline');
  });

  it('may be every setting, lists and secrets included', () => {
    const given: Record<string, string> = {};
    for (const [name, value] of Object.entries(production)) given[`${name}_FILE`] = file(name, `${value}\n`);
    expect(loadSettings(given)).toEqual(loadSettings(production));
  });

  it('replaces its file in the environment of other processes', () => {
    const MASTER_KEYS_FILE = file('master_keys', 'k1:value\n');
    expect(readSettingFiles({ PATH: '/bin', MASTER_KEYS_FILE })).toEqual({ PATH: '/bin', MASTER_KEYS: 'k1:value' });
  });

  it('leaves GEOIP_FILE, which is a setting, as it is', () => {
    expect(loadSettings({ ...development, GEOIP_FILE: '/geo.mmdb' }).GEOIP_FILE).toBe('/geo.mmdb');
  });

  it('is reported with all other faults when its file cannot be used, and never with its value', () => {
    const faults = faultsOf({
      ...production,
      LOG_LEVEL: 'loud',
      SMTP_URL: '',
      SMTP_URL_FILE: join(folder, 'none'),
      SESSION_SECRETS: '',
      SESSION_SECRETS_FILE: file('empty', '\n'),
      MASTER_KEYS_FILE: file('both', 'hunter2'),
      OPERATOR_TOKENS: '',
      OPERATOR_TOKENS_FILE: file('short', 'hunter2'),
    });
    expect(faults).toEqual([
      `SMTP_URL_FILE ${join(folder, 'none')} cannot be used: ENOENT`,
      `SESSION_SECRETS_FILE ${join(folder, 'empty')} cannot be used: it is empty`,
      'MASTER_KEYS and MASTER_KEYS_FILE are both set: remove one of them',
      expect.stringMatching(/^each of OPERATOR_TOKENS /),
      expect.stringMatching(/^LOG_LEVEL /),
    ]);
    expect(faults.join()).not.toContain('hunter2');
  });
});
