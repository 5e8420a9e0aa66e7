import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import {
  canStartRedis,
  createLoginRole,
  pgBouncerProgram,
  startOwnRedis,
  startPgBouncer,
} from '@trunkline/platform/testing';
import { Redis } from 'ioredis';
import { addClient, clockAhead, type Finding, TestDeployment, virusScanner } from './stack/test-deployment';

type Env = Readonly<Record<string, string>>;
/** What the doctor says of it, apart from what is in order: the status, the name of the check, and the message. */
type Line = readonly [status: 'warning' | 'fault', check: string, message: RegExp];

interface Broken {
  readonly name: string;
  /** Breaks the deployment. Returns the environment of the doctor that differs. */
  readonly breaks?: () => Env | Promise<Env>;
  readonly repairs?: () => unknown;
  readonly args?: readonly string[];
  readonly lines: readonly Line[];
}

const UNKNOWN_TRUNK = '99999999-cbb1-4295-8e63-e8e1cbb57630';
const HEADER = 'prefix,description,direction,number_type,rate_per_minute,connection_fee,first_s,next_s';
const TWO_DAYS_AND_MORE = 60 * 3_600;

describe('npm run doctor', () => {
  let at: TestDeployment;
  let carrierId: string;
  let ruleId: string;

  beforeAll(async () => {
    at = await TestDeployment.start();
    const idOf = async (table: string) =>
      (await at.owner.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY created_at DESC LIMIT 1`)).rows[0]?.id ??
      '';
    carrierId = await idOf('voice.carriers');
    ruleId = await idOf('numbering.number_price_rules');
  });
  afterAll(() => at.stop());

  const findingsOf = async (env: Env, args: readonly string[] = []) => {
    await at.heartbeat();
    const { exitCode, text } = await at.examine(env, ['--json', ...args], true);
    const { ok, findings } = JSON.parse(text) as { readonly ok: boolean; readonly findings: readonly Finding[] };
    expect([exitCode, ok]).toEqual(findings.some(({ status }) => status === 'fault') ? [1, false] : [0, true]);
    return findings;
  };

  it('finds nothing wrong with a good deployment, and prints a line for each finding', async () => {
    await at.heartbeat();
    const { exitCode, text } = await at.examine({}, ['--mail-to=ops@example.com'], false);
    const lines = text.split('\n');
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([
      '',
      expect.stringMatching(/^\d+ ok, 0 warnings, 0 faults$/),
      '',
    ]);
    expect(exitCode).toBe(0);
    for (const line of [
      /database {4}PostgreSQL \d+\.$/,
      /database {4}All migrations have run\.$/,
      /database {4}The role has exactly the rights that it needs\. Connected directly\.$/,
      /database {4}The clocks of this machine and of the database differ by -?0\.\d s\.$/,
      /redis {7}Not used: PostgreSQL holds queues, limits and caches\.$/,
      /mail {8}The mail server accepts the sign-in\.$/,
      /mail {8}A mail to ops@example\.com was accepted from .*\. Check that it arrives, and not as spam\.$/,
      /documents {3}A file was stored in DATA_DIR, read and deleted\.$/,
      /documents {3}The virus scanner finds the EICAR test file\.$/,
      /suppliers {3}didww accepts the key\.$/,
      /suppliers {3}The balance at didww is 250\.00 USD\.$/,
      /suppliers {3}didww can send calls here\.$/,
      /cards {7}stripe sends its events to https:\/\/localhost:\d+\/webhooks\/payments\/stripe\.$/,
      /public-url {2}https:\/\/localhost:\d+ is reached, and leads to the API\.$/,
      /public-url {2}The proxy forwards headers\.$/,
      /public-url {2}X-Forwarded-For tells the addresses of clients, and clients cannot choose them\.$/,
      /public-url {2}The certificate of localhost is valid for \d+ more days\.$/,
      /processes {3}Running: 1 × API process\.$/,
      /processes {3}Running: 1 × worker\.$/,
      /processes {3}Their clocks and that of the database agree\.$/,
      /carriers {4}Enabled carriers: 1\. None is reported down\.$/,
      /alarms {6}No alarm about a carrier is raised\.$/,
      /switches {4}The switch sw1 sent a heartbeat \d+ s ago\.$/,
      /prices {6}Rules of number prices are in force\.$/,
      /call-prices {2}No carrier has a rate deck to compare prices of calls with\.$/,
      /backups {5}The newest backup of BACKUP_COMMAND is 0 hours old\.$/,
      /secrets {5}No secret is one of an example\.$/,
    ])
      expect(lines).toContainEqual(expect.stringMatching(line));
  });

  const role = { drop: () => Promise.resolve() };
  const broken: readonly Broken[] = [
    {
      name: 'an invalid setting',
      breaks: () => ({ SESSION_SECRETS: 'short' }),
      lines: [['fault', 'settings', /SESSION_SECRETS/]],
    },
    {
      name: 'DIDWW, but no trunk for its calls',
      breaks: () => ({ DIDWW_VOICE_IN_TRUNK_ID: '' }),
      lines: [['fault', 'settings', /^DIDWW_VOICE_IN_TRUNK_ID or DIDWW_VOICE_IN_TRUNK_GROUP_ID is required/]],
    },
    {
      name: 'an unreachable database',
      breaks: () => ({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }),
      lines: [['fault', 'database', /^The database cannot be used, so nothing works: .*ECONNREFUSED/]],
    },
    {
      name: 'a database role without rights',
      breaks: async () => {
        const created = await createLoginRole(at.ownerUrl, '');
        role.drop = created.drop;
        return { DATABASE_URL: created.url };
      },
      repairs: () => role.drop(),
      lines: [
        ['fault', 'database', /^The role may not read the list of migrations/],
        ['fault', 'database', /the login role is no member of trunkline_app\. Run GRANT trunkline_app TO it/],
      ],
    },
    {
      name: 'a migration that has not run',
      breaks: async () => {
        await at.owner.query(`DELETE FROM trunkline_migrations WHERE name = 'CommandTestCalls1795020860000'`);
        return {};
      },
      repairs: () =>
        at.owner.query(
          `INSERT INTO trunkline_migrations (timestamp, name) VALUES (1795020860000, 'CommandTestCalls1795020860000')`,
        ),
      lines: [
        [
          'fault',
          'database',
          /^1 migrations have not run, so processes do not start\. The first is CommandTestCalls1795020860000\.$/,
        ],
      ],
    },
    {
      name: 'master keys of another deployment',
      breaks: () => ({ MASTER_KEYS: `k1:${Buffer.alloc(32, 'another').toString('base64')}` }),
      lines: [['fault', 'start', /MASTER_KEYS/]],
    },
    {
      name: 'a clock that is wrong',
      breaks: () => ({ NODE_OPTIONS: `--require ${clockAhead(at.folder, 9)}` }),
      lines: [['fault', 'database', /^The clocks of this machine and of the database differ by 9\.\d s\.$/]],
    },
    {
      name: 'no mail server, no signatures of viruses, no recent backup and a secret of an example',
      breaks: async () => ({
        SMTP_URL: 'smtp://127.0.0.1:1',
        CLAMD_ADDRESS: `127.0.0.1:${await at.listen(virusScanner(null))}`,
        BACKUP_COMMAND: `expr $(date +%s) - ${TWO_DAYS_AND_MORE}`,
        OPERATOR_TOKENS: 'please-change-me-soon',
      }),
      lines: [
        ['fault', 'mail', /^The mail server cannot be used, so no mail is sent: .*ECONNREFUSED/],
        [
          'fault',
          'documents',
          /^The virus scanner does not find the EICAR test file, so infected documents are accepted\.$/,
        ],
        ['fault', 'backups', /^The newest backup of BACKUP_COMMAND is 60 hours old\.$/],
        ['fault', 'secrets', /^OPERATOR_TOKENS has a secret that can be guessed\.$/],
      ],
    },
    {
      name: 'wrong keys of DIDWW and Stripe, and no rule of number prices',
      breaks: async () => {
        await at.operate('DELETE', `/operator/number-prices/${ruleId}`);
        return { DIDWW_API_KEY: 'a-wrong-key', STRIPE_SECRET_KEY: 'sk_test_wrong' };
      },
      repairs: async () => (ruleId = (await at.operate('POST', '/operator/number-prices', { markup_pct: 20 })).id),
      lines: [
        ['fault', 'suppliers', /^didww does not accept requests, so its numbers are not sold: .*401/],
        ['fault', 'cards', /^The card processor cannot be used, so no card is charged: Invalid API Key/],
        ['warning', 'prices', /^Numbers are sold at cost\.$/],
      ],
    },
    {
      name: 'an unreachable Redis, and a folder of documents that cannot be written',
      breaks: () => {
        writeFileSync(join(at.folder, 'a-file'), '');
        return { REDIS_URL: 'redis://127.0.0.1:1', DATA_DIR: join(at.folder, 'a-file') };
      },
      lines: [
        ['fault', 'redis', /^Redis cannot be used, so limits count per process and caches miss: /],
        ['fault', 'documents', /^Documents cannot be uploaded: /],
      ],
    },
    {
      name: 'no money at DIDWW, and a trunk that it does not know',
      breaks: () => {
        at.didww.state.balance = '0.00';
        return { DIDWW_VOICE_IN_TRUNK_ID: UNKNOWN_TRUNK };
      },
      repairs: () => (at.didww.state.balance = '250.00'),
      lines: [
        ['fault', 'suppliers', /^The balance at didww is 0\.00 USD\.$/],
        ['fault', 'suppliers', new RegExp(`^DIDWW does not know ${UNKNOWN_TRUNK} of DIDWW_VOICE_IN_TRUNK_ID\\.$`)],
      ],
    },
    {
      name: 'no webhook at Stripe, and an unreachable public URL',
      breaks: () => ({ ROOT_URL: `https://localhost:${at.unusedPort}` }),
      lines: [
        [
          'fault',
          'cards',
          /^stripe sends no events to https:\/\/localhost:\d+\/webhooks\/payments\/stripe, so charges stay pending\.$/,
        ],
        ['fault', 'public-url', /ECONNREFUSED/],
      ],
    },
    {
      name: 'a certificate that no authority has signed',
      breaks: () => ({ NODE_EXTRA_CA_CERTS: '', NUMBER_SUPPLIERS: 'stock', CARD_PROCESSOR: 'sandbox' }),
      lines: [
        ['warning', 'cards', /^The card processor sandbox charges no card\.$/],
        ['fault', 'public-url', /^https:\/\/localhost:\d+ cannot be reached: .*self-signed certificate/],
      ],
    },
    {
      name: 'a public URL without TLS, which leads to another service',
      breaks: async () => {
        const other = createServer((_request, response) => response.end('Welcome to nginx!'));
        return {
          ROOT_URL: `http://127.0.0.1:${await at.listen(other)}`,
          CARD_PROCESSOR: 'sandbox',
        };
      },
      lines: [
        ['warning', 'cards', /^The card processor sandbox charges no card\.$/],
        ['fault', 'public-url', /^http:\/\/127\.0\.0\.1:\d+\/health answers 200, and not as this API\.$/],
        ['fault', 'public-url', /^ROOT_URL is not https, so keys and passwords travel in the clear\.$/],
      ],
    },
    {
      name: 'a proxy that drops headers',
      breaks: () => {
        at.forward = ({ authorization: _dropped, 'idempotency-key': _too, ...headers }, client) =>
          addClient(headers, client);
        return {};
      },
      repairs: () => (at.forward = addClient),
      lines: [['fault', 'public-url', /^The proxy does not forward the headers authorization, idempotency-key\.$/]],
    },
    {
      name: 'a proxy that believes X-Forwarded-For of clients',
      breaks: () => {
        at.forward = (headers) => headers;
        return {};
      },
      repairs: () => (at.forward = addClient),
      lines: [
        [
          'fault',
          'public-url',
          /^Clients choose their own address: TRUST_PROXY is 1, but 0 proxies add to X-Forwarded-For\.$/,
        ],
      ],
    },
    {
      name: 'more proxies than TRUST_PROXY says',
      breaks: () => {
        at.forward = (headers, client) => addClient(addClient(headers, '203.0.113.9'), client);
        return {};
      },
      repairs: () => (at.forward = addClient),
      lines: [['warning', 'public-url', /^TRUST_PROXY is 1, so limits count all clients as the proxy 127\.0\.0\.1\.$/]],
    },
    {
      name: 'a worker with a wrong clock and of another release, and no carrier',
      breaks: async () => {
        await at.owner.query(
          `INSERT INTO platform.processes (id, service, host, version, skew_ms, seen_at)
           VALUES ('proc_old', 'worker', 'host-2', '0.1.0', -7300, now() + interval '1 minute')`,
        );
        await at.operate('PATCH', `/operator/carriers/${carrierId}`, { enabled: false });
        return {};
      },
      repairs: async () => {
        await at.owner.query(`DELETE FROM platform.processes WHERE id = 'proc_old'`);
        await at.operate('PATCH', `/operator/carriers/${carrierId}`, { enabled: true });
      },
      lines: [
        ['fault', 'processes', /^The clocks of the worker on host-2 and of the database differ by -7\.3 s\.$/],
        ['warning', 'processes', /^Processes of several releases run: .*0\.1\.0/],
        ['fault', 'carriers', /^No carrier is enabled/],
      ],
    },
    {
      name: 'a carrier that is down, delivers no calls and takes no emergency calls',
      breaks: async () => {
        await at.operate('PATCH', `/operator/carriers/${carrierId}`, { emergency: false, source_networks: [] });
        await at.probed(carrierId, false);
        return {};
      },
      repairs: async () => {
        await at.operate('PATCH', `/operator/carriers/${carrierId}`, {
          emergency: true,
          source_networks: ['198.51.100.0/24'],
        });
        await at.probed(carrierId, true);
      },
      lines: [
        ['fault', 'carriers', /^Carriers do not answer: Carrier\.$/],
        ['warning', 'carriers', /^No carrier has source networks/],
        ['warning', 'carriers', /^No carrier takes emergency calls\.$/],
      ],
    },
    {
      name: 'no switch that takes the test call',
      args: ['--call-to=echo'],
      lines: [['fault', 'switches', /^No switch waits for commands, so none could place the test call\.$/]],
    },
  ];

  it.each(broken)('reports $name, and nothing else', async ({ breaks, repairs, args, lines }) => {
    const env = (await breaks?.()) ?? {};
    try {
      const wrong = (await findingsOf(env, args)).filter(({ status }) => status !== 'ok');
      expect(wrong).toEqual(
        lines.map(([status, check, message]) => ({
          check,
          status,
          message: expect.stringMatching(message) as string,
          remedy: expect.stringMatching(/\w/) as string,
        })),
      );
    } finally {
      await repairs?.();
    }
  });

  it('reports calls that are sold below what a carrier charges', async () => {
    const path = `/operator/carriers/${carrierId}/rate-decks`;
    const deck = await at.operate('POST', `${path}?name=Costs`, `${HEADER}\n385,Croatia,outbound,,9.5,0,60,60\n`);
    await at.operate('POST', `${path}/${deck.id}/activate`, {});
    const wrong = (await findingsOf({})).filter(({ status }) => status !== 'ok');
    expect(wrong).toEqual([
      expect.objectContaining({
        check: 'call-prices',
        status: 'warning',
        message: expect.stringMatching(/^Rate deck deck_\w+ sells calls below cost: outbound \+385/) as string,
      }),
    ]);
    await at.owner.query('UPDATE cdr.deck_activations SET ended_at = now() WHERE carrier_id IS NOT NULL');
  });

  it('reports a switch that was silent for two minutes', async () => {
    await at.heartbeat(120);
    const { text } = await at.examine({}, ['--json'], true);
    const { findings } = JSON.parse(text) as { readonly findings: readonly Finding[] };
    expect(findings.filter(({ status }) => status !== 'ok').map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The switch sw1 has sent no heartbeat for \d{3} s\.$/),
    ]);
  });

  if (canStartRedis()) {
    it('reports a Redis that evicts keys, and a replica', async () => {
      const redis = await startOwnRedis();
      const client = new Redis(redis.url);
      await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
      const wrongOf = async () =>
        (await findingsOf({ REDIS_URL: redis.url }))
          .filter(({ status }) => status !== 'ok')
          .map(({ message }) => message);
      expect(await wrongOf()).toEqual(['Redis evicts keys (allkeys-lru), among them jobs.']);
      await client.config('SET', 'maxmemory-policy', 'noeviction');
      expect(await wrongOf()).toEqual([]);
      await redis.demote();
      expect(await wrongOf()).toEqual([expect.stringContaining('READONLY')]);
      client.disconnect();
      await redis.kill();
    });
  }

  if (pgBouncerProgram()) {
    it('reports a pooler in transaction mode without DATABASE_DIRECT_URL', async () => {
      const own = at.env['DATABASE_URL'] ?? '';
      const pooler = await startPgBouncer({ databaseUrl: at.ownerUrl, mode: 'transaction' }, [own]);
      const env = { DATABASE_URL: pooler.through(own) };
      const wrong = (await findingsOf(env)).filter(({ status }) => status !== 'ok');
      expect(wrong.map(({ check, message }) => [check, message])).toEqual([
        ['database', expect.stringContaining('Set DATABASE_DIRECT_URL') as string],
      ]);
      expect((await findingsOf({ ...env, DATABASE_DIRECT_URL: own })).map(({ message }) => message)).toContain(
        'The role has exactly the rights that it needs. Connected through a pooler in transaction mode.',
      );
      await pooler.stop();
    });
  }

  it('reports that no worker runs', async () => {
    await at.stopWorker();
    const wrong = (await findingsOf({})).filter(({ status }) => status !== 'ok');
    expect(wrong.map(({ check, status, message }) => [status, check, message])).toEqual([
      ['fault', 'processes', 'No worker runs. No mail, event or invoice is sent.'],
    ]);
  });

  it('exits with 2 for an argument that it does not know', async () => {
    expect((await at.examine({}, ['--fix'], true)).exitCode).toBe(2);
  });
});
