import { messageMoney } from '@trunkline/billing-ledger/testing';
import { Clock, EventBus, newId } from '@trunkline/kernel';
import type { HeldCarrier, HeldCarriers } from '@trunkline/messaging';
import {
  aMessagingCarrier,
  linkTo,
  type MessagingWorld,
  messagingWorld,
  RecordingInbox,
  Smsc,
} from '@trunkline/messaging/testing';
import { Database, Log } from '@trunkline/platform';
import type { INestApplicationContext } from '@nestjs/common';
import type pg from 'pg';
import { pause } from '../../postgres';
import { type Comparison, ofRounds, underLimit } from '../measuring/measure';
import { anySecrets, applicationOn } from '../stack/application';
import { analyze, onClient, onDatabase } from '../stack/database';

const CARRIER = 'mcr_1';
const WINDOW = 50;
const ROUNDS = 5;
const MESSAGES = 4_000;
const TARGETS = { perSecond: 400, loop: 0.6, growth: 1.15 };
const MANY = Number(process.env['BENCH_MESSAGES'] ?? 100_000);
const ACCOUNTS = 20;
const FUNDS_CENTS = 1_000_000_000;
const POLL_MS = 50;
const SAMPLE_MS = 1_000;
const MEGA = 1024 * 1024;

/** Wallets, and $1 waiting messages that hold a cent each. $2 distinguishes the ids of a round. */
const WALLETS = `INSERT INTO billing.wallets (account_id, billing_mode, currency, balance_cents, opened_at, updated_at)
  SELECT 'acc_bench' || n, 'prepaid', 'USD', $1, now(), now() FROM generate_series(1, $2::integer) n`;
const LOAD = `WITH sent AS (
    SELECT n, 'sms_' || $2 || lpad(n::text, 7, '0') AS id, 'acc_bench' || (n % ${String(ACCOUNTS)} + 1) AS account_id
    FROM generate_series(1, $1::integer) n
  ), message AS (
    INSERT INTO messaging.messages (id, account_id, direction, sender, recipient, number_id, status, phase, body_sealed, encoding,
      segments, price_cents, created_at, due_at, expires_at, attempts, carrier_id, refused_by, passed_over)
    SELECT id, account_id, 'outbound', '+12125550100', '+1646' || lpad(n::text, 7, '0'), 'num_1', 'queued', 'waiting',
      id || ' WW91ciBjb2RlIGlzIDEyMzQ1Ni4', 'gsm7', 1, 1, now(), now(), now() + interval '1 day', 0, '${CARRIER}', '{}', '{}' FROM sent
  ), hold AS (
    INSERT INTO billing.holds (id, account_id, status, amount_cents, related_kind, related_id, reference, created_at, item)
    SELECT 'hold_' || id, account_id, 'open', 1, 'sms', id, 'sms:' || id, now(), 'sms' FROM sent
  )
  UPDATE billing.wallets w SET held_cents = held_cents + s.count, outbound_held_cents = outbound_held_cents + s.count
  FROM (SELECT account_id, count(*) AS count FROM sent GROUP BY 1) s WHERE w.account_id = s.account_id`;
const LEFT = `SELECT count(*)::integer AS count FROM messaging.messages WHERE status = 'queued'`;

interface Bench {
  readonly client: pg.Client;
  readonly world: MessagingWorld;
  readonly smsc: Smsc;
  readonly carriers: HeldCarriers;
}

/**
 * Measures how fast the pump hands messages to an SMSC over SMPP, beside a loop that claims and settles as many without SMPP;
 * then the memory over many messages. The SMSC runs in the same process.
 */
export const benchHandedOver = (): Promise<Comparison[]> =>
  onDatabase(async (url) => {
    const application = await applicationOn(url, { ...anySecrets(), DATABASE_URL: url });
    const smsc = await Smsc.start();
    const bench = await setUp(application, smsc);
    try {
      return await onClient(url, async (client) => {
        await client.query(WALLETS, [FUNDS_CENTS, ACCOUNTS]);
        const seen = { floor: [] as number[], ours: [] as number[] };
        for (let round = 0; round <= ROUNDS; round++) {
          const [floor, ours] = [
            await rateOf(client, () => loop(bench.world)),
            await rateOf(client, () => pump({ ...bench, client })),
          ];
          await analyze(url);
          process.stderr.write(
            `messages ${String(round)}/${String(ROUNDS)}: loop ${floor.toFixed(0)}/s, pump ${ours.toFixed(0)}/s\n`,
          );
          // The first round compiles the code.
          if (round === 0) continue;
          seen.floor.push(floor);
          seen.ours.push(ours);
        }
        const fixed = { floor: seen.ours.map(() => TARGETS.perSecond), ours: seen.ours };
        return [
          ofRounds(`messages to an SMSC, window ${String(WINDOW)}`, fixed, 1),
          ofRounds('the same, beside a loop without SMPP', seen, TARGETS.loop),
          await memory({ ...bench, client }),
        ];
      });
    } finally {
      await bench.carriers.close();
      await smsc.close();
      await application.close();
    }
  });

async function setUp(application: INestApplicationContext, smsc: Smsc): Promise<Omit<Bench, 'client'>> {
  const get = <T>(token: abstract new (...args: never[]) => T): T => application.get(token, { strict: false });
  const [db, clock, events] = [get(Database), get(Clock), get(EventBus)];
  const { funds } = messageMoney(db, clock, events);
  const world = messagingWorld(db, { clock, events, funds, carrierIds: [CARRIER] });
  const observer = { throttled: () => undefined, unreadable: () => Promise.resolve(), closed: () => undefined };
  const around = { inbox: new RecordingInbox(), observer, clock, log: get(Log) };
  const link = linkTo(smsc, around, { settings: { window: WINDOW } });
  while (!link.state.connected) await pause(POLL_MS);
  const carrier = aMessagingCarrier({ id: CARRIER, window: WINDOW });
  const held: HeldCarrier = { carrier, link, window: WINDOW, lease: newId('op') };
  return { world, smsc, carriers: { keep: () => Promise.resolve([held]), close: () => link.close() } };
}

/** Loads messages and returns how many of them `work` sends per second. */
async function rateOf(client: pg.Client, work: () => Promise<void>): Promise<number> {
  await client.query(LOAD, [MESSAGES, newId('op').slice('op_'.length)]);
  await client.query('ANALYZE messaging.messages, billing.holds');
  const begun = performance.now();
  await work();
  return (MESSAGES * 1000) / (performance.now() - begun);
}

/** Claims and settles a window at a time, as if each carrier answered at once. */
async function loop({ store, settling }: MessagingWorld): Promise<void> {
  const [lease, outcomes] = [newId('op'), 32];
  for (;;) {
    const { messages } = await store.claim({ carrierId: CARRIER, lease, limit: WINDOW, now: new Date() });
    if (messages.length === 0) return;
    const facts = messages.map(({ id, sender, recipient }) => {
      const outcome = { kind: 'accepted', carrierMessageIds: [newId('op')] } as const;
      return {
        kind: 'answer',
        carrierId: CARRIER,
        lease,
        messageId: id,
        from: sender,
        to: recipient,
        outcome,
      } as const;
    });
    for (let from = 0; from < facts.length; from += outcomes) await settling.settle(facts.slice(from, from + outcomes));
  }
}

async function pump({ client, world, carriers, smsc }: Bench, sample: () => void = () => undefined): Promise<void> {
  const deliver = world.deliver({ keep: () => carriers.keep(), close: () => Promise.resolve() });
  await deliver.round();
  const left = async () => (await client.query<{ count: number }>(LEFT)).rows[0]?.count ?? 0;
  while ((await left()) > 0) {
    await pause(POLL_MS);
    smsc.parts.length = 0;
    sample();
  }
  await deliver.stop();
}

/** Compares the memory in the second half of many messages with the first. */
async function memory(bench: Bench): Promise<Comparison> {
  await bench.client.query(LOAD, [MANY, newId('op').slice('op_'.length)]);
  await bench.client.query('ANALYZE messaging.messages, billing.holds');
  const samples: number[] = [];
  let sampledAt = performance.now();
  await pump(bench, () => {
    if (performance.now() - sampledAt < SAMPLE_MS) return;
    sampledAt = performance.now();
    samples.push(process.memoryUsage().rss / MEGA);
  });
  const half = Math.floor(samples.length / 2);
  const [first, second] = [Math.max(...samples.slice(0, half)), Math.max(...samples.slice(half))];
  process.stderr.write(
    `messages: ${String(MANY)} messages, memory ${first.toFixed(0)} MB, then ${second.toFixed(0)} MB\n`,
  );
  return underLimit(
    `memory in the second half of ${String(MANY)} messages, limit 1.15 of the first`,
    'MB',
    first * TARGETS.growth,
    second,
  );
}
