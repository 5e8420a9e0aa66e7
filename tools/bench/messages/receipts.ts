import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CarrierInbox } from '@trunkline/messaging';
import { pause } from '../../postgres';
import { WorkerCrew } from '../billing/worker-crew';
import { type Comparison, percentile, underLimit } from '../measuring/measure';
import { anySecrets, applicationOn } from '../stack/application';
import { onClient, onDatabase } from '../stack/database';
import { accountWith } from '../webhooks/endpoints';
import { BenchReceiver } from '../webhooks/receiver';

const RECEIPTS = 50;
const PAUSE_MS = 200;
const GIVE_UP_MS = 60_000;
const TARGET_MS = 150;

const SENT = `INSERT INTO messaging.messages (id, account_id, direction, sender, recipient, number_id, status, encoding, segments,
    price_cents, created_at, sent_at, receipt_until, attempts, carrier_id, refused_by, passed_over)
  SELECT 'sms_bench' || n, $1, 'outbound', '+12125550100', '+1646555' || lpad(n::text, 4, '0'), 'num_bench' || n, 'sent', 'gsm7', 1,
    1, now(), now(), now() + interval '3 days', 0, 'mcr_1', '{}', '{}' FROM generate_series(1, $2::integer) n`;
const PARTS = `INSERT INTO messaging.message_parts (carrier_id, carrier_message_id, message_id, created_at)
  SELECT 'mcr_1', 'm' || n, 'sms_bench' || n, now() FROM generate_series(1, $1::integer) n`;

/** Measures the time from a carrier's receipt to the webhook about it, on an idle worker. */
export const benchReceipts = (): Promise<Comparison> =>
  onDatabase(async (url) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
    const env = { ...anySecrets(), DATABASE_URL: url, DATA_DIR: dataDir, ALLOW_PRIVATE_WEBHOOKS: 'true' };
    const application = await applicationOn(url, env);
    const receiver = await BenchReceiver.start();
    const crew = await WorkerCrew.start(1, env);
    try {
      const { id: accountId } = await accountWith(application, [receiver.url('/hook')]);
      await onClient(url, async (client) => {
        await client.query(SENT, [accountId, RECEIPTS]);
        await client.query(PARTS, [RECEIPTS]);
      });
      const inbox = application.get(CarrierInbox, { strict: false });
      const arrived = new Map<string, number>();
      for (let n = 1; n <= RECEIPTS; n++) {
        arrived.set(`num_bench${String(n)}`, performance.timeOrigin + performance.now());
        const report = { carrierMessageId: `m${String(n)}`, from: null, to: null, code: '000', at: new Date() };
        await inbox.receipt('mcr_1', { ...report, state: 'delivered' });
        await pause(PAUSE_MS);
      }
      const p50 = percentile(await latencies(receiver, arrived), 0.5);
      process.stderr.write(`messages: receipt to webhook, p50 ${p50.toFixed(0)} ms\n`);
      return underLimit('receipt to webhook, p50', 'ms', TARGET_MS, p50);
    } finally {
      await crew.kill();
      await receiver.stop();
      await application.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

async function latencies(receiver: BenchReceiver, arrived: ReadonlyMap<string, number>): Promise<number[]> {
  const until = performance.now() + GIVE_UP_MS;
  while ((await receiver.count()) < arrived.size) {
    if (performance.now() > until) throw new Error(`Only ${String(await receiver.count())} webhooks arrived.`);
    await pause(PAUSE_MS);
  }
  return (await receiver.take()).map(({ key, at }) => at - (arrived.get(key.split(' ')[0] ?? '') ?? NaN));
}
