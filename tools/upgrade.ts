// An upgrade under load: two API processes of the last release behind nginx, the migrations of this checkout, and a rolling
// restart. See docs/operations.md#upgrade. The filled database of the release is kept, and each run upgrades a copy of it.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort, startPostgres } from './postgres';
import { readAccount, type SandboxAccount } from './sandbox/sandbox-account';
import { Load, type Request, send, type Target } from './upgrade/load';
import { Api, checkOut, createData, migrateTo, run, startNginx } from './upgrade/processes';
import { rowsOf } from './upgrade/rows';
import { checkArguments } from './usage';

checkArguments(`Usage: npm run upgrade

Measures the requests of an upgrade from the commit UPGRADE_FROM (release 0.2.0) with UPGRADE_CDRS (2000000) CDRs.
UPGRADE_DIR (.upgrade) keeps the release and its filled database, for the next run. Needs nginx.`);

const FROM = process.env['UPGRADE_FROM'] ?? '32258345';
const CDRS = Number(process.env['UPGRADE_CDRS'] ?? 2_000_000);
const FOLDER = resolve(process.env['UPGRADE_DIR'] ?? '.upgrade');
const LIMIT_MS = 2_000;
const ROUTE_LIMIT_MS = 200;
const STEADY_MS = 20_000;
/** nginx sends nothing to a process for two seconds after it was stopped. */
const FAIL_TIMEOUT_PASSED_MS = 3000;

const release = join(FOLDER, 'release');
const filled = join(FOLDER, 'filled');
const dataDir = join(FOLDER, 'data');
mkdirSync(FOLDER, { recursive: true, mode: 0o711 });

checkOut(FROM, release);
run('.', process.execPath, ['tools/build.mjs', 'tools/migrate', 'api']);
rmSync(dataDir, { recursive: true, force: true });
if (!existsSync(filled)) {
  await createData(release, dataDir);
  await onPostgres(fill);
  renameSync(dataDir, filled);
}
run('.', 'cp', ['-a', '--reflink=auto', filled, dataDir]);
await onPostgres(upgrade);

async function onPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const postgres = await startPostgres({ dir: join(dataDir, 'postgres') });
  try {
    await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** The stack of the release has created it. */
function account(): SandboxAccount {
  return readAccount(dataDir) as SandboxAccount;
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of rowsOf(account().accountId, CDRS)) {
    console.log(statement.slice(0, statement.indexOf('\n') > 0 ? 40 : 60));
    await client.query(statement);
  }
  await client.end();
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
    if (status > 299) throw new Error(`${request.path}: ${String(status)} ${body}`);
    return JSON.parse(body);
  };
  const terms = { tier: 'verified', billing_mode: 'postpaid' };
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
  for (const api of apis) await api.start(release);
  const nginx = await startNginx(FOLDER, [
    [port.public, [port.public1, port.public2]],
    [port.internal, [port.internal1, port.internal2]],
  ]);
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
  const load = new Load(deployment.api, deployment.switches, await orderNumber(deployment));
  load.start();
  try {
    await pause(STEADY_MS);
    load.phase = 'migration';
    console.log(`The migrations took ${(await migrateTo(env)).toFixed(0)} s.`);
    load.phase = 'restart';
    for (const api of apis) {
      await api.stop();
      await api.start('.');
      await pause(FAIL_TIMEOUT_PASSED_MS);
    }
    load.phase = 'after';
    await pause(STEADY_MS);
  } finally {
    await load.stop();
    console.log(`\n${load.table()}\n`);
  }
  const faults = [
    ...load.faults({ others: LIMIT_MS, routes: ROUTE_LIMIT_MS }),
    ...(await lostCalls(env['DATABASE_URL'] ?? '', load)),
  ];
  console.log(
    `${String(load.recorded.length)} calls were recorded and charged once, ${String(load.lost.length)} were not recorded.`,
  );
  console.log(`${String(load.repeats)} reports of CDRs were answered 5xx and sent again.`);
  console.log(
    faults.length === 0
      ? 'No request failed, no route took more than 200 ms, and nothing else more than 2 s.'
      : faults.join('\n'),
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Returns the calls whose CDR was lost, or recorded or charged other than once. */
async function lostCalls(url: string, { recorded, lost }: Load): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ call: string; cdrs: number; charges: number }>(
    `SELECT call, count(c.id)::integer AS cdrs, count(t.id)::integer AS charges FROM unnest($1::text[]) call
     LEFT JOIN cdr.cdrs c ON c.switch_id = 'upgrade' AND c.sip_call_id = call
     LEFT JOIN billing.transactions t ON t.id = c.billing_transaction_id
     GROUP BY call HAVING count(c.id) <> 1 OR count(t.id) <> 1`,
    [recorded],
  );
  await client.end();
  return [
    ...lost.map((call) => `${call}: its CDR was not recorded`),
    ...rows.map(({ call, cdrs, charges }) => `${call}: ${String(cdrs)} CDRs, ${String(charges)} charges`),
  ];
}
