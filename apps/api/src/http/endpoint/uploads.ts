import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { invalidFields } from '@trunkline/kernel';
import { EdgeErrors } from '../answers/edge-errors';
import type { EdgeRequest } from './edge-request';

/** An upload of 2 MB in Base64, with its other members. */
export const UPLOAD_BODY_MAX = '3mb';
const FIELDS_MAX = 20;
const FIELD_BYTES_MAX = 16_384;
const DEFAULT_TYPE = 'text/plain';
const FORM = /^multipart\/form-data\s*;/i;

/** The file of a form. */
export interface FormFile {
  readonly fileName: string;
  /** The media type that the client declares; null for `text/plain`, which a part without a type has. See RFC 7578, 4.4. */
  readonly declaredType: string | null;
  /** Its chunks are read by nothing else. */
  readonly content: Readable;
}

export function isUploadedForm({ headers }: Pick<EdgeRequest, 'headers'>): boolean {
  return FORM.test(headers['content-type'] ?? '');
}

interface Form<T> {
  readonly fields: Readonly<Record<string, string>>;
  /** What `receive` returned; null without a file. */
  readonly file: T | null;
}

/**
 * Reads a form whose part `file` is passed to `receive` as it arrives. Rejects as `receive` does, for a second file, a
 * repeated field, and when the client disconnects; `discard` is called if the file was received before.
 */
export async function readForm<T>(
  request: EdgeRequest,
  receive: (file: FormFile) => Promise<T>,
  discard: (received: T) => Promise<void>,
): Promise<Form<T>> {
  const fields = new Map<string, string>();
  const part: { content?: Readable; received?: Promise<T> } = {};
  try {
    await new Promise<void>((resolve, reject) => {
      const parser = openParser(request);
      parser.on('file', (...of) => {
        const [name, content, fileName, , type] = of;
        // An abandoned file fails after its reader is gone.
        content.on('error', () => undefined);
        const isFirst = name === 'file' && !part.received;
        if (!isFirst) {
          content.resume();
          return reject(invalidFields({ [name]: 'must be the only file, named `file`' }));
        }
        part.content = content;
        part.received = receive({ fileName, declaredType: type === DEFAULT_TYPE ? null : type, content });
        part.received.catch(reject);
      });
      parser.on('field', (name, value, _cut, isTooLong) => {
        if (fields.has(name) || isTooLong) reject(invalidFields({ [name]: 'must be sent once, with at most 16 KiB' }));
        fields.set(name, value);
      });
      const refuse = () => reject(invalidFields({ file: `must be the only file, with at most ${FIELDS_MAX} fields` }));
      parser.on('partsLimit', refuse).on('filesLimit', refuse).on('fieldsLimit', refuse);
      parser.on('error', () => reject(EdgeErrors.malformed_request({ message: 'The form is malformed.' })));
      parser.on('finish', resolve);
      request.once('close', () => {
        // All of it may have arrived, and not been read: a connection that closes drops the rest.
        if (!request.readableEnded) reject(EdgeErrors.malformed_request({ message: 'The request ended early.' }));
      });
      request.pipe(parser);
    });
    return { fields: Object.fromEntries(fields), file: (await part.received) ?? null };
  } catch (error) {
    request.unpipe();
    part.content?.destroy(new Error('The upload was abandoned.'));
    // The rest of the body is dropped, so that the client can read the response.
    request.resume();
    await part.received?.then(discard, () => undefined);
    throw error;
  }
}

function openParser(request: EdgeRequest): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { fields: FIELDS_MAX, parts: FIELDS_MAX + 2, fieldSize: FIELD_BYTES_MAX, files: 2, headerPairs: 20 },
    });
  } catch {
    throw EdgeErrors.malformed_request({ message: 'The form has no boundary.' });
  }
}
