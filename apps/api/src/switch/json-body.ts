import type { IncomingMessage } from 'node:http';
import { SwitchError } from './switch-error';

/** A thousand records fit in, each with its thirty attempts of some 200 bytes. */
const BODY_MAX_BYTES = 8 * 1024 * 1024;

/** The request's JSON. Throws 413 as soon as it is too large, 400 when it is no JSON in UTF-8. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not destroy the connection that the refusal goes out on.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of body) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new SwitchError(413, 'payload_too_large', 'The body is larger than 8 MB.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch (error) {
    throw new SwitchError(
      400,
      'malformed_json',
      `The body is not JSON: ${error instanceof Error ? error.message : ''}`,
    );
  }
}
