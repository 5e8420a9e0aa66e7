import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PruneExports, RunExport } from '@trunkline/exports';
import { Clock, newId } from '@trunkline/kernel';
import { freePort } from '@trunkline/kernel/testing';
import { Database, Settings } from '@trunkline/platform';
import S3rver from 's3rver';
import { type Customer, startApi, type TestApi } from '../support';
import { codeOf, dataOf, type Row } from '../support/numbering/shopping';

const CREDENTIALS = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
/** More than a part of an upload. */
const EVENTS = 20_000;

describe.each(['folder', 'S3'])('the files of exports in a store of the kind %s', (kind) => {
  const isS3 = kind === 'S3';
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-export-store-'));
  let server: S3rver;
  let port: number;
  let api: TestApi;
  let customer: Customer;
  let documents: string;

  const openStore = async () => {
    if (!isS3) return renameIfMoved();
    const bucket = { name: 'trunkline', configs: [] };
    server = new S3rver({ port, silent: true, directory: join(folder, 's3'), configureBuckets: [bucket] });
    await server.run();
  };
  const closeStore = async () => {
    if (isS3) return server.close();
    renameSync(documents, `${documents}-moved`);
    writeFileSync(documents, '');
  };
  const renameIfMoved = () => {
    if (!existsSync(`${documents}-moved`)) return;
    rmSync(documents);
    renameSync(`${documents}-moved`, documents);
  };

  beforeAll(async () => {
    port = await freePort();
    await openStore();
    const store = { S3_BUCKET: 'trunkline', S3_ENDPOINT: `http://127.0.0.1:${String(port)}`, ...CREDENTIALS };
    api = await startApi(isS3 ? store : {});
    documents = join(api.use(Settings).DATA_DIR, 'documents');
    customer = await api.customers.make();
    await api.use(Database).query(
      `INSERT INTO webhooks.events (id, account_id, type, data, related_ids, created_at)
       SELECT id, $1, 'call.completed', jsonb_build_object('cdr_id', md5(id)), '{}', $3 FROM unnest($2::text[]) AS id`,
      [customer.accountId, Array.from({ length: EVENTS }, () => newId('evt')), api.use(Clock).now()],
    );
  });
  afterAll(async () => {
    await api.stop();
    if (isS3) await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const create = async () => {
    const answer = await api.post('/v1/exports', { kind: 'events', format: 'ndjson' }, customer);
    expect(answer.status).toBe(202);
    return String(dataOf(answer)['id']);
  };
  const run = (id: string) => api.use(RunExport).run({ accountId: customer.accountId, id });
  const read = async (id: string) => dataOf(await api.get(`/v1/exports/${id}`, customer));
  const download = (id: string) =>
    fetch(`${api.url}/v1/exports/${id}/download`, { headers: { authorization: `Bearer ${customer.key}` } });
  const filesOf = (id: string): string[] => {
    const root = isS3 ? join(folder, 's3') : documents;
    const entries = readdirSync(root, { recursive: true, withFileTypes: true, encoding: 'utf8' });
    return entries
      .filter((each) => each.isFile() && each.name.includes(id))
      .map((each) => join(each.parentPath, each.name));
  };
  const spooled = () => readdirSync(join(documents, 'exports'));

  it('are encrypted there alone, and downloaded as their digest describes', async () => {
    const id = await create();
    await run(id);
    const bytes = Buffer.from(await (await download(id)).arrayBuffer());
    const { sha256, size_bytes: size, row_count: rows } = await read(id);
    expect([sha256, size, rows]).toEqual([createHash('sha256').update(bytes).digest('hex'), bytes.length, EVENTS]);
    const lines = gunzipSync(bytes).toString().trimEnd().split('\n');
    expect(new Set(lines.map((line) => (JSON.parse(line) as Row)['id'])).size).toBe(EVENTS);
    const stored = filesOf(id);
    expect(stored.length).toBeGreaterThan(0);
    for (const path of stored) expect(readFileSync(path).includes(bytes.subarray(100, 164))).toBe(false);
    expect(spooled()).toEqual([]);
  });

  it('are deleted seven days after, and with the exports of a closed account', async () => {
    const [expired, closed] = [await create(), await create()];
    for (const id of [expired, closed]) await run(id);
    await api
      .use(Database)
      .query(`UPDATE exports.exports SET expires_at = now() - interval '1 second' WHERE id = $1`, [expired]);
    await api.use(PruneExports).prune();
    const answer = await api.get(`/v1/exports/${expired}/download`, customer);
    expect([answer.status, codeOf(answer), filesOf(expired)]).toEqual([410, 'export_expired', []]);
    expect(filesOf(closed)).not.toEqual([]);
    await api.use(PruneExports).deleteAll(customer.accountId);
    expect([filesOf(closed), (await api.get(`/v1/exports/${closed}`, customer)).status]).toEqual([[], 404]);
  });

  it('are written again by another attempt after the store was unavailable', async () => {
    const id = await create();
    await closeStore();
    await expect(run(id)).rejects.toThrow();
    await openStore();
    expect(await read(id)).toMatchObject({ status: 'pending' });
    expect(spooled()).toEqual([]);
    await api.use(Database).query(`UPDATE exports.exports SET leased_until = NULL WHERE id = $1`, [id]);
    await run(id);
    const bytes = Buffer.from(await (await download(id)).arrayBuffer());
    expect(await read(id)).toMatchObject({
      status: 'completed',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });
});
