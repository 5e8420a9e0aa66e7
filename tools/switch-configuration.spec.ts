import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { missingPackages } from './sip/bed/programs';

const FOLDER = 'docker/kamailio';
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const parts = readdirSync(join(FOLDER, 'parts')).map((file) => `parts/${file}`);
const script = read('start');
const readme = read('README.md');

/** What a pattern's first group matches, each once, in order. */
const found = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();

/** The cells of the first two columns of the table under a heading. */
function tableOf(heading: string, text = readme): (readonly [string, string])[] {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const rows = section.split('\n## ')[0]?.split('\n') ?? [];
  const cells = rows.filter((row) => row.startsWith('|')).map((row) => row.split('|'));
  return cells.map(([, first = '', second = '']) => [first, second]);
}

const firstColumn = (heading: string): string[] => tableOf(heading).map(([first]) => first);

/** The defaults that a table of settings states, by setting; one that has none is missing. */
function documentedDefaults(text: string): Readonly<Record<string, string>> {
  const pairs = tableOf('Settings', text).flatMap(([names, defaults]) => {
    const values = defaults.includes('`') ? found(defaults, /`(.+)`/g) : defaults.split(',').map((each) => each.trim());
    return [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = ''], index) => [name, values[index] ?? ''] as const);
  });
  return Object.fromEntries(pairs.filter(([, value]) => !['none', 'empty', 'required', 'all', ''].includes(value)));
}

let folder = '';

function start(env: Readonly<Record<string, string>>, ...options: string[]) {
  const path = [process.env['PATH'], '/usr/sbin', '/sbin'].join(delimiter);
  const settings = {
    SIP_ADDRESS: '127.0.0.1',
    SIP_DOMAIN: 'sip.example.com',
    SWITCH_ID: 'sw1',
    SWITCH_TOKEN: 'switch-token-for-tests',
    API_URL: 'http://127.0.0.1:3001',
    STATE_DIR: join(folder, 'state'),
  };
  const { status, stdout, stderr } = spawnSync(join(FOLDER, 'start'), options, {
    env: { PATH: path, ...settings, ...env },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'switch-configuration-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('docker/kamailio', () => {
  it('includes every part once', () => {
    const included = [...read('kamailio.cfg').matchAll(/^include_file "(.+)"$/gm)].map(([, file]) => file);
    expect(included.toSorted()).toEqual(parts.toSorted());
  });

  it('passes values to functions in quotes, since the script would read an unquoted one as text with variables', () => {
    const unquoted = /(?<=[\s!&|]|[^$]\()[a-z][a-z0-9_]*\((?:"[^"]*", )*\$[a-z]/g;
    const text = parts
      .map(read)
      .join('\n')
      .replace(/^ *#.*$/gm, '');
    expect(text.match(unquoted) ?? []).toEqual([]);
  });

  it('runs only routes that exist', () => {
    const text = parts.map(read).join('\n');
    const defined = found(text, /^(?:route|failure_route|branch_route|onreply_route)\[(\w+)\]/gm);
    const used = [/\broute\((\w+)\)/g, /;?route=(\w+)"/g, /async_task_group_route\("(\w+)"/g, /t_on_\w+\("(\w+)"\)/g];
    expect(used.flatMap((pattern) => found(text, pattern)).filter((name) => !defined.includes(name))).toEqual([]);
  });

  it('documents exactly the settings that the start script reads', () => {
    const optional = found(script, /"\$\{([A-Z0-9_]+):=/g);
    const required = /^for name in (.+); do\n {2}eval "value=\\\$\{\$name:-\}"/m.exec(script)?.[1]?.split(' ') ?? [];
    const documented = firstColumn('Settings').flatMap((cell) => found(cell, /`([A-Z0-9_]+)`/g));
    expect(documented.toSorted()).toEqual([...optional, ...required, 'SWITCH_TOKEN_FILE'].toSorted());
  });

  it('documents the defaults of the start script', () => {
    const pairs = [...script.matchAll(/"\$\{([A-Z0-9_]+):=([^}]+)\}"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    expect(documentedDefaults(readme)).toEqual(Object.fromEntries(pairs));
  });

  it('has the defaults of its agent', () => {
    const own = documentedDefaults(readme);
    const agents = documentedDefaults(readFileSync('docs/switch.md', 'utf8'));
    const shared = ['STATE_DIR', 'INTERNAL_ADDRESS', 'INTERNAL_SIP_PORT', 'AGENT_PORT', 'RPC_PORT'];
    expect(shared.map((name) => agents[name])).toEqual(shared.map((name) => own[name]));
  });

  it('documents exactly the hash tables that it has', () => {
    const tables = found(read('parts/modules.cfg'), /"htable", "htable", "(\w+)=>/g);
    expect(
      firstColumn('Tables')
        .flatMap((cell) => found(cell, /`(\w+)`/g))
        .toSorted(),
    ).toEqual(tables);
  });

  it('reads no environment variable that the start script does not export', () => {
    const exported = [...script.matchAll(/^export (.+)$/gm)].flatMap(([, names = '']) => names.split(' '));
    const text = parts.map(read).join('\n');
    const used = [...found(text, /\$env\((\w+)\)/g), ...found(text, /^#!defenvs? (\w+)/gm)];
    expect(used.filter((name) => !exported.includes(name))).toEqual([]);
  });

  it.each(['SIP_ADDRESS', 'SIP_DOMAIN', 'SWITCH_ID', 'SWITCH_TOKEN', 'API_URL'])('requires %s', (name) => {
    expect(start({ [name]: '' })).toEqual({ status: 2, output: `start: ${name} is required\n` });
  });

  it.each([
    ['SIP_PORT', '5o60', 'SIP_PORT must be a whole number'],
    ['CALLS_PER_SECOND', '-1', 'CALLS_PER_SECOND must be a whole number'],
    ['SIP_LOG_LEVEL', 'info', 'SIP_LOG_LEVEL must be -1 to 3'],
    ['SIP_DOMAIN', 'sip example', 'SIP_DOMAIN must be a host name'],
    ['EMERGENCY_NUMBERS', '112 911', 'EMERGENCY_NUMBERS must be digits separated by commas'],
    ['STATE_DIR', 'state', 'STATE_DIR must be an absolute path'],
    ['STATE_DIR', "/tmp/o'clock", 'STATE_DIR may contain letters, digits and / . _ - only'],
    ['TLS_CERTIFICATE', '/tmp/server.pem', 'TLS_PRIVATE_KEY is required with TLS_CERTIFICATE'],
    ['SWITCH_TOKEN_FILE', '/tmp/token', 'set SWITCH_TOKEN or SWITCH_TOKEN_FILE, not both'],
  ])('refuses %s=%s', (name, value, message) => {
    expect(start({ [name]: value })).toEqual({ status: 2, output: `start: ${message}\n` });
  });

  if (missingPackages().length === 0) {
    it.each<[string, Readonly<Record<string, string>>]>([
      ['the required settings', {}],
      [
        'every optional part',
        {
          RTPENGINE: 'udp:127.0.0.1:2223',
          PUBLIC_ADDRESS: '192.0.2.5',
          EMERGENCY_GATEWAY: 'sip:192.0.2.9',
          WEBSOCKET_ORIGINS: 'https://app.example.com,http://localhost:3000',
          TLS_CERTIFICATE: '/etc/ssl/server.pem',
          TLS_PRIVATE_KEY: '/etc/ssl/server.key',
          API_URL_2: 'http://127.0.0.1:3002',
          NODE: 'a',
        },
      ],
    ])('is read by Kamailio with %s', (_name, env) => {
      const { status, output } = start(env, '--check');
      expect(output).toContain('config file ok');
      expect(status).toBe(0);
    });

    it('starts after a start that was killed while it made its tables', () => {
      const state = join(folder, 'killed');
      mkdirSync(state);
      const tables = '/usr/share/kamailio/db_sqlite/standard-create.sql';
      const made = spawnSync('sqlite3', [join(state, 'kamailio.new'), `.read ${tables}`]);
      expect(made.status).toBe(0);
      expect(start({ STATE_DIR: state }, '--check').status).toBe(0);
    });

    it('reads the token from a file, and prepares its state again', () => {
      const file = join(folder, 'token');
      writeFileSync(file, 'switch-token-for-tests\n');
      expect(start({ SWITCH_TOKEN: '', SWITCH_TOKEN_FILE: file }, '--check').status).toBe(0);
      expect(readdirSync(join(folder, 'state'))).toEqual(
        expect.arrayContaining(['boot_id', 'journal.sqlite', 'kamailio.sqlite', 'sources.list']),
      );
    });
  } else {
    it('needs Kamailio, which CI has', () => {
      expect(process.env['CI']).not.toBe('true');
    });
  }
});
