import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '@cantoo/pdf-lib';
import { jest } from '@jest/globals';
import { PersonalData } from '@trunkline/compliance';
import { Database } from '@trunkline/platform';
import { applicationOn } from '../bench/stack/application';
import { type Binaries, findSystemBinaries, type Postgres, startPostgres } from '../postgres';
import { ComplianceApi, type Customer, removeDataOf, settingsOn } from './compliance-api';

// Starts a database server and an API process.
jest.setTimeout(240_000);

const [binaries] = findSystemBinaries();

// The embedded server has no pg_dump. A run without the system's server prints a notice, and fails in CI.
if (binaries) describe('personal data at rest', () => keepsDataSealed(binaries));
else it('needs the pg_dump of the system’s packages, which CI has', () => expect(process.env['CI']).not.toBe('true'));

/** In every planted value that may have any form. */
const MARKER = 'qzxvjkwpyhqz';
/** Stored in plain text on purpose: proves that the search finds what is there. */
const CONTROL = 'wvqkzjxhpyzq';
const PHONE = '+4930901820377';
const BIRTHDAY = '1903-07-29';

function keepsDataSealed(server: Binaries): void {
  let folder: string;
  let postgres: Postgres;
  let settings: Record<string, string>;
  let api: ComplianceApi;
  let customer: Customer;
  let content: Buffer;
  let endUserId: string;
  let documentId: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-at-rest-'));
    // PostgreSQL started by root runs as another user, which must be able to traverse the folder.
    chmodSync(folder, 0o711);
    postgres = await startPostgres({ dir: join(folder, 'postgres'), binaries: server });
    settings = settingsOn(postgres.url, `k1:${Buffer.alloc(32, 7).toString('base64')}`);
    const migrated = spawnSync(process.execPath, [resolve('dist/tools/migrate.js')], {
      env: settings,
      encoding: 'utf8',
    });
    if (migrated.status !== 0) throw new Error(`The migration failed: ${migrated.stderr}`);
    api = await ComplianceApi.start(settings);
    customer = await api.signUp();
    await plant();
  });
  afterAll(async () => {
    await api.stop();
    await postgres.stop();
    removeDataOf(settings);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Stores values in every personal field, changes and reads them, and makes requests that are refused. */
  const plant = async () => {
    const value = (name: string) => `${MARKER}${name}`;
    const details = {
      first_name: value('first'),
      last_name: value('last'),
      date_of_birth: BIRTHDAY,
      vat_number: value('vat'),
      email: `${MARKER}@example.com`,
      phone_e164: PHONE,
      address_line1: value('line1'),
      address_line2: value('line2'),
      city: value('city'),
      state: value('state'),
      postal_code: value('zip'),
      id_doc_type: 'passport',
      id_doc_number: value('passport'),
      id_doc_country: 'GB',
      notes: `${value('note')} ${'and more '.repeat(200)}`,
    };
    const business = {
      kind: 'business',
      business_name: value('business'),
      business_registration_number: value('register'),
    };
    expect(
      (await api.write('POST', '/compliance/end-users', { ...details, ...business, country: 'GB' }, customer)).status,
    ).toBe(201);
    const made = await api.write(
      'POST',
      '/compliance/end-users',
      { ...details, kind: 'person', country: 'GB' },
      customer,
    );
    endUserId = String(made.data['id']);
    const path = `/compliance/end-users/${endUserId}`;
    expect((await api.write('PATCH', path, { city: value('moved') }, customer)).status).toBe(200);
    expect((await api.get(`/compliance/end-users?q=${MARKER}last&kind=person`, customer)).data['items']).toHaveLength(
      1,
    );
    expect(
      (await api.write('POST', '/compliance/end-users', { ...details, kind: MARKER, country: 'GB' }, customer)).status,
    ).toBe(422);
    content = await aDocument();
    const fields = { doc_type: 'passport', end_user_id: endUserId, notes: value('scan'), name: `${MARKER}.pdf` };
    const uploaded = await api.upload(content, fields, customer);
    expect(uploaded.status).toBe(201);
    documentId = String(uploaded.data['id']);
    expect((await api.upload(content.subarray(0, -100), fields, customer)).status).toBe(422);
    expect((await api.get(`/compliance/documents?end_user_id=${endUserId}`, customer)).data['items']).toHaveLength(1);
    expect((await api.write('PATCH', '/accounts/me', { name: CONTROL }, customer)).status).toBe(200);
  };

  const dump = (): Buffer => {
    const { stdout, status } = spawnSync(join(dirname(server.postgres), 'pg_dump'), [postgres.url], {
      maxBuffer: 1024 ** 3,
    });
    expect(status).toBe(0);
    return stdout;
  };
  const wal = async (): Promise<Buffer> => {
    const db = api.application.get(Database, { strict: false });
    await db.query('SELECT pg_current_wal_flush_lsn()');
    return filesUnder(join(folder, 'postgres'), (path) => path.includes('pg_wal'));
  };
  const stored = (): Buffer => filesUnder(settings['DATA_DIR'] ?? '', () => true);

  it('is in no database dump, WAL segment or stored file, in any encoding', async () => {
    const places = { dump: dump(), wal: await wal(), files: stored() };
    const found = (name: keyof typeof places, text: Buffer | string) =>
      formsOf(Buffer.from(text))
        .filter(({ bytes }) => places[name].includes(bytes))
        .map(({ form }) => `${name}: ${form}`);
    expect([found('dump', CONTROL), found('wal', CONTROL)]).toEqual([['dump: text'], ['wal: text']]);
    expect(found('files', documentId)).toEqual([]);
    const slices = [0, content.length >> 1, content.length - 40].map((at) => content.subarray(at, at + 32));
    for (const planted of [MARKER, PHONE, BIRTHDAY, ...slices]) {
      const all = (['dump', 'wal', 'files'] as const).flatMap((name) => found(name, planted));
      expect([String(planted), all]).toEqual([String(planted), []]);
    }
    expect(places.files.length).toBeGreaterThan(content.length);
  });

  it('cannot be read from a restored dump and the storage once the data key is erased', async () => {
    const data = (application: typeof api.application) => application.get(PersonalData, { strict: false });
    const before = await data(api.application).cipherOf(customer.accountId);
    await data(api.application).erase(customer.accountId);
    const target = new URL(postgres.url);
    target.pathname = '/restored';
    const run = (program: string, args: readonly string[], input?: Buffer) =>
      spawnSync(join(dirname(server.postgres), program), args, { ...(input && { input }), maxBuffer: 1024 ** 3 })
        .status;
    expect(run('createdb', ['--maintenance-db', postgres.url, 'restored'])).toBe(0);
    expect(run('psql', ['--quiet', target.toString()], dump())).toBe(0);

    const restored = await applicationOn(target.toString(), settings);
    try {
      await expect(data(restored).cipherOf(customer.accountId)).rejects.toMatchObject({ code: 'not_found' });
      const db = restored.get(Database, { strict: false });
      const keys = await db.query(`SELECT account_id, wrapped_key FROM compliance.data_keys`);
      expect(keys).toEqual([{ account_id: customer.accountId, wrapped_key: null }]);
      const row = await db.find<{ sealed: string; storage_key: string }>(
        `SELECT e.sealed, d.storage_key FROM compliance.end_users e JOIN compliance.documents d ON d.end_user_id = e.id
         WHERE e.id = $1`,
        [endUserId],
      );
      const { sealed = '', storage_key: key = '' } = row ?? {};
      // Both are still there, and the erased key would open them.
      expect(before.open(endUserId, sealed).toString()).toContain(MARKER);
      const file = join(settings['DATA_DIR'] ?? '', 'documents', key);
      const plain = before.decryption(key);
      plain.end(readFileSync(file));
      expect((await buffer(plain)).equals(content)).toBe(true);
    } finally {
      await restored.close();
    }
    const cookie = await api.signIn(customer);
    expect((await api.get(`/compliance/end-users/${endUserId}`, customer)).status).toBe(404);
    expect((await api.get(`/compliance/documents/${documentId}/content`, { cookie })).status).toBe(404);
  });
}

/** A PDF with the marker in its title, uncompressed. */
async function aDocument(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.addPage([200, 200]);
  pdf.context.register(pdf.context.stream(Buffer.from(MARKER.repeat(50))));
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

interface Form {
  readonly form: string;
  readonly bytes: Buffer;
}

/** Returns the bytes in the encodings in which they might be stored. */
function formsOf(bytes: Buffer): Form[] {
  const text = bytes.toString('latin1');
  const swapped = Buffer.from(text, 'utf16le').swap16();
  const hex = bytes.toString('hex');
  const as = (form: string, value: Buffer | string): Form => ({ form, bytes: Buffer.from(value) });
  return [
    as('text', bytes),
    as('capitals', text.toUpperCase()),
    as('UTF-16LE', Buffer.from(text, 'utf16le')),
    as('UTF-16BE', swapped),
    as('hex', hex),
    as('HEX', hex.toUpperCase()),
    as('hex of UTF-16', swapped.toString('hex')),
    as('reversed', Buffer.from(bytes).reverse()),
    ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
  ].filter(({ form, bytes: searched }) => form === 'text' || !searched.equals(bytes));
}

/** Base64 of the bytes as part of a longer value, where they begin at any of three positions of a group. */
function base64At(bytes: Buffer, offset: number): Form[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const whole = padded.subarray(0, padded.length - (padded.length % 3)).toString('base64');
  const inner = offset === 0 ? whole : whole.slice(4);
  const url = inner.replaceAll('+', '-').replaceAll('/', '_');
  const form = { form: `Base64 at ${String(offset)}`, bytes: Buffer.from(inner) };
  return url === inner ? [form] : [form, { form: `Base64url at ${String(offset)}`, bytes: Buffer.from(url) }];
}

function filesUnder(folder: string, isWanted: (path: string) => boolean): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Buffer.concat(paths.filter(isWanted).map((path) => readFileSync(path)));
}
