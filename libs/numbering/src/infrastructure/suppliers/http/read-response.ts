import { SupplierUnavailableError, SupplierHttpError } from './supplier-errors';

/** Returns the parsed body of a 2xx response. See `SupplierCalls` for the errors. */
export async function readResponse(what: string, response: Response, maxBytes: number): Promise<unknown> {
  const text = await readText(what, response, maxBytes);
  if (!response.ok) {
    throw new SupplierHttpError(what, response.status, parsed(text) ?? null, retryAfterMs(response.headers));
  }
  if (text === '') return null;
  const body = parsed(text);
  if (body === undefined) throw new SupplierUnavailableError(what, 'response_not_json');
  return body;
}

async function readText(what: string, response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  const stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = response.body ?? [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new SupplierUnavailableError(what, 'response_too_large');
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof SupplierUnavailableError) throw error;
    throw new SupplierUnavailableError(what, 'incomplete_response');
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns undefined for invalid JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}
