import { setTimeout as pause } from 'node:timers/promises';
import { pdfOf } from '@trunkline/compliance/testing';
import { bySession, type Customer, startApi, type TestApi } from '../../support';
import { anImage, aPdf } from '../../support/files';
import { Telephony } from '../../support/telephony';

const PATH = '/v1/compliance/documents';
const PAGES: readonly (readonly [number, string])[] = [
  [1, '<< /Type /Catalog /Pages 2 0 R >>'],
  [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
  [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>'],
];
const pdfOfNumbers = (count: number): Buffer => pdfOf([...PAGES, [4, `[${'0 '.repeat(count)}]`]]);
/** The most that the event loop may stand still of the time of an upload, which it did for nearly all of it. */
const STANDSTILL_MAX = 0.5;

describe(`the inspection of ${PATH}`, () => {
  let api: TestApi;
  let telephony: Telephony;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api, 1_000_000);
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const upload = async (content: Buffer, sender = customer, type = '') => {
    const form = new FormData();
    form.append('doc_type', 'passport');
    form.append('file', new Blob([new Uint8Array(content)], { type }), 'scan');
    const headers = { authorization: `Bearer ${sender.key}` };
    const answer = await fetch(`${api.url}${PATH}`, { method: 'POST', body: form, headers });
    const body = (await answer.json()) as { data?: Record<string, unknown>; error?: { code: string; message: string } };
    return { status: answer.status, ...body, headers: answer.headers };
  };

  it('routes calls while it parses a PDF of 950,000 numbers', async () => {
    await upload(await aPdf());
    const startedAt = performance.now();
    const uploading = upload(pdfOfNumbers(950_000));
    const times: number[] = [];
    for (;;) {
      const before = performance.now();
      await telephony.route();
      times.push(performance.now() - before);
      if (await Promise.race([uploading.then(() => true), pause(1, false)])) break;
    }
    expect((await uploading).status).toBe(201);
    expect(times.length).toBeGreaterThan(5);
    expect(Math.max(...times)).toBeLessThan((performance.now() - startedAt) * STANDSTILL_MAX);
  }, 180_000);

  it.each(['image/jpg', 'image/pjpeg', 'IMAGE/JPG; charset=binary'])('takes %s for image/jpeg', async (type) => {
    const { status, data } = await upload(await anImage('jpeg'), customer, type);
    expect([status, data?.['content_type']]).toEqual([201, 'image/jpeg']);
  });

  it('takes application/x-pdf for application/pdf, and no other names', async () => {
    expect((await upload(await aPdf(), customer, 'application/x-pdf')).status).toBe(201);
    expect((await upload(await aPdf(), customer, 'image/jpg')).error?.code).toBe('unsupported_media_type');
    expect((await upload(await anImage('jpeg'), customer, 'image/gif')).error?.code).toBe('unsupported_media_type');
  });

  it.each([
    ['\r\n', 76],
    ['\n', 64],
  ])('takes Base64 with line breaks %j', async (end, length) => {
    const pdf = await aPdf();
    const lines = pdf.toString('base64').match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
    const body = { doc_type: 'passport', content_base64: `${lines.join(end)}${end}` };
    const { status, body: reply } = await api.post(PATH, body, customer);
    expect([status, reply.data]).toMatchObject([201, { size_bytes: pdf.length }]);
    const blank = await api.post(PATH, { ...body, content_base64: lines.join(' ') }, customer);
    expect([blank.status, Object.keys(blank.body.error?.fields ?? {})]).toEqual([422, ['content_base64']]);
  });

  it('takes 2 MB of Base64 in lines', async () => {
    const big = pdfOf([...PAGES, [4, `(${'x'.repeat(2_096_500)})`]]);
    const lines = big.toString('base64').replaceAll(/.{76}/g, (line) => `${line}\r\n`);
    const { status } = await api.post(PATH, { doc_type: 'passport', content_base64: lines }, customer);
    expect([status, big.length > 2_096_800]).toEqual([201, true]);
  });

  it('stores an image without the video behind it, and a PDF without its padding', async () => {
    const [image, pdf] = [await anImage('jpeg'), await aPdf()];
    const video = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42\0\0\0\x0fmdatsecret!');
    for (const [content, behind] of [
      [image, video],
      [pdf, Buffer.from('\r\n\x1a\0\0')],
    ] as const) {
      const { status, data } = await upload(Buffer.concat([content, behind]));
      expect(status).toBe(201);
      const stored = (await api.get(`${PATH}/${String(data?.['id'])}/content`, bySession(customer))).bytes;
      expect(stored.subarray(0, content.length).equals(content)).toBe(true);
      expect(stored.length).toBe(data?.['size_bytes']);
      expect(stored.length - content.length).toBeLessThanOrEqual('\r\n'.length);
    }
  });
});
