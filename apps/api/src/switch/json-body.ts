import type { IncomingMessage } from 'node:http';
import { SwitchError } from './switch-error';

/** A thousand records, each with some twenty attempts. */
export const RECORDS_MAX_BYTES = 4 * 1024 * 1024;
export const BODY_MAX_BYTES = 256 * 1024;

/** Reads the request's body. Throws 413 as soon as it is too large. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not destroy the connection, which still carries the error response.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new SwitchError(413, 'payload_too_large', `The body is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Throws 400 unless the body is JSON in UTF-8. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new SwitchError(
      400,
      'malformed_json',
      `The body is not valid JSON: ${error instanceof Error ? error.message : ''}`,
    );
  }
}
