import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webhookMiddleware, WebhookGuard, type WebhookRequest } from './receivers.ts';
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly now: number;
  readonly valid: boolean;
}

const file = join(import.meta.dirname, '../../../../docs/webhook-vectors.json');
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };
const [sample] = vectors as [Vector, ...Vector[]];
const options = { now: sample.now };
const bytes = new TextEncoder().encode(sample.body);

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof WebhookVerificationError ? error.code : String(error)),
  );

describe('verifyWebhook', () => {
  it.each(vectors)('decides the published vector: $name', async ({ secret, body, headers, now, valid }) => {
    const result = await codeOf(verifyWebhook(body, headers, secret, { now }));
    expect(result === 'accepted').toBe(valid);
  });

  it('returns the event of bytes, text, Headers and lower-case headers, for one of several secrets', async () => {
    const lower = { 'x-svc-signature': sample.headers['X-Svc-Signature'] };
    const expected = JSON.parse(sample.body) as object;
    expect(await verifyWebhook(bytes, new Headers(sample.headers), sample.secret, options)).toEqual(expected);
    expect(await verifyWebhook(sample.body, lower, ['whsec_other', sample.secret], options)).toEqual(expected);
  });

  it.each([
    ['no header', {}, 'signature_missing'],
    ['no time', { 'x-svc-signature': `v1=${'0'.repeat(64)}` }, 'signature_missing'],
    ['no signature', { 'x-svc-signature': `t=${sample.now}` }, 'signature_missing'],
    [
      'an empty webhook-signature',
      { 'webhook-id': 'evt_1', 'webhook-timestamp': `${sample.now}`, 'webhook-signature': '' },
      'signature_missing',
    ],
    [
      'no base64 signature',
      { 'webhook-id': 'evt_1', 'webhook-timestamp': `${sample.now}`, 'webhook-signature': 'v1,%%' },
      'signature_mismatch',
    ],
    ['no hexadecimal signature', { 'x-svc-signature': `t=${sample.now},v1=zz` }, 'signature_mismatch'],
  ])('rejects %s', async (_, headers, code) => {
    expect(await codeOf(verifyWebhook(sample.body, headers, sample.secret, options))).toBe(code);
  });

  it('rejects a signature that was made with an empty key', async () => {
    const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': `${sample.now}`, 'webhook-signature': 'v1,AAAA' };
    for (const secret of ['', 'whsec_', 'whsec_%%']) {
      expect(await codeOf(verifyWebhook(sample.body, headers, secret, options))).toBe('signature_mismatch');
    }
  });
});

describe('webhookMiddleware', () => {
  const handled = (request: WebhookRequest) =>
    new Promise<unknown[]>((resolve) => {
      const response = { status: (code: number) => ({ json: (body: object) => resolve([code, body]) }) };
      webhookMiddleware(sample.secret, options)(request, response, (error) => resolve(['next', error]));
    });

  it('sets the event of a signed request and returns 400 for another', async () => {
    const request: WebhookRequest = { headers: sample.headers, body: bytes };
    expect(await handled(request)).toEqual(['next', undefined]);
    expect(request.webhookEvent?.type).toBe('number.released');
    expect(await handled({ headers: {}, body: bytes })).toEqual([400, { error: 'signature_missing' }]);
    expect(await handled({ headers: sample.headers, body: {} })).toEqual(['next', expect.any(Error)]);
  });
});

describe('WebhookGuard', () => {
  it('admits a signed request only', async () => {
    const guard = new WebhookGuard(sample.secret, options);
    const contextOf = (request: WebhookRequest) => ({ switchToHttp: () => ({ getRequest: <T>() => request as T }) });
    expect(await guard.canActivate(contextOf({ headers: sample.headers, rawBody: bytes }))).toBe(true);
    expect(await guard.canActivate(contextOf({ headers: {}, rawBody: bytes }))).toBe(false);
  });
});
