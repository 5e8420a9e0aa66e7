import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { jest } from '@jest/globals';
import { Database } from '@trunkline/platform';
import { eventually, freshDatabaseUrl } from '@trunkline/platform/testing';
import pg from 'pg';
import { ComplianceApi, type Customer, removeDataOf, settingsOn } from './compliance-api';

// Starts three API processes in turn.
jest.setTimeout(240_000);

const newKey = (name: string) => `${name}:${randomBytes(32).toString('base64')}`;
const [OLD, NEW] = [newKey('old'), newKey('new')];
const PERSON = { kind: 'person', last_name: 'Lovelace', address_line1: '1', city: 'London', postal_code: '1' };
const ACCOUNTS = 3;

/** What an account has stored, and how it is read back. */
interface Stored {
  readonly customer: Customer;
  readonly endUserId: string;
  readonly firstName: string;
  readonly documentId: string;
  readonly content: Buffer;
}

describe('npm run rotate-keys beside a running API', () => {
  let settings: Record<string, string>;
  let api: ComplianceApi;
  const stored: Stored[] = [];

  beforeAll(async () => {
    settings = settingsOn(await freshDatabaseUrl(), OLD);
    api = await ComplianceApi.start(settings);
    for (let n = 0; n < ACCOUNTS; n++) stored.push(await store(await api.signUp()));
    await api.stop();
    api = await ComplianceApi.start({ ...settings, MASTER_KEYS: `${NEW},${OLD}` });
  });
  afterAll(async () => {
    await api.stop();
    removeDataOf(settings);
  });

  const store = async (customer: Customer): Promise<Stored> => {
    const pdf = await PDFDocument.create();
    pdf.addPage([200, 200]);
    pdf.setTitle(randomBytes(8).toString('hex'));
    const content = Buffer.from(await pdf.save());
    const firstName = `Ada ${randomBytes(4).toString('hex')}`;
    const person = { ...PERSON, first_name: firstName, country: 'GB' };
    const made = await api.write('POST', '/compliance/end-users', person, customer);
    const endUserId = String(made.data['id']);
    const uploaded = await api.upload(content, { doc_type: 'passport', end_user_id: endUserId }, customer);
    expect([made.status, uploaded.status]).toEqual([201, 201]);
    return { customer, endUserId, firstName, documentId: String(uploaded.data['id']), content };
  };
  const expectReadable = async ({ customer, endUserId, firstName, documentId, content }: Stored) => {
    const read = await api.get(`/compliance/end-users/${endUserId}`, customer);
    expect([read.status, read.data['first_name']]).toEqual([200, firstName]);
    const cookie = await api.signIn(customer);
    const file = await api.get(`/compliance/documents/${documentId}/content`, { cookie });
    expect([file.status, file.bytes.equals(content)]).toEqual([200, true]);
  };
  const rotate = (): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } => {
    const env = { ...api.settings, MASTER_KEYS: `${NEW},${OLD}` };
    const child = spawn(process.execPath, ['tools/run.mjs', 'rotate-keys'], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    return { child, ended: new Promise((done) => child.once('close', (code) => done({ code, output }))) };
  };
  /** Counts the wrapped keys by the master key that wraps them. */
  const wrapped = async () => {
    const rows = await api.application.get(Database, { strict: false }).query<{
      id: string;
      count: number;
    }>(`SELECT split_part(wrapped_key, '.', 1) AS id, count(*) FROM compliance.data_keys GROUP BY 1`);
    return Object.fromEntries(rows.map(({ id, count }) => [id, count]));
  };

  it('leaves everything readable when it is killed half way', async () => {
    expect(await wrapped()).toEqual({ old: ACCOUNTS });
    const last = stored.map(({ customer }) => customer.accountId).sort()[ACCOUNTS - 1];
    const holder = new pg.Client({ connectionString: settings['DATABASE_URL'] ?? '' });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM compliance.data_keys WHERE account_id = $1 FOR UPDATE', [last]);
    const { child, ended } = rotate();
    await eventually(async () => expect(await wrapped()).toEqual({ new: ACCOUNTS - 1, old: 1 }));
    child.kill('SIGKILL');
    await ended;
    await holder.query('ROLLBACK');
    await holder.end();
    for (const each of stored) await expectReadable(each);
  });

  it('continues while customers upload and read, after which the API works without the old key', async () => {
    let isRotating = true;
    const customers = stored.map(({ customer }) => customer);
    const load = customers.map(async (customer) => {
      do {
        const each = await store(customer);
        stored.push(each);
        await expectReadable(each);
      } while (isRotating);
    });
    const { code, output } = await rotate().ended;
    isRotating = false;
    await Promise.all(load);
    expect([code, output]).toEqual([0, expect.stringContaining('Remove from MASTER_KEYS: old')]);
    expect(stored.length).toBeGreaterThan(ACCOUNTS);

    await api.stop();
    api = await ComplianceApi.start({ ...settings, MASTER_KEYS: NEW });
    for (const each of stored) await expectReadable(each);
  });
});
