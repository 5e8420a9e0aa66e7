import { CALLER, type Target } from '../switch/calls';

/** Requests that a customer, or an anonymous client, sends over and over. */
export interface Attack {
  readonly name: string;
  /** Requests in flight. */
  readonly lanes: number;
  readonly requests: readonly AttackRequest[];
}

export interface AttackRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface Attacker {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
  readonly rootUrl: string;
  /** Where calls are routed, and a number whose calls wait for a slow webhook. */
  readonly routes: Target;
  readonly slowNumber: string;
}

/** More than the webhooks can answer while the bench measures. */
const SLOW_CALLS = 5_000;
/** Of a body that the API still accepts. */
const TEXT_BYTES = 250_000;
const PDF_NUMBERS = 950_000;
const BYTES_OF = { mark: 2, ideograph: 3 };
const FIRST_IDEOGRAPH = 0x4e00;
const IDEOGRAPHS = 20_000;
const LANES = { lists: 32, others: 8, texts: 4, uploads: 4, webhooks: 20 };
const BOUNDARY = 'trunkline-bench';

/** Returns the attacks in the order in which they are run. */
export function attacksBy({ email, password, apiKey, rootUrl, routes, slowNumber }: Attacker): Attack[] {
  const key = { authorization: `Bearer ${apiKey}` };
  const send = (url: string, headers: AttackRequest['headers'], body: object): AttackRequest => ({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  });
  const json = (path: string, body: object) => send(`${rootUrl}${path}`, key, body);
  const get = (path: string): AttackRequest => ({ method: 'GET', url: `${rootUrl}${path}`, headers: key });
  const upload: AttackRequest = {
    method: 'POST',
    url: `${rootUrl}/v1/compliance/documents`,
    headers: { ...key, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: formOf(pdfOfNumbers()),
  };
  const text = (name: string, ...requests: AttackRequest[]): Attack => ({ name, lanes: LANES.texts, requests });
  return [
    { name: 'sign-ins', lanes: LANES.others, requests: [json('/v1/auth/login', { email, password })] },
    {
      name: `uploads of a PDF of ${PDF_NUMBERS} numbers`,
      lanes: LANES.uploads,
      requests: [upload],
    },
    {
      name: 'lists',
      lanes: LANES.lists,
      requests: [
        get('/v1/cdrs?limit=200'),
        get('/v1/numbers?limit=100'),
        get('/v1/catalog/search?country=US&limit=50'),
      ],
    },
    text('250 kB of blanks', json('/v1/auth/forgot-password', { email: `a${' '.repeat(TEXT_BYTES)}b` })),
    text('250 kB of combining marks', json('/v1/sip-trunks', { name: `a${marks()}` })),
    text(
      'a domain of 250 kB',
      json('/v1/auth/forgot-password', { email: `a@${ideographs()}.example` }),
      json('/v1/webhooks', { url: `https://${ideographs()}.example/`, events: ['call.completed'] }),
    ),
    {
      name: `${LANES.webhooks} slow webhooks`,
      lanes: LANES.webhooks,
      requests: Array.from({ length: SLOW_CALLS }, (_, n) =>
        send(routes.url, routes.headers, { switch_id: 'bench', call_id: `slow ${n}`, from: CALLER, to: slowNumber }),
      ),
    },
  ];
}

/** Marks whose canonical order is the opposite of theirs, so that normalization has to sort them. */
function marks(): string {
  const half = TEXT_BYTES / BYTES_OF.mark / 2;
  return '\u0301'.repeat(half) + '\u0323'.repeat(half);
}

/** Different characters, which make Punycode slow. */
function ideographs(): string {
  const codes = Array.from({ length: TEXT_BYTES / BYTES_OF.ideograph }, (_, n) => FIRST_IDEOGRAPH + (n % IDEOGRAPHS));
  return codes.map((code) => String.fromCharCode(code)).join('');
}

function formOf(content: Buffer): Buffer {
  const part = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`;
  const file = `${part('file')}; filename="scan.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const head = `${part('doc_type')}\r\n\r\npassport\r\n${file}`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

/** A small file, of which a parser builds almost a million objects. */
function pdfOfNumbers(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    `[${'1 '.repeat(PDF_NUMBERS)}]`,
  ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`);
  let text = '%PDF-1.4\n';
  const offsets: string[] = [];
  for (const object of objects) {
    offsets.push(`${String(text.length).padStart(10, '0')} 00000 n \n`);
    text += object;
  }
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(`${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`);
}
