import type { CryptoBox } from '@trunkline/platform';

/** Carries the proof that a request is from the doctor of the same deployment, and in the response what the API saw. */
export const PROBE_HEADER = 'x-doctor';
const PURPOSE = 'doctor';
const PROOF_MAX = 500;

/** The headers of requests that the API reads, with values that no client sends. */
const READ: Readonly<Record<string, (id: string) => string>> = {
  authorization: (id) => `Bearer ${id}`,
  cookie: (id) => `doctor=${id}`,
  'idempotency-key': (id) => id,
  'if-match': (id) => `"${id}"`,
  'if-none-match': (id) => `"${id}"`,
  'x-account-id': (id) => id,
  'last-event-id': (id) => id,
};
/** Of a network for documentation (RFC 5737): no client has it. */
export const NO_CLIENT = '192.0.2.1';

/** What the API saw of the doctor's request. */
interface Seen {
  /** The client's address, as it counts for limits and in the sign-in history. */
  readonly client: string | null;
  readonly forwardedFor: readonly string[];
  /** `TRUST_PROXY` of the process. */
  readonly trusted: number;
  /** Values of those of its headers that arrived. */
  readonly headers: Readonly<Record<string, unknown>>;
}

interface ProbedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip?: string | undefined;
}

/** Returns the headers of a request by which the doctor finds out what a proxy forwards. */
export function probeHeaders(box: CryptoBox, requestId: string): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(READ).map(([name, valueOf]) => [name, valueOf(requestId)])),
    'x-request-id': requestId,
    'x-forwarded-for': NO_CLIENT,
    [PROBE_HEADER]: box.seal(PURPOSE, requestId),
  };
}

/** Returns what the API saw of the request, for the response; null for a request that is not from the doctor. */
export function seenOf({ headers, ip }: ProbedRequest, trusted: number, box: CryptoBox): string | null {
  const proof = headers[PROBE_HEADER];
  if (typeof proof !== 'string' || proof.length > PROOF_MAX || !isProof(box, proof, headers['x-request-id']))
    return null;
  const forwardedFor = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const arrived = Object.fromEntries(Object.keys(READ).map((name) => [name, headers[name]]));
  const seen = { client: ip ?? null, forwardedFor, trusted, headers: arrived };
  return Buffer.from(JSON.stringify(seen)).toString('base64url');
}

function isProof(box: CryptoBox, proof: string, requestId: unknown): boolean {
  try {
    return box.open(PURPOSE, proof).toString() === requestId;
  } catch {
    return false;
  }
}

/** Reads the response's header. */
export function seenIn(header: string): Seen {
  return JSON.parse(Buffer.from(header, 'base64url').toString()) as Seen;
}

/** Returns the names of the headers that did not arrive as they were sent. */
export function lostHeaders(sent: Readonly<Record<string, string>>, { headers }: Seen): string[] {
  return Object.keys(READ).filter((name) => headers[name] !== sent[name]);
}
