import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { jest } from '@jest/globals';
import { Database } from '@trunkline/platform';
import { eventually, freshDatabaseUrl } from '@trunkline/platform/testing';
import S3rver from 's3rver';
import { ComplianceApi, type Customer, removeDataOf, settingsOn } from './compliance-api';

// Starts four API processes.
jest.setTimeout(240_000);

const newKey = (name: string) => `${name}:${randomBytes(32).toString('base64')}`;
const [OLD, NEW] = [newKey('old'), newKey('new')];
const PLAIN = 'Ada Lovelace';

describe('documents in an S3-compatible store', () => {
  let folder: string;
  let server: S3rver;
  let isStoreUp = true;
  let settings: Record<string, string>;
  let other: Record<string, string>;
  let api: ComplianceApi;
  let customer: Customer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-s3-documents-'));
    const bucket = { name: 'trunkline', configs: [] };
    server = new S3rver({ port: 0, silent: true, directory: folder, configureBuckets: [bucket] });
    const { port } = await server.run();
    const store = {
      S3_BUCKET: 'trunkline',
      S3_ENDPOINT: `http://127.0.0.1:${String(port)}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
    const databaseUrl = await freshDatabaseUrl();
    settings = { ...settingsOn(databaseUrl, OLD), ...store };
    other = { ...settingsOn(databaseUrl, OLD), ...store };
    api = await ComplianceApi.start(settings);
    customer = await api.signUp();
  });
  afterAll(async () => {
    await api.stop();
    if (isStoreUp) await server.close();
    for (const each of [settings, other]) removeDataOf(each);
    rmSync(folder, { recursive: true, force: true });
  });

  const aScan = async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage([200, 200]).drawText(PLAIN);
    pdf.setTitle(PLAIN);
    return Buffer.concat([Buffer.from(await pdf.save())]);
  };
  const upload = async (content: Buffer): Promise<string> => {
    const { status, data } = await api.upload(content, { doc_type: 'passport' }, customer);
    expect(status).toBe(201);
    return String(data['id']);
  };
  const contentOf = async (id: string) => {
    const cookie = await api.signIn(customer);
    return api.get(`/compliance/documents/${id}/content`, { cookie });
  };
  const filesIn = (root: string) =>
    readdirSync(root, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  /** The contents of the bucket; the server keeps metadata beside each. */
  const objects = () => filesIn(folder).filter((bytes) => bytes.length > 500);
  const restart = async (given: Readonly<Record<string, string>>) => {
    await api.stop();
    api = await ComplianceApi.start(given);
  };

  it('are encrypted in the bucket, leave no file on the machine, and are served from another one', async () => {
    const content = await aScan();
    const id = await upload(content);
    expect(objects()).toHaveLength(1);
    for (const bytes of filesIn(folder)) {
      expect([bytes.includes('%PDF'), bytes.includes(PLAIN), bytes.includes('scan.pdf')]).toEqual([
        false,
        false,
        false,
      ]);
    }
    expect(filesIn(join(settings['DATA_DIR'] ?? '', 'documents'))).toEqual([]);
    await restart(other);
    const read = await contentOf(id);
    expect([read.status, read.bytes.equals(content)]).toEqual([200, true]);
    expect((await api.write('DELETE', `/compliance/documents/${id}`, {}, customer)).status).toBe(200);
    expect((await contentOf(id)).status).toBe(404);
    await eventually(() => expect(objects()).toEqual([]));
  });

  it('stay readable through a rotation beside uploads, after which the old key is not needed', async () => {
    await restart({ ...settings, MASTER_KEYS: `${NEW},${OLD}` });
    const stored: { readonly id: string; readonly content: Buffer }[] = [];
    const store = async () => {
      const content = await aScan();
      stored.push({ id: await upload(content), content });
    };
    await store();
    const before = objects();
    const rotation = spawn(process.execPath, ['tools/run.mjs', 'rotate-keys'], { env: api.settings });
    let output = '';
    for (const stream of [rotation.stdout, rotation.stderr]) stream.on('data', (text) => (output += String(text)));
    const ended = new Promise<number | null>((done) => rotation.once('close', done));
    const rotating = { isOver: false };
    void ended.then(() => (rotating.isOver = true));
    while (!rotating.isOver) await store();
    expect([await ended, output]).toEqual([0, expect.stringContaining('Remove from MASTER_KEYS: old')]);
    // Only the wrapped key changes: the objects keep every byte.
    const after = objects();
    for (const bytes of before) expect(after.some((each) => each.equals(bytes))).toBe(true);

    await restart({ ...other, MASTER_KEYS: NEW });
    for (const { id, content } of stored) {
      const read = await contentOf(id);
      expect([read.status, read.bytes.equals(content)]).toEqual([200, true]);
    }
  });

  it('return 503 unavailable while the store cannot be reached, and leave no document', async () => {
    await server.close();
    isStoreUp = false;
    const { status } = await api.upload(await aScan(), { doc_type: 'national_id' }, customer);
    expect(status).toBe(503);
    const rows = await api.application
      .get(Database, { strict: false })
      .query(`SELECT FROM compliance.documents WHERE doc_type = 'national_id'`);
    expect(rows).toEqual([]);
  });
});
