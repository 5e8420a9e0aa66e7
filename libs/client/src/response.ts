import { type Failure, TrunklineError } from './errors.ts';
import { withResponse } from './responses.ts';

interface Envelope {
  readonly data?: unknown;
  readonly error?: Pick<Failure, 'code' | 'message' | 'fields'>;
}

/** Returns the data of a response, or its bytes for a download. Throws a `TrunklineError`, which may name the address, for a failure. */
export async function readResponse(response: Response, isFile: boolean, rootUrl: string): Promise<unknown> {
  if (response.ok && isFile) return withResponse(await response.blob(), response);
  if (response.status === 204) return undefined;
  const envelope = await readEnvelope(response);
  if (response.ok && envelope) return withResponse(envelope.data, response);
  throw new TrunklineError({
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    ...(envelope?.error ?? {
      code: 'unreadable_response',
      message: `The API${at(rootUrl)} returned HTTP ${response.status} without JSON.`,
    }),
  });
}

/** Returns the body of a stream. Throws a `TrunklineError` for a failure. */
export async function readStream(response: Response, rootUrl: string): Promise<ReadableStream<Uint8Array>> {
  if (response.ok && response.body) return response.body;
  await readResponse(response, false, rootUrl);
  throw new TypeError('The response has no body.');
}

/** Returns null for a body that is not JSON. */
async function readEnvelope(response: Response): Promise<Envelope | null> {
  try {
    return (await response.json()) as Envelope;
  } catch (error) {
    if (nameOf(error) === 'SyntaxError') return null;
    throw error;
  }
}

function secondsOf(header: string | null): number | null {
  const seconds = Number(header ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

/** Returns the failure of a call with what to do about it, if its credential was rejected. */
export function withRemedy(error: unknown, remedy: string): unknown {
  if (!remedy || !(error instanceof TrunklineError) || error.code !== 'unauthorized') return error;
  const { status, code, message, fields, requestId, retryAfterSeconds } = error;
  return new TrunklineError({ status, code, message: message + remedy, fields, requestId, retryAfterSeconds });
}

/**
 * Translates an error of a fetch or of reading its response, unless it is the API's or the caller's own signal caused it. A
 * wrong address is the usual cause, so the error names it where it is known.
 */
export function attemptError(error: unknown, signal: AbortSignal | undefined, rootUrl = ''): unknown {
  if (error instanceof TrunklineError || signal?.aborted) return error;
  const failure =
    nameOf(error) === 'TimeoutError'
      ? ({ code: 'timed_out', message: 'The API did not respond in time.' } as const)
      : ({ code: 'connection_failed', message: `The API cannot be reached${at(rootUrl)}.` } as const);
  return new TrunklineError({ status: 0, ...failure }, { cause: error });
}

/** Names the address of the API, which has neither credentials nor a query; a page in a browser may have none. */
const at = (rootUrl: string): string => (rootUrl ? ` at ${rootUrl}` : '');

/** Errors of `fetch` can come from another realm, where `instanceof` does not know them. */
function nameOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
}
