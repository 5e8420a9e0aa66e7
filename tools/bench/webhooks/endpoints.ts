import { newId } from '@trunkline/kernel';
import { Endpoints } from '@trunkline/webhooks';
import type { INestApplicationContext } from '@nestjs/common';
import type pg from 'pg';

export interface BenchAccount {
  readonly id: string;
  readonly endpointIds: readonly string[];
}

/** Creates an account with an endpoint for each URL. */
export async function accountWith(
  application: INestApplicationContext,
  urls: readonly string[],
): Promise<BenchAccount> {
  const accountId = newId('acc');
  const endpoints = application.get(Endpoints, { strict: false });
  const endpointIds: string[] = [];
  for (const url of urls) {
    const options = { url, eventTypes: ['*'] };
    const { endpoint } = await endpoints.create({ accountId, operationId: newId('op'), options });
    endpointIds.push(endpoint.id);
  }
  return { id: accountId, endpointIds };
}

const EVENTS = `INSERT INTO webhooks.events (id, account_id, type, data, related_ids, created_at)
  SELECT 'evt_' || $3 || n, $1, 'number.released',
    jsonb_build_object('number_id', 'num_0mh2k3l4p9f1c2d3e4b5a6978', 'e164', '+12125550123'), '{}', now()
  FROM generate_series(1, $2::integer) AS n`;
const DELIVERIES = `INSERT INTO webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, is_test, status,
    attempts, next_attempt_at, created_at)
  SELECT 'whd_' || $3 || n, $1, $4, 'evt_' || $3 || n, 'number.released', false, 'pending', '[]',
    now() + interval '5 seconds', now()
  FROM generate_series(1, $2::integer) AS n`;

/** Queues events for the account's first endpoint. All become due together, after the statement. */
export async function queueBacklog(
  client: pg.Client,
  { id, endpointIds }: BenchAccount,
  events: number,
): Promise<void> {
  const tag = newId('evt').slice('evt_'.length);
  await client.query(EVENTS, [id, events, tag]);
  await client.query(DELIVERIES, [id, events, tag, endpointIds[0]]);
  await client.query('ANALYZE webhooks.deliveries');
}
