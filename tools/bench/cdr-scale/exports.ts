import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Stack } from '../../tour/stack';
import { ask, textAt } from '../../tour/http';
import { compare, type Comparison, underLimit } from '../measuring/measure';
import { accountOf } from '../stack/account';
import { onClient } from '../stack/database';
import { pause } from '../../postgres';
import { CopyToGzip } from './copy-to-gzip';

const ROUNDS = { rounds: 3, seconds: 0, warmUps: 1, target: 0.4 };
const MEMORY_MB_MAX = 50;
const KIB_PER_MB = 1024;
const LOOK_MS = 50;

/** The columns of the fields of an export, which COPY writes without the redaction, time zone and escapes of an export. */
const COPIED = `id, sip_call_id, direction, caller, attestation, verification, callee, e164, number_id, country, routing_profile_id,
  sip_trunk_id, forward_to_e164, webrtc_user_id, customer_reference, started_at, answered_at, ended_at, duration_seconds,
  billable_duration_seconds, hangup_cause, sip_response_code, disconnected_by, customer_total_cents, currency,
  billing_transaction_id, imported_from, created_at, caller_withheld, estimated_leg`;

/**
 * Measures exports of the first `rows` CDRs of the account: their speed compared with COPY of the same rows through the same compression,
 * and how much the resident memory of the worker grows.
 */
export async function benchExports(stack: Stack, rows: number): Promise<Comparison[]> {
  const { accountId } = accountOf(stack);
  const { until, count } = await periodOf(stack, accountId, rows);
  const pid = workerOf(stack);
  const grown: number[] = [];
  const copy = new CopyToGzip(
    stack.databaseUrl,
    `COPY (SELECT ${COPIED} FROM cdr.cdrs WHERE account_id = '${accountId}' AND created_at < to_timestamp(${until})
      ORDER BY created_at, id) TO STDOUT (FORMAT csv, HEADER)`,
  );
  const floor = { name: 'COPY through gzip', perSecond: async () => count / (await copy.run()) };
  const ours = {
    name: 'an export',
    perSecond: async () => {
      const before = resident(pid, 'VmRSS');
      forgetPeak(pid);
      const seconds = await exportOf(stack, until, count);
      grown.push(resident(pid, 'VmHWM') - before);
      return count / seconds;
    },
  };
  const speed = await compare(`an export of ${count} CDRs beside COPY through gzip`, { floor, ours }, ROUNDS);
  process.stderr.write(`resident memory grew by ${grown.map((each) => each.toFixed(1)).join(', ')} MB\n`);
  // The first export counts too, although the heap of the worker has to grow for it.
  const memory = underLimit(
    `an export of ${count} CDRs, growth of resident memory`,
    'MB',
    MEMORY_MB_MAX,
    Math.max(...grown),
  );
  return [speed, memory];
}

/** Returns the second before which about the first `rows` CDRs were created, and their exact number. */
function periodOf({ databaseUrl }: Stack, accountId: string, rows: number): Promise<{ until: number; count: number }> {
  return onClient(databaseUrl, async (client) => {
    const { rows: found } = await client.query<{ until: number; count: number }>(
      `SELECT floor(extract(epoch FROM max(created_at)))::integer AS until FROM
         (SELECT created_at FROM cdr.cdrs WHERE account_id = $1 ORDER BY created_at, id LIMIT $2) AS first`,
      [accountId, rows],
    );
    const until = found[0]?.until ?? 0;
    const { rows: counted } = await client.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM cdr.cdrs WHERE account_id = $1 AND created_at < to_timestamp($2)`,
      [accountId, until],
    );
    return { until, count: counted[0]?.count ?? 0 };
  });
}

/** Exports the CDRs. Returns the seconds until the export was completed. */
async function exportOf(stack: Stack, until: number, count: number): Promise<number> {
  const headers = { authorization: `Bearer ${accountOf(stack).apiKey}` };
  const url = `${stack.rootUrl}/v1/exports`;
  const body = { kind: 'cdrs', format: 'csv', filters: { created_to: until } };
  const begun = performance.now();
  const created = await ask('POST', url, { body, headers });
  if (created.status !== 202) throw new Error(JSON.stringify(created.body));
  const id = textAt(created.body, 'data.id');
  for (;;) {
    await pause(LOOK_MS);
    const { body: read } = await ask('GET', `${url}/${id}`, { headers });
    const { status, row_count: rows } = (read as { data: { status: string; row_count: number | null } }).data;
    if (status === 'completed' && rows === count) return (performance.now() - begun) / 1000;
    if (status !== 'pending' && status !== 'running')
      throw new Error(`The export of ${count} CDRs is ${status}, with ${rows ?? 0} rows.`);
  }
}

/** Returns the process ID of the worker of the stack. */
function workerOf({ dataDir }: Stack): number {
  const isWorker = (pid: string) =>
    textOf(pid, 'cmdline').includes('apps/worker/main.js') && textOf(pid, 'environ').includes(`DATA_DIR=${dataDir}\0`);
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isWorker(name));
  if (pid === undefined) throw new Error('The stack has no worker.');
  return Number(pid);
}

/** Returns the text of a file of a process, or '' if the process has ended. */
function textOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function resident(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(text)?.[1]) / KIB_PER_MB;
}

/** Resets VmHWM, the peak, to the current size. */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
