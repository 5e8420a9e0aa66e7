import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, SETTING_NAMES } from '@trunkline/platform';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { codeOf, firstCellsOf, sectionOf } from './markdown';

interface Service {
  readonly image?: string;
  readonly build?: { readonly target: string; readonly args?: Record<string, string> };
  readonly environment?: Record<string, string>;
  readonly secrets?: readonly string[];
  readonly logging?: { readonly options?: Record<string, string> };
  readonly ports?: readonly string[];
  readonly shm_size?: string;
}

interface Compose {
  readonly services: Record<string, Service>;
  readonly secrets: Record<string, { readonly file: string }>;
}

const MOUNT = '/run/secrets/';
const schema = CORE_SCHEMA.withTags(mergeTag);
const compose = load(readFileSync('docker/compose.yaml', 'utf8'), { schema }) as Compose;
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build);
const secretFilesOf = ({ environment = {} }: Service): (readonly [string, string])[] =>
  Object.entries(environment).filter(([, value]) => value.startsWith(MOUNT));

/** No Docker engine runs here: what Compose would do with the file is not tried. */
describe('docker/compose.yaml', () => {
  it('runs the API as two processes, of which the public port leads to one and the internal port to the other', () => {
    const { api, 'internal-api': internalApi } = compose.services;
    expect([api?.environment?.['LISTENERS'], internalApi?.environment?.['LISTENERS']]).toEqual(['public', 'internal']);
    expect([api?.ports, internalApi?.ports]).toEqual([['3000:3000'], ['127.0.0.1:3001:3001']]);
    expect(internalApi?.build).toEqual(api?.build);
  });

  it.each(services)('limits the log of %s', (_name, { logging }) => {
    expect(logging?.options).toEqual({ 'max-size': '20m', 'max-file': '5' });
  });

  it('gives PostgreSQL shared memory', () => {
    expect(compose.services['postgres']?.shm_size).toBe('256mb');
  });

  it.each(ours.filter(([name]) => name !== 'migrate'))('builds %s with the commit', (_name, { build }) => {
    expect(build?.args).toEqual({ GIT_COMMIT: '${GIT_COMMIT:-}' });
    const [, stage = ''] = readFileSync('docker/Dockerfile', 'utf8').split(`AS ${build?.target ?? ''}\n`);
    expect(stage.split('\nFROM')[0]).toContain('ENV GIT_COMMIT=$GIT_COMMIT');
  });

  it.each(services)('passes secrets to %s as files that it mounts', (_name, service) => {
    for (const [name, path] of secretFilesOf(service)) {
      expect(name).toMatch(/_FILE$/);
      expect(service.secrets).toContain(path.slice(MOUNT.length));
    }
    const plain = Object.keys(service.environment ?? {}).filter((name) =>
      /PASSWORD|SECRET|TOKENS|_KEY|DATABASE_URL/.test(name),
    );
    expect(plain.filter((name) => !name.endsWith('_FILE'))).toEqual([]);
    expect((service.secrets ?? []).filter((name) => !(name in compose.secrets))).toEqual([]);
  });

  it.each(ours)('gives %s no setting that does not exist', (_name, { environment = {} }) => {
    const names = Object.keys(environment).map((name) => name.replace(/_FILE$/, ''));
    expect(names.filter((name) => !SETTING_NAMES.some((each) => each === name))).toEqual([]);
  });

  it('keeps the password of the superuser and that of the owner from the processes', () => {
    for (const name of ['api', 'internal-api', 'worker']) {
      const { secrets = [] } = compose.services[name] ?? {};
      expect(secrets.filter((each) => /^(postgres|owner)/.test(each))).toEqual([]);
      expect(compose.services[name]?.environment?.['DATABASE_URL_FILE']).toBe(`${MOUNT}database_url`);
    }
    expect(compose.services['migrate']?.secrets).toEqual(['owner_database_url']);
  });
});

describe('docker/compose.switch.yaml', () => {
  const file = load(readFileSync('docker/compose.switch.yaml', 'utf8'), { schema }) as Compose & {
    readonly services: Record<string, { readonly network_mode?: string; readonly volumes?: readonly string[] }>;
  };
  const parts = Object.entries(file.services);
  const dockerfile = readFileSync('docker/Dockerfile', 'utf8');
  const known = ['docs/switch.md', 'docker/kamailio/README.md'].flatMap((page) =>
    firstCellsOf(sectionOf(readFileSync(page, 'utf8'), 'Settings')).flatMap(codeOf),
  );

  it('runs the three parts of the switch', () => {
    expect(Object.keys(file.services).sort()).toEqual(['kamailio', 'rtpengine', 'switch-agent']);
  });

  it.each(parts)(
    'runs %s on the network of the machine, with a limited log and a stage of the Dockerfile',
    (_, part) => {
      expect(part.network_mode).toBe('host');
      expect(part.logging?.options).toEqual({ 'max-size': '20m', 'max-file': '5' });
      expect(dockerfile).toContain(` AS ${part.build?.target ?? ''}\n`);
    },
  );

  it.each(parts)('gives %s no setting that does not exist, and the token as a file', (_, { environment = {} }) => {
    const names = Object.keys(environment).map((name) => name.replace(/_FILE$/, ''));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(environment).not.toHaveProperty('SWITCH_TOKEN');
  });

  it('shares the state of Kamailio with its agent', () => {
    const [kamailio, agent] = ['kamailio', 'switch-agent'].map((name) => file.services[name]?.volumes);
    expect(kamailio).toEqual(['state:/var/lib/trunkline-switch']);
    expect(agent).toEqual(kamailio);
  });

  it('takes the token from a file that docker/make-secrets writes', () => {
    expect(Object.values(compose.secrets).map((secret) => secret.file)).toContain(file.secrets['switch_token']?.file);
  });
});

describe('the units of the switch', () => {
  const FOLDER = 'docker/kamailio/systemd';
  const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
  const units = readdirSync(FOLDER).filter((name) => name.endsWith('.service'));

  it.each(units)('%s is a list of settings in known sections', (name) => {
    const lines = read(name)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.filter((line) => !/^(\[(Unit|Service|Install)\]|[A-Z]\w+=\S.*)$/.test(line))).toEqual([]);
    const settings = ['[Service]', 'Restart=always', 'StartLimitIntervalSec=0', 'User=trunkline-switch'];
    expect(lines).toEqual(expect.arrayContaining(settings));
  });

  it('read their settings from one file, which has the required ones', () => {
    const names = [...read('switch.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(names).toEqual(['SIP_ADDRESS', 'SIP_DOMAIN', 'SWITCH_ID', 'SWITCH_TOKEN', 'API_URL']);
    for (const name of units) expect(read(name)).toContain('EnvironmentFile=/etc/trunkline-switch/switch.env\n');
  });
});

describe('docker/make-secrets', () => {
  let folder: string;

  const make = (): void => {
    const { status, stderr } = spawnSync('sh', ['-c', `umask 077 && sh ${join(folder, 'make-secrets')}`], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  };
  const contents = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(join(folder, 'secrets')).map((name) => [name, readFileSync(join(folder, 'secrets', name), 'utf8')]),
    );

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-secrets-'));
    cpSync('docker/make-secrets', join(folder, 'make-secrets'));
    make();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('writes every secret that Compose reads, once', () => {
    const written = contents();
    const files = Object.values(compose.secrets).map(({ file }) => file.replace('./secrets/', ''));
    expect(Object.keys(written).sort()).toEqual([...files].sort());
    expect(new Set(Object.values(written)).size).toBe(files.length);
    make();
    expect(contents()).toEqual(written);
  });

  it('writes them for the users of the containers, into a folder that other users cannot enter', () => {
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(modeOf(join(folder, 'secrets'))).toBe('700');
    expect(new Set(readdirSync(join(folder, 'secrets')).map((name) => modeOf(join(folder, 'secrets', name))))).toEqual(
      new Set(['644']),
    );
  });

  it.each(['api', 'internal-api', 'worker'])('satisfies the settings of %s', (name) => {
    const { environment = {} } = compose.services[name] ?? {};
    // Compose replaces variables by their defaults.
    const values = Object.entries(environment).map(
      ([key, value]) => [key, value.replace(/^\$\{\w+:-(.*)\}$/, '$1')] as const,
    );
    const env = values.map(([key, value]) => [key, value.replace(MOUNT, join(folder, 'secrets/'))] as const);
    const settings = loadSettings(Object.fromEntries(env));
    expect(settings.isProduction).toBe(true);
    expect(settings.DATABASE_URL).toMatch(/^postgres:\/\/trunkline_service:[\w-]{32}@postgres:5432\/trunkline$/);
    expect(settings.LISTENERS).toEqual(
      { api: ['public'], 'internal-api': ['internal'] }[name] ?? ['public', 'internal'],
    );
  });
});
