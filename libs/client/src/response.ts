import { type Failure, TrunklineError } from './errors.ts';

interface Envelope {
  readonly data?: unknown;
  readonly error?: Pick<Failure, 'code' | 'message' | 'fields'>;
}

/** Returns the data of a response, or its bytes for a download. Throws a `TrunklineError` for a failure. */
export async function readResponse(response: Response, isFile: boolean): Promise<unknown> {
  if (response.ok && isFile) return response.blob();
  if (response.status === 204) return undefined;
  const envelope = await readEnvelope(response);
  if (response.ok && envelope) return envelope.data;
  throw new TrunklineError({
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    ...(envelope?.error ?? { code: 'unreadable_response', message: `The API answered HTTP ${response.status}.` }),
  });
}

async function readEnvelope(response: Response): Promise<Envelope | null> {
  try {
    return (await response.json()) as Envelope;
  } catch (error) {
    if (nameOf(error) === 'SyntaxError') return null;
    throw connectionError(error);
  }
}

function secondsOf(header: string | null): number | null {
  const seconds = Number(header ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

/** Translates an error of `fetch`. One that the caller's own signal caused is returned unchanged. */
export function connectionError(error: unknown): unknown {
  const name = nameOf(error);
  if (name === 'AbortError') return error;
  const failure =
    name === 'TimeoutError'
      ? ({ code: 'timed_out', message: 'The API did not answer in time.' } as const)
      : ({ code: 'connection_failed', message: 'The API cannot be reached.' } as const);
  return new TrunklineError({ status: 0, ...failure }, { cause: error });
}

/** Errors of `fetch` can come from another realm, where `instanceof` does not know them. */
function nameOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
}
