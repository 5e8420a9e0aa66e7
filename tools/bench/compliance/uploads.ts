// POST /v1/compliance/documents with scans of 1 MiB, beside bare Node http that stores the same bytes in a plain file.
import { PDFDocument } from '@cantoo/pdf-lib';
import autocannon from 'autocannon';
import pg from 'pg';
import sharp from 'sharp';
import type { Stack } from '../../tour/stack';
import { accountOf } from '../stack/account';
import { type Floor, startUploadFloor } from '../floor/floor';
import { lasting, requireAnswers } from '../measuring/load';
import { compare, type Comparison, type Contender, underLimit } from '../measuring/measure';
import { startBenchStack } from '../stack/stack';

const CONNECTIONS = 4;
const ROUNDS = { rounds: 5, seconds: 3, warmUps: 1, target: 0.75 };
const AT_ONCE = 50;
const MEGABYTES_MAX = 60;
/** The first of them are the first uploads of the process, and wait for the others on a busy machine. */
const AT_ONCE_TIMEOUT_S = 60;
const SAMPLE_MS = 50;
const BOUNDARY = 'trunkline-bench';
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
/** How documents are uploaded with the body of `formOf`. */
export const UPLOAD = { path: '/v1/compliance/documents', headers: FORM };
/** An A4 page at 200 dpi, with enough noise to make its JPEG file 1 MiB. */
const SCAN = { width: 1654, height: 2339, channels: 3, background: 'white' } as const;
const NOISE = { type: 'gaussian', mean: 200, sigma: 14 } as const;
const QUALITY = 85;

const TABLE = `CREATE TABLE bench_uploads (id text PRIMARY KEY, at timestamptz NOT NULL);
  GRANT INSERT, SELECT ON bench_uploads TO trunkline_app`;
const INSERT = `INSERT INTO bench_uploads (id, at) VALUES ($1, $2) RETURNING id`;

interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Compares uploads of a PDF and of a JPEG file, and measures the memory of 50 uploads at once. */
export async function benchUploads(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  try {
    await createTable(stack.databaseUrl);
    const floor = await startUploadFloor(stack.databaseUrl, { folder: stack.dataDir, insert: INSERT });
    try {
      const jpeg = await sharp({ create: { ...SCAN, noise: NOISE } })
        .jpeg({ quality: QUALITY })
        .toBuffer();
      const forms = {
        PDF: formOf('pdf', 'application/pdf', await pdfOf(jpeg)),
        JPEG: formOf('jpg', 'image/jpeg', jpeg),
      };
      const results: Comparison[] = [];
      for (const [type, body] of Object.entries(forms)) {
        results.push(await memoryOf(stack, type, body));
        results.push(...(await speedOf(stack, floor, type, body)));
      }
      return results;
    } finally {
      floor.stop();
    }
  } finally {
    await stack.stop();
  }
}

/** Compares with a server that stores the bytes, and with one that also parses the form, inspects the file and inserts a row. */
async function speedOf(stack: Stack, floor: Floor, type: string, body: Buffer): Promise<Comparison[]> {
  const results: Comparison[] = [];
  for (const [path, name] of Object.entries({ '': 'raw upload', inspected: 'plain file, inspected' })) {
    const plain = { url: `http://127.0.0.1:${floor.port}/${path}`, headers: FORM, body };
    const contenders = { floor: uploader(name, plain), ours: uploader('Trunkline', ourTarget(stack, body)) };
    results.push(await compare(`${type} of 1 MiB, floor: ${name}`, contenders, ROUNDS));
  }
  return results;
}

function ourTarget(stack: Stack, body: Buffer): Target {
  const headers = { ...FORM, authorization: `Bearer ${accountOf(stack).apiKey}` };
  return { url: `${stack.rootUrl}${UPLOAD.path}`, headers, body };
}

function uploader(name: string, target: Target): Contender {
  return {
    name,
    perSecond: async (seconds) => {
      const result = await autocannon({ ...target, method: 'POST', connections: CONNECTIONS, ...lasting(seconds) });
      requireAnswers(name, result);
      return result.requests.total / result.duration;
    },
  };
}

/** Measures how much the resident memory grows while 50 clients upload at once, after a first such load. */
async function memoryOf(stack: Stack, type: string, body: Buffer): Promise<Comparison> {
  const load = async () => {
    const requests = { method: 'POST', connections: AT_ONCE, amount: AT_ONCE, timeout: AT_ONCE_TIMEOUT_S } as const;
    requireAnswers(`${AT_ONCE} uploads`, await autocannon({ ...ourTarget(stack, body), ...requests }));
  };
  await load();
  const before = await residentMegabytes(stack);
  let peak = before;
  const sampling = setInterval(() => {
    void residentMegabytes(stack).then((megabytes) => (peak = Math.max(peak, megabytes)));
  }, SAMPLE_MS);
  await load();
  clearInterval(sampling);
  process.stderr.write(
    `${type}: ${before.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB with ${AT_ONCE} at once\n`,
  );
  return underLimit(
    `memory of ${AT_ONCE} uploads of a ${type} at once`,
    'MB',
    MEGABYTES_MAX,
    Math.max(peak - before, 1),
  );
}

/** A PDF with the scan as its page. */
async function pdfOf(jpeg: Buffer): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const image = await pdf.embedJpg(jpeg);
  pdf.addPage([SCAN.width, SCAN.height]).drawImage(image);
  return Buffer.from(await pdf.save());
}

export function formOf(extension: string, contentType: string, content: Buffer): Buffer {
  const part = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`;
  const file = `${part('file')}; filename="scan.${extension}"\r\nContent-Type: ${contentType}\r\n\r\n`;
  const head = `${part('doc_type')}\r\n\r\npassport\r\n${file}`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

async function createTable(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(TABLE);
  await client.end();
}

async function residentMegabytes({ metricsUrl }: Stack): Promise<number> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith('process_resident_memory_bytes'));
  return Number(line?.split(' ').at(-1)) / 1e6;
}
