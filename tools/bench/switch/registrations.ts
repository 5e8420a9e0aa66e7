import { Agent } from 'node:http';
import type pg from 'pg';
import type { Stack } from '../../tour/stack';
import { pause } from '../../postgres';
import { compare, type Comparison, percentile, underLimit } from '../measuring/measure';
import { post } from '../measuring/post';
import { probeDuring } from '../measuring/probe';
import { analyze, eventsHandled, onClient } from '../stack/database';
import { onStack } from '../stack/stack';
import { call, orderNumber, routesOf } from './calls';
import { type CalledCustomer, copyCustomer } from './customers';
import { caller } from './route';

const SYSTEMS = 10_000;
const LANES = 8;
/** Phones that refresh every few minutes: the rate of 10,000 systems that do so every 100 seconds. */
const REFRESHES_PER_SECOND = 100;
const PROBE_SECONDS = 20;
/** Contacts that expire beside each other, evenly over the seconds. */
const EXPIRY_SECONDS = 20;
const LOOK_MS = 5;
const EXPIRY_LOOK_MS = 200;
/** From a REGISTER or a closed connection to its event, from an expiry to its event, and of a route. */
const LIMITS = { reportMs: 1_000, expiryMs: 6_000, routeMs: 50 };
const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1, target: 0.95 };
const HOUR_SECONDS = 3_600;

interface System {
  readonly username: string;
  readonly trunkId: string;
}

/** Measures reports, events and routes with 10,000 registered systems. */
export const benchRegistrations = (): Promise<Comparison[]> =>
  onStack((stack) =>
    onClient(stack.databaseUrl, async (db) => {
      const customers = await copyCustomer(stack, await orderNumber(stack));
      // Calls to every other customer go to a registered system, those to the others over a gateway.
      const registered = customers.filter((_, index) => index % 2 === 1);
      const numbers = registered.map(({ e164 }) => e164);
      const overGateways = customers.filter((_, index) => index % 2 === 0).map(({ e164 }) => e164);
      const systems = await plantSystems(db, registered);
      const registrar = new Registrar(stack);
      const reports = await registrar.registerAll(systems);
      await eventsHandled(db);
      await analyze(stack.databaseUrl);
      const changes = await eventsOfChanges(db, registrar, systems.slice(-100));
      const routes = await compareRoutes(stack, { overGateways, registered: numbers });
      const routing = await routesBesideRefreshes(stack, registrar, { systems, numbers });
      const expiries = await eventsOfExpiries(db, registrar, systems);
      const underMs = (name: string, limit: number, measured: number) => underLimit(name, 'ms', limit, measured);
      return [
        underMs(`POST /switch/registrations, p99 of ${SYSTEMS} first reports`, LIMITS.reportMs, reports),
        underMs(`report of a change to its event, slowest of ${changes.length}`, LIMITS.reportMs, Math.max(...changes)),
        underMs(`expiry to its event, slowest of ${SYSTEMS} within ${EXPIRY_SECONDS} s`, LIMITS.expiryMs, expiries),
        underMs(`POST /switch/route, p99 beside ${REFRESHES_PER_SECOND} reports a second`, LIMITS.routeMs, routing),
        routes,
      ];
    }),
  );

/** Reports the contacts of systems as a switch does. */
class Registrar {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(private readonly stack: Stack) {}

  /** Reports one contact that expires after this time, or none. */
  async report({ username }: System, expiresInSeconds: number | null): Promise<void> {
    const contact = {
      uri: `sip:${username}@10.9.9.9:5060`,
      received: 'sip:127.0.0.1:22131',
      user_agent: 'Example PBX 16.2',
      expires_at: Date.now() / 1000 + (expiresInSeconds ?? 0),
    };
    const contacts = expiresInSeconds === null ? [] : [contact];
    await post({
      url: `${this.stack.internalUrl}/switch/registrations`,
      agent: this.agent,
      headers: { authorization: `Bearer ${this.stack.switchToken}` },
      type: 'application/json',
      body: JSON.stringify({ switch_id: 'bench', boot_id: 'b1', username, contacts }),
    });
  }

  /** Reports the first contact of every system, and returns the p99 of the reports in milliseconds. */
  async registerAll(systems: readonly System[]): Promise<number> {
    const waiting = [...systems];
    const took: number[] = [];
    const begun = performance.now();
    const lane = async (): Promise<void> => {
      for (let system = waiting.pop(); system; system = waiting.pop()) {
        const sentAt = performance.now();
        await this.report(system, HOUR_SECONDS);
        took.push(performance.now() - sentAt);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const rate = (systems.length * 1000) / (performance.now() - begun);
    process.stderr.write(`registered ${systems.length} systems, ${Math.round(rate)}/s\n`);
    return percentile(took, 0.99);
  }

  /** Refreshes systems at a fixed rate until `done`. */
  async refreshUntil(done: Promise<unknown>, systems: readonly System[]): Promise<void> {
    const over = new AbortController();
    const ended = done.finally(() => over.abort());
    const sent: Promise<void>[] = [];
    const begun = performance.now();
    for (let n = 0; !over.signal.aborted; n++) {
      const system = systems[n % systems.length];
      if (system) sent.push(this.report(system, HOUR_SECONDS));
      await pause(Math.max(0, begun + (n * 1000) / REFRESHES_PER_SECOND - performance.now()));
    }
    await ended;
    await Promise.all(sent);
  }
}

/** Gives the trunks of these customers register mode instead of gateways, and creates trunks until there are 10,000 systems. */
async function plantSystems(db: pg.Client, registered: readonly CalledCustomer[]): Promise<System[]> {
  const ids = registered.map(({ trunkId }) => trunkId);
  await db.query(`UPDATE voice.sip_trunks SET registration_mode = 'register' WHERE id = ANY ($1)`, [ids]);
  await db.query(`DELETE FROM voice.sip_gateways WHERE trunk_id = ANY ($1)`, [ids]);
  await db.query(
    `INSERT INTO voice.sip_trunks SELECT (jsonb_populate_record(base,
         jsonb_build_object('id', 'trk_system' || n, 'name', 'System ' || n))).*
       FROM voice.sip_trunks base, generate_series(1, $2) n WHERE base.id = $1`,
    [ids[0], SYSTEMS - ids.length],
  );
  const { rows } = await db.query<System>(
    `INSERT INTO voice.trunk_credentials (trunk_id, sip_username, sip_password_sealed, created_at)
     SELECT id, 'u' || md5(id), 'none', now() FROM voice.sip_trunks WHERE registration_mode = 'register'
     RETURNING trunk_id AS "trunkId", sip_username AS username`,
  );
  return rows;
}

/** Returns the times from reports, of a new and of a closed registration each, until their events can be read. */
async function eventsOfChanges(db: pg.Client, registrar: Registrar, systems: readonly System[]): Promise<number[]> {
  const took: number[] = [];
  for (const system of systems) {
    for (const expiresIn of [null, HOUR_SECONDS]) {
      const before = await eventsOf(db, system);
      const sentAt = performance.now();
      await registrar.report(system, expiresIn);
      while ((await eventsOf(db, system)) === before) await pause(LOOK_MS);
      took.push(performance.now() - sentAt);
    }
  }
  return took;
}

async function eventsOf(db: pg.Client, { trunkId }: System): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `SELECT count(*) FROM webhooks.events WHERE related_ids @> ARRAY[$1]`,
    [trunkId],
  );
  return Number(rows[0]?.count);
}

/** Lets all systems expire, evenly over a time, and returns the slowest way from an expiry to its event. */
async function eventsOfExpiries(db: pg.Client, registrar: Registrar, systems: readonly System[]): Promise<number> {
  const expiresAt = new Map<string, number>();
  const leadSeconds = 30;
  const begun = Date.now();
  const waiting = systems.map((system, index) => ({
    system,
    at: begun + (leadSeconds + (EXPIRY_SECONDS * index) / systems.length) * 1000,
  }));
  const lane = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      expiresAt.set(next.system.trunkId, next.at);
      await registrar.report(next.system, (next.at - Date.now()) / 1000);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  process.stderr.write(
    `refreshed all within ${Math.round((Date.now() - begun) / 1000)} s; they expire from ${leadSeconds} s on\n`,
  );
  const seen = new Set<string>();
  let slowest = 0;
  while (seen.size < systems.length) {
    for (const { trunk_id: id } of await recentExpiries(db)) {
      if (seen.has(id)) continue;
      seen.add(id);
      slowest = Math.max(slowest, Date.now() - (expiresAt.get(id) ?? -Infinity));
    }
    await pause(EXPIRY_LOOK_MS);
  }
  return slowest;
}

async function recentExpiries(db: pg.Client): Promise<{ readonly trunk_id: string }[]> {
  const { rows } = await db.query<{ trunk_id: string }>(
    `SELECT data ->> 'trunk_id' AS trunk_id FROM webhooks.events
      WHERE type = 'trunk.unregistered' AND data ->> 'reason' = 'expired' AND created_at > now() - interval '10 seconds'`,
  );
  return rows;
}

/** Compares routes to registered systems with routes over gateways. */
function compareRoutes(
  stack: Stack,
  { overGateways, registered }: { readonly overGateways: readonly string[]; readonly registered: readonly string[] },
): Promise<Comparison> {
  const target = routesOf(stack);
  const pair = {
    floor: caller('gateways', target, { stack, numbers: overGateways, lanes: LANES }),
    ours: caller('registered', target, { stack, numbers: registered, lanes: LANES }),
  };
  return compare(
    `POST /switch/route to one of ${SYSTEMS} registered systems, beside calls over gateways`,
    pair,
    ROUNDS,
  );
}

async function routesBesideRefreshes(
  stack: Stack,
  registrar: Registrar,
  { systems, numbers }: { readonly systems: readonly System[]; readonly numbers: readonly string[] },
): Promise<number> {
  const probe = () => probeDuring(() => call(routesOf(stack), numbers), pause(PROBE_SECONDS * 1000));
  const idle = percentile(await probe(), 0.99);
  const probes = probe();
  await registrar.refreshUntil(probes, systems);
  const loaded = percentile(await probes, 0.99);
  process.stderr.write(`POST /switch/route: p99 ${idle.toFixed(0)} ms idle, ${loaded.toFixed(0)} ms beside reports\n`);
  return loaded;
}
