// Floor of uploads: bare Node http that streams the body to a file, and flushes file and folder. At the path /inspected it
// takes the file out of the form, parses the PDF or decodes the image, as every service must that proves what it stores, and
// inserts a row.
import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import sharp from 'sharp';
import type { UploadPlan } from './floor';
import { planOf, pool, serve } from './floor-http';

const { folder, insert } = planOf<UploadPlan>();
const target = mkdtempSync(join(folder, 'floor-'));
process.once('exit', () => rmSync(target, { recursive: true, force: true }));
process.once('SIGTERM', () => process.exit());

serve(async (request: IncomingMessage) => {
  const id = randomUUID();
  const path = join(target, id);
  const isInspected = request.url === '/inspected';
  await (isInspected ? receive(request, path) : pipeline(request, createWriteStream(path, { flush: true })));
  const parent = await open(target, 'r');
  await parent.sync();
  await parent.close();
  if (!isInspected) return [201, { ok: true, data: { id } }];
  const { rows } = await pool.query<{ id: string }>({ name: 'i', text: insert, values: [id, new Date()] });
  return [201, { ok: true, data: rows[0] }];
});

async function receive(request: IncomingMessage, path: string): Promise<void> {
  const form = new Busboy({ headers: request.headers as BusboyHeaders });
  const written: Promise<void>[] = [];
  form.on('file', (...[, content, , , type]) => {
    const copy: Buffer[] = [];
    content.on('data', (chunk: Buffer) => copy.push(chunk));
    const stored = pipeline(content, createWriteStream(path, { flush: true }));
    written.push(stored.then(() => inspect(Buffer.concat(copy), type)));
  });
  await pipeline(request, form);
  await Promise.all(written);
}

async function inspect(content: Buffer, type: string): Promise<void> {
  if (type === 'application/pdf') {
    await PDFDocument.load(content, { throwOnInvalidObject: true, updateMetadata: false });
    return;
  }
  const image = sharp(content, { failOn: 'warning', sequentialRead: true });
  const { height } = await image.metadata();
  await image.extract({ left: 0, top: 0, width: 1, height }).raw().toBuffer();
}
