import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  mixin,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { DomainError, invalidFields } from '@trunkline/kernel';
import { defer, from, type Observable, switchMap } from 'rxjs';
import { EdgeErrors } from '../answers/edge-errors';
import { type EdgeRequest, requestOf } from './edge-request';
import { isCsv } from './raw-body';
import { isUploadedForm, readForm } from './uploads';

export const CSV_BYTES_MAX = 33_554_432;
/** A form this much larger than the limit has a file over the limit. */
const FORM_OVERHEAD_BYTES = 262_144;
/** What is read at once takes a few milliseconds of the event loop, which calls wait for. */
const PART_BYTES = 32_768;
const CHARSET = /charset\s*=\s*"?([^";\s]+)/i;

/** Reads a file part by part. */
export interface PartReader<T> {
  read(part: string): void;
  end(): T;
}

const files = new WeakMap<EdgeRequest, unknown>();

/** The lines of the file of an endpoint with `ReadsCsv`. */
export const UploadedLines = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const file = files.get(requestOf(context));
  if (file === undefined) throw new Error('The endpoint has no ReadsCsv.');
  return file;
});

/** Reads the CSV file of the request before the handler runs, outside of its transaction. */
export function ReadsCsv<T>(Reader: new () => PartReader<T>, bytesMax = CSV_BYTES_MAX): MethodDecorator {
  class CsvInterceptor implements NestInterceptor {
    intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
      const request = requestOf(context);
      return defer(() => from(readCsvUpload(request, new Reader(), bytesMax))).pipe(
        switchMap((file) => {
          files.set(request, file);
          return next.handle();
        }),
      );
    }
  }
  return UseInterceptors(mixin(CsvInterceptor));
}

/** Whether the body is a CSV file that `readCsvUpload` reads, alone or in a form. */
export function isCsvForm(request: Pick<EdgeRequest, 'headers'>): boolean {
  return isUploadedForm(request) || isReadableCsv(request);
}

function isReadableCsv({ headers }: Pick<EdgeRequest, 'headers'>): boolean {
  const type = headers['content-type'];
  const charset = CHARSET.exec(type ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  return isCsv(type) && ['utf-8', 'utf8'].includes(charset) && headers['content-encoding'] === undefined;
}

/**
 * Reads the CSV file of the request as it arrives, and lets other requests go on between its parts. The fields of a form become
 * its query. Throws `payload_too_large` above `bytesMax`, `invalid_input` if the file is missing or not UTF-8 or a
 * field is in the form and in the query, and `malformed_request` when the client disconnects.
 */
async function readCsvUpload<T>(request: EdgeRequest, reader: PartReader<T>, bytesMax: number): Promise<T> {
  const digest = createHash('sha256');
  const read = (part: string) => {
    digest.update(part);
    reader.read(part);
  };
  const receive = (content: Readable) => readParts(content, read, bytesMax);
  const isForm = isUploadedForm(request);
  const bodyMax = bytesMax + (isForm ? FORM_OVERHEAD_BYTES : 0);
  if (Number(request.headers['content-length'] ?? 0) > bodyMax) throw tooLarge(bytesMax);
  const bytes = isForm ? await receiveForm(request, receive) : await receiveBody(request, receive);
  if (bytes === 0) throw invalidFields({ file: 'is required' });
  request.edge.uploadDigest = digest.digest('hex');
  return reader.end();
}

const MEBIBYTE = 1_048_576;
const tooLarge = (bytesMax: number): DomainError =>
  EdgeErrors.payload_too_large({ message: `The file is larger than the limit of ${bytesMax / MEBIBYTE} MiB.` });

type Receive = (content: Readable) => Promise<number>;

/** Returns the length of the file; 0 without one. */
async function receiveForm(request: EdgeRequest, receive: Receive): Promise<number> {
  const nothing = () => Promise.resolve();
  const { fields, file } = await readForm(request, ({ content }) => receive(content), nothing);
  const twice = Object.keys(fields).find((name) => Object.hasOwn(request.query, name));
  if (twice !== undefined) throw invalidFields({ [twice]: 'must be sent once, in the form or in the query' });
  const query: unknown = { ...request.query, ...fields };
  Object.defineProperty(request, 'query', { value: query, configurable: true, writable: true });
  return file ?? 0;
}

async function receiveBody(request: EdgeRequest, receive: Receive): Promise<number> {
  if (!isReadableCsv(request)) throw EdgeErrors.unsupported_media_type();
  try {
    return await receive(request);
  } catch (error) {
    // The rest of the body is dropped, so that the client can read the response.
    request.resume();
    if (error instanceof DomainError) throw error;
    throw EdgeErrors.malformed_request({ message: 'The request ended early.' });
  }
}

/** Returns the number of bytes. */
async function readParts(content: Readable, read: (part: string) => void, bytesMax: number): Promise<number> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  // Destroyed with an error, a request could not be answered.
  for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    for (let at = 0; at < chunk.length; at += PART_BYTES) {
      read(decoded(decoder, chunk.subarray(at, at + PART_BYTES)));
      await setImmediate();
    }
  }
  read(decoded(decoder));
  return bytes;
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw invalidFields({ file: 'must be text in UTF-8' });
  }
}
