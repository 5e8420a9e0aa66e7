import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join as joinPath } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { Database } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import sharp from 'sharp';
import { fromBufferPromise } from 'yauzl';
import { bySession, type Customer, DASHBOARD_ORIGIN, startApi, type TestApi } from '../../support';
import { anImage, aPdf, aPdfOf, withAction, withAttachment } from '../../support/files';
import { join } from '../../support/identity/members';

const MAX = 2_097_152;
const PATH = '/v1/compliance/documents';

interface Document {
  readonly id: string;
  readonly [member: string]: unknown;
}
interface Reply {
  readonly status: number;
  readonly data: Document;
  readonly error?: { readonly code: string; readonly message: string; readonly fields?: Record<string, string> };
}
interface FormOptions {
  readonly name?: string;
  readonly type?: string;
  readonly fields?: Record<string, string>;
  readonly key?: string;
  readonly idempotencyKey?: string;
}

describe(PATH, () => {
  let api: TestApi;
  let customer: Customer;
  let other: Customer;
  let pdf: Buffer;

  beforeAll(async () => {
    api = await startApi();
    [customer, other] = [await api.customers.make(), await api.customers.make()];
    pdf = await aPdf();
  });
  afterAll(() => api.stop());

  const upload = async (content: Buffer, options: FormOptions = {}): Promise<Reply> => {
    const { name = 'scan.pdf', type = '', fields = {}, key = customer.key, idempotencyKey } = options;
    const form = new FormData();
    for (const [field, value] of Object.entries({ doc_type: 'passport', ...fields })) form.append(field, value);
    form.append('file', new Blob([new Uint8Array(content)], { type }), name);
    const headers = { authorization: `Bearer ${key}`, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) };
    const response = await fetch(`${api.url}${PATH}`, { method: 'POST', body: form, headers });
    const body = (await response.json()) as { data: Document; error?: Reply['error'] };
    return { status: response.status, data: body.data, error: body.error };
  };
  const outcome = async (content: Buffer, options?: FormOptions) => {
    const { status, error } = await upload(content, options);
    return [status, error?.code];
  };
  const stored = () => filesUnder(joinPath(api.settings.DATA_DIR, 'documents'));
  const contentOf = (id: string, sender: object = bySession(customer)) => api.get(`${PATH}/${id}/content`, sender);

  it.each([
    ['PDF', 'application/pdf', () => aPdf()],
    ['JPEG', 'image/jpeg', () => anImage('jpeg')],
    ['PNG', 'image/png', () => anImage('png')],
  ])('returns 201 for a %s, and its content byte for byte', async (_name, type, make) => {
    const content = await make();
    const { status, data } = await upload(content, { type, fields: { issued_at: '2026-01-01', notes: 'Front' } });
    expect([status, data]).toMatchObject([
      201,
      { content_type: type, size_bytes: content.length, issued_at: '2026-01-01', end_user_id: null, notes: 'Front' },
    ]);
    const read = await contentOf(data.id);
    expect([read.status, read.bytes.equals(content)]).toEqual([200, true]);
    expect(read.headers.get('content-type')).toBe(type);
    expect(read.headers.get('content-disposition')).toContain('attachment; filename="doc_');
    expect(read.headers.get('x-content-type-options')).toBe('nosniff');
    expect(read.headers.get('cache-control')).toBe('no-store');
  });

  it('accepts a file as JSON, and returns 422 naming invalid or missing content', async () => {
    const body = { doc_type: 'passport', filename: 'a.pdf', content_type: 'application/pdf' };
    const made = await api.post(PATH, { ...body, content_base64: pdf.toString('base64') }, customer);
    expect([made.status, made.body.data]).toMatchObject([201, { filename: 'a.pdf', size_bytes: pdf.length }]);
    const invalid = await api.post(PATH, { ...body, content_base64: 'not base64' }, customer);
    expect([invalid.status, invalid.body.error?.fields]).toMatchObject([422, { content_base64: expect.any(String) }]);
    expect((await api.post(PATH, body, customer)).body.error?.fields).toHaveProperty('file');
    const big = Buffer.alloc(MAX + 1, 'x').toString('base64');
    expect((await api.post(PATH, { ...body, content_base64: big }, customer)).body.error?.code).toBe(
      'document_too_large',
    );
  });

  it('accepts 2 MB, and returns 413 one byte past it', async () => {
    expect(await outcome(await aPdfOf(MAX))).toEqual([201, undefined]);
    expect(await outcome(await aPdfOf(MAX + 1))).toEqual([413, 'document_too_large']);
    expect(await outcome(await aPdfOf(MAX - 1))).toEqual([201, undefined]);
  });

  it('returns 415 for other content, and for content of another type than declared', async () => {
    const png = await anImage('png');
    expect(await outcome(Buffer.from('MZ executable'))).toEqual([415, 'unsupported_media_type']);
    expect(await outcome(Buffer.from('<html><script>1</script>'), { type: 'application/pdf' })).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(await outcome(png, { type: 'application/pdf' })).toEqual([415, 'unsupported_media_type']);
    expect(await outcome(png, { type: 'application/octet-stream' })).toEqual([201, undefined]);
  });

  it('returns 422 document_unreadable for empty, truncated and damaged files, and for polyglots', async () => {
    const [png, jpeg] = [await anImage('png', 400), await anImage('jpeg', 400)];
    const zip = Buffer.from('504b0304140000000000', 'hex');
    const damaged = Buffer.from(png);
    damaged[png.length >> 1]! ^= 0xff;
    const cases: [string, Buffer][] = [
      ['empty', Buffer.alloc(0)],
      ['half a PDF', pdf.subarray(0, pdf.length >> 1)],
      ['half a PNG', png.subarray(0, png.length >> 1)],
      ['half a JPEG', jpeg.subarray(0, jpeg.length >> 1)],
      ['a JPEG whose end alone is right', Buffer.concat([jpeg.subarray(0, jpeg.length >> 1), jpeg.subarray(-2)])],
      ['a damaged PNG', damaged],
      ['a PDF before a ZIP', Buffer.concat([pdf, zip])],
      ['a PNG before a ZIP', Buffer.concat([png, zip])],
      ['a JPEG before a PDF', Buffer.concat([jpeg, pdf])],
      ['a PDF header alone', Buffer.from('%PDF-1.7\n%%EOF\n')],
    ];
    for (const [name, content] of cases) {
      expect([name, ...(await outcome(content))]).toEqual([name, 422, 'document_unreadable']);
    }
  });

  it('returns 422 document_unreadable for a PDF with active content', async () => {
    const hidden = Buffer.from('%PDF-1.4\n1 0 obj<</S/J#61vaScript/JS(app.alert)>>endobj\n');
    const cases: [string, Buffer][] = [
      ['a script', await aPdf(withAction('JavaScript'))],
      ['a script without object streams', await aPdf(withAction('JavaScript'), 10)],
      ['a launch action', await aPdf(withAction('Launch'))],
      ['an embedded file', await aPdf(withAttachment)],
      ['an escaped name in a stream', await aPdf((d) => void d.context.register(d.context.stream(hidden)), 10)],
    ];
    for (const [name, content] of cases) {
      expect([name, ...(await outcome(content))]).toEqual([name, 422, 'document_unreadable']);
    }
  });

  it('returns 422 document_unreadable for bombs, without taking their memory', async () => {
    const bomb = deflateSync(Buffer.alloc(300 * 1024 * 1024), { level: 9 });
    const head = `%PDF-1.5\n1 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${bomb.length}>>stream\n`;
    const pdfBomb = Buffer.concat([
      Buffer.from(head),
      bomb,
      Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
    ]);
    const pixels = { create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } } as const;
    const imageBomb = await sharp(pixels).png({ compressionLevel: 9 }).toBuffer();
    const before = process.memoryUsage().rss;
    expect(await outcome(pdfBomb)).toEqual([422, 'document_unreadable']);
    expect(await outcome(imageBomb)).toEqual([422, 'document_unreadable']);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Windows\\evil.exe', 'evil.exe.pdf'],
    ['Ausweis Zoë.PDF', 'Ausweis Zoë.PDF'],
    ['a:b<c>.pdf', 'abc.pdf'],
    ['...', 'document.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(124)}.pdf`],
    [`${'🚀'.repeat(100)}.pdf`, `${'🚀'.repeat(49)}.pdf`],
  ])('cleans the file name %s', async (name, kept) => {
    const { status, data } = await upload(pdf, { name });
    expect([status, data.filename]).toEqual([201, kept]);
    const disposition = (await contentOf(data.id)).headers.get('content-disposition') ?? '';
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(kept);
  });

  it('removes EXIF on request and turns the image upright', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const content = await anImage(format);
      expect(content.includes('SpyCam')).toBe(true);
      const { data } = await upload(content, { fields: { strip_metadata: 'true' } });
      const stripped = (await contentOf(data.id)).bytes;
      expect([stripped.includes('SpyCam'), data.size_bytes]).toEqual([false, stripped.length]);
      expect(await sharp(stripped).metadata()).toMatchObject({ width: 32, height: 64 });
    }
  });

  it('returns 422 naming invalid fields', async () => {
    const invalid: [string, Record<string, string>][] = [
      ['doc_type', { doc_type: 'selfie' }],
      ['issued_at', { issued_at: '2999-01-01' }],
      ['issued_at', { issued_at: 'yesterday' }],
      ['expires_at', { issued_at: '2026-01-02', expires_at: '2026-01-02' }],
      ['end_user_id', { end_user_id: 'eu_unknown' }],
      ['strip_metadata', { strip_metadata: 'maybe' }],
      ['notes', { notes: 'x'.repeat(2001) }],
      ['unknown', { unknown: '1' }],
      ['filename', { filename: 'a.pdf' }],
    ];
    for (const [field, fields] of invalid) {
      const { status, error } = await upload(pdf, { fields });
      expect([field, status, Object.keys(error?.fields ?? {})]).toEqual([field, 422, [field]]);
    }
  });

  it('returns 422 for a form with two files, and 400 for a malformed one', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(pdf)]), 'a.pdf');
    form.append('file', new Blob([new Uint8Array(pdf)]), 'b.pdf');
    const headers = { authorization: `Bearer ${customer.key}` };
    const two = await fetch(`${api.url}${PATH}`, { method: 'POST', body: form, headers });
    expect([two.status, Object.keys(((await two.json()) as Reply).error?.fields ?? {})]).toEqual([422, ['file']]);
    const type = { ...headers, 'content-type': 'multipart/form-data; boundary=b' };
    const cut = await fetch(`${api.url}${PATH}`, { method: 'POST', body: '--b\r\nContent-Disp', headers: type });
    expect(cut.status).toBe(400);
  });

  it('stores one document for parallel and repeated uploads under one Idempotency-Key', async () => {
    const options = { idempotencyKey: 'upload-1' };
    const replies = await Promise.all([1, 2, 3].map(() => upload(pdf, options)));
    const last = await upload(pdf, options);
    const ids = replies.flatMap(({ status, data }) => (status === 201 ? [data.id] : []));
    expect(new Set([...ids, last.data.id]).size).toBe(1);
    const changed = await upload(await aPdf(undefined, 5), options);
    expect(changed.error?.code).toBe('idempotency_key_reused');
    for (const other of [{ name: 'other.pdf' }, { type: 'application/pdf' }]) {
      expect(await outcome(pdf, { ...options, ...other })).toEqual([422, 'idempotency_key_reused']);
    }
  });

  it('takes a part without a Content-Type', async () => {
    const part = (header: string) => `--b\r\nContent-Disposition: form-data; name="${header}\r\n\r\n`;
    const head = Buffer.from(`${part('doc_type"')}passport\r\n${part('file"; filename="a.pdf"')}`);
    const body = new Uint8Array(Buffer.concat([head, pdf, Buffer.from('\r\n--b--\r\n')]));
    const headers = { authorization: `Bearer ${customer.key}`, 'content-type': 'multipart/form-data; boundary=b' };
    expect((await fetch(`${api.url}${PATH}`, { method: 'POST', body, headers })).status).toBe(201);
  });

  it('strips an image that would become too large, at a lower quality', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const image = sharp({ create: { width: 1900, height: 1800, channels: 3, background: 'white', noise } });
    const content = await image
      .withExif({ IFD0: { Make: 'SpyCam' } })
      .jpeg({ quality: 70 })
      .toBuffer();
    expect((await sharp(content).jpeg({ quality: 92 }).toBuffer()).length).toBeGreaterThan(MAX);
    expect(await outcome(content, { name: 'a.jpg', fields: { strip_metadata: 'true' } })).toEqual([201, undefined]);
  });

  it('leaves nothing behind after refusals and after clients that hang up', async () => {
    const spooled = () => filesUnder(joinPath(api.settings.DATA_DIR, 'documents', 'incoming')).length;
    // An earlier upload is discarded after its response.
    await untilIt(() => spooled() === 0);
    const before = stored().length;
    await upload(Buffer.from('MZ'));
    await upload(await aPdfOf(MAX + 1));
    await upload(pdf, { fields: { doc_type: 'selfie' } });
    const head = [
      `POST ${PATH} HTTP/1.1`,
      'Host: api.test',
      `Authorization: Bearer ${customer.key}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 1000000',
    ].join('\r\n');
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
    // More than are received in memory: the others are written to disk.
    const clients = Array.from({ length: 5 }, () => connect(Number(new URL(api.url).port), '127.0.0.1'));
    for (const client of clients) client.write(`${head}\r\n\r\n${part}${'x'.repeat(200_000)}`);
    await untilIt(() => spooled() > 0);
    for (const client of clients) client.destroy();
    await untilIt(() => spooled() === 0);
    expect(stored().length).toBe(before);
    await eventually(async () => {
      const rows = await api.use(Database).query(`SELECT FROM compliance.loose_files WHERE NOT is_removed`);
      expect(rows).toEqual([]);
    });
  });

  it('stores a whole document or nothing when the client hangs up at any point', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
    const field = '--b\r\nContent-Disposition: form-data; name="doc_type"\r\n\r\npassport\r\n';
    const form = Buffer.concat([Buffer.from(`${field}${part}`), pdf, Buffer.from('\r\n--b--\r\n')]);
    const json = JSON.stringify({ doc_type: 'passport', content_base64: pdf.toString('base64') });
    const headOf = (type: string, length: number) =>
      [`POST ${PATH} HTTP/1.1`, 'Host: api.test', `Authorization: Bearer ${customer.key}`, `Content-Type: ${type}`]
        .concat(`Content-Length: ${length}`, '', '')
        .join('\r\n');
    const hangUpAfter = async (type: string, body: Buffer, bytes: number) => {
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
      await new Promise(
        (sent) => socket.write(headOf(type, body.length)) && socket.write(body.subarray(0, bytes), sent),
      );
      socket.destroy();
    };
    const begin = field.length + part.length;
    for (const bytes of [
      0,
      field.length,
      begin - 2,
      begin + 1,
      begin + (pdf.length >> 1),
      form.length - 4,
      form.length,
    ]) {
      await hangUpAfter('multipart/form-data; boundary=b', form, bytes);
    }
    for (const bytes of [1, json.length >> 1, json.length]) {
      await hangUpAfter('application/json', Buffer.from(json), bytes);
    }
    expect(await outcome(pdf)).toEqual([201, undefined]);
    await eventually(async () => {
      const rows = await api.use(Database).query<{ key: string; is_claimed: boolean }>(
        `SELECT storage_key AS key, true AS is_claimed FROM compliance.documents
         UNION ALL SELECT storage_key, is_removed FROM compliance.loose_files`,
      );
      expect(rows.filter(({ is_claimed: isClaimed }) => !isClaimed)).toEqual([]);
      const folder = joinPath(api.settings.DATA_DIR, 'documents');
      const known = rows.map(({ key }) => joinPath(folder, key));
      expect(stored().filter((path) => !known.includes(path))).toEqual([]);
    });
  });

  it('erases an end user with the documents, their files and what a search finds', async () => {
    const names = { first_name: 'Augusta', last_name: 'Byron', address_line1: '1', city: 'London', postal_code: '1' };
    const person = { kind: 'person', ...names, country: 'GB' };
    const { id } = (await api.post('/v1/compliance/end-users', person, customer)).body.data as { id: string };
    const { data } = await upload(pdf, { fields: { end_user_id: id } });
    const before = stored().length;
    const path = `/v1/compliance/end-users/${id}`;
    expect((await api.post(`${path}/erase`, {}, other)).status).toBe(404);
    expect((await api.post(`${path}/erase`, {}, await join(api, customer, 'read_only'))).status).toBe(403);
    const erased = await api.post(`${path}/erase`, {}, customer);
    expect([erased.status, erased.body.data]).toEqual([200, { id, deleted: true }]);
    for (const gone of [path, `${PATH}/${data.id}`]) expect((await api.get(gone, customer)).status).toBe(404);
    expect((await api.get(`${path}/export`, bySession(customer))).status).toBe(404);
    expect((await contentOf(data.id)).status).toBe(404);
    expect((await api.get('/v1/compliance/end-users?q=augusta', customer)).body.data).toMatchObject({ items: [] });
    await untilIt(() => stored().length === before - 1);
    const log = await api.get(`/v1/compliance/access-log?resource_id=${id}`, bySession(customer));
    expect((log.body.data as { items: object[] }).items).toMatchObject([
      { action: 'end_user.erase', actor_kind: 'api_key' },
    ]);
  });

  it('returns 409 to repeats of requests whose responses held data of an erased end user', async () => {
    const names = { first_name: 'Euphemia', last_name: 'Byron', address_line1: '1', city: 'London', postal_code: '1' };
    const requests: [method: string, path: string, body: object][] = [];
    const send = async (method: string, path: string, body: object) => {
      requests.push([method, path, body]);
      const key = { 'idempotency-key': `erased-${requests.length}` };
      return (await api.send(method, path, { body, sender: customer, headers: key })).body.data as { id: string };
    };
    const endUsers = '/v1/compliance/end-users';
    const { id } = await send('POST', endUsers, { kind: 'person', ...names, country: 'GB' });
    await send('PATCH', `${endUsers}/${id}`, { city: 'Bath' });
    const content = { doc_type: 'passport', content_base64: pdf.toString('base64'), filename: 'Euphemia.pdf' };
    const document = await send('POST', PATH, { ...content, end_user_id: id });
    const loose = await send('POST', PATH, content);
    await send('PATCH', `${PATH}/${loose.id}`, { end_user_id: id });
    await send('POST', '/v1/compliance/bundles', { name: 'Euphemia', end_user_id: id, country: 'GB' });
    const unrelated = await send('POST', endUsers, { kind: 'person', ...names, country: 'GB' });
    expect((await api.post(`${endUsers}/${id}/erase`, {}, customer)).status).toBe(200);

    const repeats: unknown[] = [];
    for (const [index, [method, path, body]] of requests.entries()) {
      const key = { 'idempotency-key': `erased-${index + 1}` };
      const { status, text, body: answer } = await api.send(method, path, { body, sender: customer, headers: key });
      repeats.push([status, answer.error?.code ?? (answer.data as { id: string }).id]);
      if (status === 409) expect(text).not.toContain('Euphemia');
    }
    expect(repeats).toEqual([...Array<unknown>(6).fill([409, 'conflict']), [201, unrelated.id]]);
    expect((await api.get(`${PATH}/${document.id}`, customer)).status).toBe(404);
    const { items } = (await api.get(`${endUsers}?q=euphemia`, customer)).body.data as { items: { id: string }[] };
    expect(items.map((each) => each.id)).toEqual([unrelated.id]);
  });

  it('stores no plain byte of the content, the name or the notes', async () => {
    const { data } = await upload(await aPdf(undefined, 200_000), {
      name: 'Lovelace.pdf',
      fields: { notes: 'Quuxington' },
    });
    const bytes = Buffer.concat(stored().map((path) => readFileSync(path)));
    expect([bytes.includes('xxxxxxxx'), bytes.includes('%PDF'), bytes.includes('Lovelace')]).toEqual([
      false,
      false,
      false,
    ]);
    const [row] = await api
      .use(Database)
      .query(`SELECT d::text AS t FROM compliance.documents d WHERE id = $1`, [data.id]);
    expect(JSON.stringify(row)).not.toMatch(/Lovelace|Quuxington/);
  });

  it('lists, updates and deletes documents, with their content', async () => {
    const person = await api.post(
      '/v1/compliance/end-users',
      {
        kind: 'person',
        first_name: 'Ada',
        last_name: 'Lovelace',
        address_line1: '1',
        city: 'London',
        postal_code: '1',
        country: 'GB',
      },
      customer,
    );
    const { id: owner } = person.body.data as { id: string };
    const { data } = await upload(pdf, { fields: { doc_type: 'utility_bill', expires_at: '2030-01-01' } });
    const path = `${PATH}/${data.id}`;
    const changed = await api.patch(path, { end_user_id: owner, expires_at: '2027-05-05', notes: null }, customer);
    expect(changed.body.data).toMatchObject({ end_user_id: owner, expires_at: '2027-05-05', doc_type: 'utility_bill' });
    for (const [query, ids] of [
      [`end_user_id=${owner}`, [data.id]],
      ['expiring_before=2027-05-06&doc_type=utility_bill', [data.id]],
      ['expiring_before=2027-05-06&doc_type=passport,utility_bill', [data.id]],
      [`end_user_id=${owner},eu_unknown&doc_type=passport,other`, []],
      ['expiring_from=2027-05-05&expiring_before=2027-05-06', [data.id]],
      ['expiring_from=2027-05-06&expiring_before=2027-05-07', []],
    ] as const) {
      const listed = await api.get(`${PATH}?unattached=true&${query}`, customer);
      expect((listed.body.data as { items: Document[] }).items.map(({ id }) => id)).toEqual(ids);
    }
    expect((await api.get(`/v1/compliance/end-users/${owner}`, customer)).body.data).toMatchObject({
      document_count: 1,
    });
    expect((await api.delete(`/v1/compliance/end-users/${owner}`, customer)).body.error?.code).toBe('resource_in_use');
    expect((await api.patch(path, { end_user_id: 'eu_unknown' }, customer)).body.error?.fields).toHaveProperty(
      'end_user_id',
    );
    const before = stored().length;
    expect((await api.delete(path, customer)).body.data).toEqual({ id: data.id, deleted: true });
    expect((await api.get(path, customer)).status).toBe(404);
    await untilIt(() => stored().length === before - 1);
  });

  it('refuses content to keys, read-only members and other accounts, and logs reads', async () => {
    const { data } = await upload(pdf);
    expect((await contentOf(data.id, { key: customer.key })).body.error?.code).toBe('session_required');
    expect((await contentOf(data.id, await join(api, customer, 'read_only'))).body.error?.code).toBe('forbidden');
    for (const each of [`${PATH}/${data.id}`, `${PATH}/doc_unknown`]) {
      expect((await api.get(each, other)).status).toBe(404);
      expect((await api.patch(each, { notes: null }, other)).status).toBe(404);
      expect((await api.delete(each, other)).status).toBe(404);
      expect((await api.get(`${each}/content`, bySession(other))).status).toBe(404);
    }
    const member = await join(api, customer, 'member');
    expect((await contentOf(data.id, member)).status).toBe(200);
    // Returns all details.
    expect((await api.patch(`${PATH}/${data.id}`, {}, member)).body.data).toMatchObject({ id: data.id });
    expect((await api.get(`${PATH}/${data.id}`, customer)).status).toBe(200);
    expect((await api.get(`${PATH}?limit=1`, member)).body.data).toMatchObject({ items: [{ id: data.id }] });
    const log = await api.get(`/v1/compliance/access-log?resource_id=${data.id}`, bySession(customer));
    expect((log.body.data as { items: object[] }).items).toMatchObject([
      { action: 'document.read', actor_kind: 'user', actor_id: member.userId },
      { action: 'document.read', actor_kind: 'api_key' },
      { action: 'document.read', actor_kind: 'user', actor_id: member.userId },
      { action: 'document.read_content', actor_kind: 'user', actor_id: member.userId },
    ]);
  });

  it('exports an end user with the documents as a ZIP, to sessions only, and logs it', async () => {
    const names = { first_name: 'Ada', last_name: 'Lovelace', address_line1: '1', city: 'London', postal_code: '1' };
    const person = { kind: 'person', ...names, country: 'GB' };
    const { id } = (await api.post('/v1/compliance/end-users', person, customer)).body.data as { id: string };
    const { data } = await upload(pdf, { name: 'Zoë.pdf', fields: { end_user_id: id } });
    const bundle = { name: "Ada's office", end_user_id: id, country: 'GB', document_ids: [data.id] };
    expect((await api.post('/v1/compliance/bundles', bundle, customer)).status).toBe(201);
    const path = `/v1/compliance/end-users/${id}/export`;
    const exported = await api.get(path, bySession(customer));
    expect([exported.status, exported.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = await unzip(exported.bytes);
    expect([...files.keys()]).toEqual(['end-user.json', `documents/${data.id}-Zoë.pdf`]);
    expect(files.get(`documents/${data.id}-Zoë.pdf`)).toEqual(pdf);
    expect(JSON.parse(String(files.get('end-user.json')))).toMatchObject({
      firstName: 'Ada',
      documents: [{ id: data.id }],
      bundles: [{ name: "Ada's office", documentIds: [data.id] }],
    });
    expect((await api.get(path, { key: customer.key })).body.error?.code).toBe('session_required');
    expect((await api.get(path, await join(api, customer, 'read_only'))).status).toBe(403);
    expect((await api.get(path, bySession(other))).status).toBe(404);
    const log = await api.get(`/v1/compliance/access-log?resource_id=${id}`, bySession(customer));
    expect((log.body.data as { items: object[] }).items).toMatchObject([{ action: 'end_user.export' }]);
    const reads = await api.get(`/v1/compliance/access-log?resource_id=${data.id}`, bySession(customer));
    expect((reads.body.data as { items: object[] }).items).toMatchObject([{ action: 'document.read_content' }]);
  });

  it('returns 401, 403 and 415 before it reads a form', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(pdf)]), 'a.pdf');
    const anonymous = await fetch(`${api.url}${PATH}`, { method: 'POST', body: form });
    expect(anonymous.status).toBe(401);
    const { cookie } = await join(api, customer, 'read_only');
    const headers = { cookie, origin: DASHBOARD_ORIGIN };
    expect((await fetch(`${api.url}${PATH}`, { method: 'POST', body: form, headers })).status).toBe(403);
    const elsewhere = await fetch(`${api.url}/v1/compliance/end-users`, { method: 'POST', body: form });
    expect(elsewhere.status).toBe(415);
  });
});

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => joinPath(entry.parentPath, entry.name));
}

/** Waits up to five seconds. */
async function untilIt(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 500) throw new Error('It did not happen within five seconds.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
