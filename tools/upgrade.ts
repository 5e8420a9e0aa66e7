// An upgrade under load: two API processes of the last release behind nginx, the migrations of this checkout, and a rolling
// restart. See docs/operations.md#upgrade. The filled database of the release is kept, and each run upgrades a copy of it. Each phase
// prints when it begins and how long it took, and an error names its phase.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort, startPostgres } from './postgres';
import { readAccount, type SandboxAccount } from './sandbox/sandbox-account';
import { Load, type Request, send, type Target } from './upgrade/load';
import { phase, report } from './upgrade/phases';
import { Api, checkOut, createData, migrateTo, run, startNginx } from './upgrade/processes';
import { rowsOf } from './upgrade/rows';
import { checkArguments } from './usage';

checkArguments(`Usage: npm run upgrade

Measures the requests of an upgrade from the commit UPGRADE_FROM (release 0.2.0) with UPGRADE_CDRS (2000000) CDRs.
UPGRADE_DIR (.upgrade) keeps the release and its filled database, by release and size, for the next run. Needs nginx.`);

const FROM = process.env['UPGRADE_FROM'] ?? '32258345';
const CDRS = Number(process.env['UPGRADE_CDRS'] ?? 2_000_000);
const FOLDER = resolve(process.env['UPGRADE_DIR'] ?? '.upgrade');
const FAULTS_SHOWN = 50;
const LIMIT_MS = 2_000;
const ROUTE_LIMIT_MS = 200;
const STEADY_MS = 20_000;
/** Covers all calls of a run, with what they hold: see docs/operations.md#upgrade. */
const CREDIT_CENTS = 10_000_000;
/** nginx sends nothing to a process for two seconds after it was stopped, then one request, and all others once that was answered. */
const FAIL_TIMEOUT_PASSED_MS = 5000;

const release = join(FOLDER, `release-${FROM}`);
const filled = join(FOLDER, `filled-${FROM}-${String(CDRS)}`);
const dataDir = join(FOLDER, 'data');
mkdirSync(FOLDER, { recursive: true, mode: 0o711 });

await phase(`Building release ${FROM}`, () => checkOut(FROM, release));
await phase('Building this checkout', () => run('.', process.execPath, ['tools/build.mjs', 'tools/migrate', 'api']));
await phase('Deleting the data of the last run', removeData);
if (!existsSync(filled)) {
  await phase('Creating the database of the release', () => createData(release, dataDir));
  await phase(`Filling it with ${String(CDRS)} CDRs`, () => onPostgres(fill));
  renameSync(dataDir, filled);
}
await phase('Copying the filled database', () => {
  run('.', 'cp', ['-a', '--reflink=auto', filled, dataDir]);
  // Otherwise the disk is still writing the copy when requests are measured.
  run('.', 'sync', []);
});
await onPostgres(upgrade);

/** The server of a run that was killed goes on, and would take the processors of this run. */
async function removeData(): Promise<void> {
  const dir = join(dataDir, 'postgres');
  if (existsSync(join(dir, 'postmaster.pid')))
    await startPostgres({ dir }).then(
      (server) => server.stop(),
      // A folder that cannot be opened has no server.
      () => undefined,
    );
  rmSync(dataDir, { recursive: true, force: true });
}

async function onPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const postgres = await startPostgres({ dir: join(dataDir, 'postgres') });
  try {
    await work(postgres.url);
  } finally {
    // The server has 30 seconds to stop, in which a slow disk does not take all that was written.
    // A server that has failed is stopped all the same, and the error of the work says more.
    await onClient(postgres.url, (client) => client.query('CHECKPOINT')).catch(() => undefined);
    await postgres.stop();
  }
}

async function onClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The stack of the release has created it. */
function account(): SandboxAccount {
  return readAccount(dataDir) as SandboxAccount;
}

async function fill(url: string): Promise<void> {
  await onClient(url, async (client) => {
    for (const statement of rowsOf(account().accountId, CDRS))
      await phase(statement.split(/[\n(]|SELECT/)[0]?.trim() ?? '', () => client.query(statement));
  });
}

interface Deployment {
  readonly api: Target;
  readonly switches: Target;
  readonly operator: Target;
}

/** Orders a number that is routed to a trunk, and returns it. */
async function orderNumber({ api, operator }: Deployment): Promise<string> {
  const agent = new Agent();
  const ask = async (target: Target, request: Request): Promise<unknown> => {
    const { status, body } = await send(target, agent, request);
    if (status < 200 || status > 299) throw new Error(`${request.path}: ${String(status)} ${body}`);
    return JSON.parse(body);
  };
  const terms = { tier: 'verified', billing_mode: 'postpaid', credit_limit_cents: CREDIT_CENTS };
  await ask(operator, { method: 'PATCH', path: `/operator/accounts/${account().accountId}`, body: terms });
  const gateways = [{ name: 'first', host: '127.0.0.1', port: 5081 }];
  const routed = {
    method: 'POST',
    path: '/v1/sip-trunks',
    body: { name: `Upgrade ${String(Date.now())}`, gateways },
  } as const;
  const trunk = (await ask(api, routed)) as { data: { id: string } };
  const order = { country: 'US', type: 'geographic', trunk_id: trunk.data.id };
  const bought = (await ask(api, { method: 'POST', path: '/v1/numbers', body: order })) as {
    data: { number: { e164: string } };
  };
  return bought.data.number.e164;
}

async function upgrade(url: string): Promise<void> {
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
  const env = { ...secrets, DATABASE_URL: url, DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'warn' };
  const port = await portsOf(['public', 'internal', 'public1', 'internal1', 'public2', 'internal2'] as const);
  const apis = ([1, 2] as const).map((n) => {
    const log = join(FOLDER, `api-${String(n)}.log`);
    return new Api(port[`public${n}`], port[`internal${n}`], env, log);
  });
  await phase('Starting the API processes of the release', async () => {
    for (const api of apis) await api.start(release);
  });
  const nginx = await phase('Starting nginx', () =>
    startNginx(FOLDER, [
      [port.public, [port.public1, port.public2]],
      [port.internal, [port.internal1, port.internal2]],
    ]),
  );
  const at = (to: number, tokens = '') => ({
    url: `http://127.0.0.1:${String(to)}`,
    headers: { authorization: `Bearer ${tokens.replace(/,.*/, '')}` },
  });
  const deployment: Deployment = {
    api: at(port.public, account().apiKey),
    switches: at(port.internal, secrets['SWITCH_TOKENS']),
    operator: at(port.internal, secrets['OPERATOR_TOKENS']),
  };
  try {
    await measure(deployment, apis, { DATABASE_URL: url, DATA_DIR: dataDir });
  } finally {
    for (const api of apis) await api.stop();
    nginx.kill('SIGTERM');
  }
}

async function portsOf<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const ports = await Promise.all(names.map(async (name) => [name, await freePort()] as const));
  return Object.fromEntries(ports) as Record<Name, number>;
}

/** Migrates and restarts under load, and prints how long requests took meanwhile. */
async function measure(
  deployment: Deployment,
  apis: readonly Api[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const called = await phase('Ordering a number', () => orderNumber(deployment));
  const load = new Load(deployment.api, deployment.switches, called);
  load.start();
  try {
    await phase('Requests before the upgrade', () => pause(STEADY_MS));
    report(load.enter('migration'));
    await phase('Migrating', () => migrateTo(env));
    report(load.enter('restart'));
    for (const api of apis)
      await phase(`Replacing the API process at port ${String(api.port)}`, async () => {
        await api.stop();
        await api.start('.');
        await pause(FAIL_TIMEOUT_PASSED_MS);
      });
    report(load.enter('after'));
    await phase('Requests after the upgrade', () => pause(STEADY_MS));
    report(load.enter('end'));
  } finally {
    await phase('Waiting for the last requests', () => load.stop());
    console.log(`\n${load.table()}\n`);
  }
  const lost = await phase('Looking for the CDR and the charge of each call', () =>
    lostCalls(env['DATABASE_URL'] ?? '', load),
  );
  const faults = [...load.faults({ others: LIMIT_MS, routes: ROUTE_LIMIT_MS }), ...lost];
  const { accepted, refused } = load;
  console.log(`${String(accepted.length)} reports of calls were accepted, ${String(refused.length)} were not.`);
  console.log(`${String(load.repeats)} reports of CDRs were answered 5xx and sent again.`);
  console.log(
    faults.length === 0
      ? 'No request failed, no route took more than 200 ms, and nothing else more than 2 s.'
      : [`${String(faults.length)} faults:`, ...faults.slice(0, FAULTS_SHOWN)].join('\n'),
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Returns the calls whose report was not accepted, or that were recorded or charged other than once. */
async function lostCalls(url: string, { accepted, refused }: Load): Promise<string[]> {
  const { rows } = await onClient(url, (client) =>
    client.query<{ call: string; cdrs: number; charges: number }>(
      `SELECT call, count(c.id)::integer AS cdrs, count(t.id)::integer AS charges FROM unnest($1::text[]) call
       LEFT JOIN cdr.cdrs c ON c.switch_id = 'upgrade' AND c.sip_call_id = call
       LEFT JOIN billing.transactions t ON t.id = c.billing_transaction_id
       GROUP BY call HAVING count(c.id) <> 1 OR count(t.id) <> 1`,
      [accepted],
    ),
  );
  return [
    ...refused.map((call) => `${call}: its report was not accepted`),
    ...rows.map(({ call, cdrs, charges }) => `${call}: ${String(cdrs)} CDRs, ${String(charges)} charges`),
  ];
}
