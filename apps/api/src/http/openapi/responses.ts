import { type DtoClass, type Policy } from '../endpoint/endpoint';
import { type ErrorCode, statusesOf } from '../answers/error-codes';

const STATUS_TEXT: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Accepted; it goes on in the background.',
  204: 'Done; no body.',
  302: 'Go on there.',
  304: 'Not changed since the ETag in If-None-Match.',
  400: 'Cannot be read.',
  401: 'No valid credential.',
  402: 'Money is missing.',
  403: 'Not allowed.',
  404: 'Not found.',
  409: 'Conflicts with the current state.',
  410: 'No longer there.',
  412: 'Has changed since it was read.',
  413: 'Too large.',
  415: 'Not a type that is read here.',
  422: 'Some fields are not valid.',
  429: 'Too many; wait for Retry-After.',
  500: 'A fault of ours.',
  502: 'A third party failed.',
  503: 'Not available just now.',
  504: 'A third party did not answer; the outcome is unknown.',
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
const REQUEST_ID = {
  'X-Request-Id': { description: 'Names this request; quote it to support.', schema: { type: 'string' } },
};
const LIMITS = {
  'X-RateLimit-Limit': integerHeader(
    'Requests that the bucket holds. The three headers are absent while the limiter’s store is unavailable.',
  ),
  'X-RateLimit-Remaining': integerHeader('Requests that are left.'),
  'X-RateLimit-Reset': integerHeader('Seconds until the bucket is full again.'),
};
const LOCATION = {
  Location: { description: 'Where the browser goes on.', schema: { type: 'string', format: 'uri' } },
};

const CHALLENGE = {
  'WWW-Authenticate': { description: 'Always `Bearer` (RFC 6750).', schema: { type: 'string', enum: ['Bearer'] } },
};

/** Operators are not limited. */
const headersOf = (policy: Policy) => (policy.access === 'operator' ? REQUEST_ID : { ...REQUEST_ID, ...LIMITS });

const FILE_NAME = {
  'Content-Disposition': { description: 'What to call the file.', schema: { type: 'string' } },
};

/** Every status that an operation can answer, with every code. */
export function responsesOf(policy: Policy, path: string): Record<string, object> {
  if (policy.plain) return { [policy.status]: success(policy), ...(policy.answer && { 503: success(policy) }) };
  const byStatus = codesByStatus([...commonErrors(policy, path), ...(policy.fails ?? [])]);
  const failures = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [String(status), failure(status, codes, headersOf(policy))]);
  const unchanged = policy.hasEtag && !policy.isChange ? [['304', { description: STATUS_TEXT[304] }]] : [];
  return Object.fromEntries([[String(policy.status), success(policy)], ...unchanged, ...failures]) as Record<
    string,
    object
  >;
}

function codesByStatus(codes: readonly ErrorCode[]): Map<number, Set<ErrorCode>> {
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of codes) {
    for (const status of statusesOf(code)) byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return byStatus;
}

type Group = readonly [applies: boolean, codes: readonly ErrorCode[]];

function commonErrors(policy: Policy, path: string): ErrorCode[] {
  const isKeyed = policy.isChange && policy.idempotency !== 'none';
  const groups: Group[] = [
    [true, ['key_in_url', 'malformed_request', 'internal_error', 'unavailable']],
    [!policy.silent && policy.access !== 'operator', ['rate_limited']],
    [!policy.openQuery && !policy.silent, ['invalid_input']],
    [policy.isChange, ['malformed_json', 'payload_too_large', 'unsupported_media_type']],
    [policy.access !== 'public', ['unauthorized']],
    [isOfCustomers(policy), ['forbidden']],
    [path.includes('{'), ['not_found']],
    [isKeyed, ['idempotency_key_reused', 'idempotency_in_progress']],
    [policy.hasEtag && policy.isChange, ['precondition_failed']],
    ...(isOfCustomers(policy) ? customerErrors(policy) : []),
  ];
  return groups.flatMap(([applies, codes]) => (applies ? codes : []));
}

function isOfCustomers({ access }: Policy): boolean {
  return access !== 'public' && access !== 'operator';
}

function customerErrors(policy: Policy): Group[] {
  const isWhole = policy.access !== 'partial';
  return [
    [isWhole, ['mfa_required']],
    [isWhole && policy.credentials.includes('session'), ['account_closed']],
    [policy.isChange, ['csrf_rejected']],
    [policy.isWrite, ['account_suspended', 'account_pending_closure']],
    [policy.credentials.join() === 'session', ['session_required']],
    [policy.recentSignIn === true, ['reauthentication_required']],
    [policy.isOrder === true, ['manual_review_required']],
  ];
}

function success(policy: Policy): object {
  const { status, answer, hasEtag, plain, mayBeNull, file } = policy;
  const headers = headersOf(policy);
  const description = STATUS_TEXT[status] ?? 'Done.';
  if (file) return { description, headers: { ...headers, ...FILE_NAME }, content: binary(file) };
  if (plain) return { description, content: json(refTo(answer)) };
  if (status === 204) return { description, headers };
  if (status === 302) return { description, headers: { ...headers, ...LOCATION } };
  const etag = hasEtag
    ? { ETag: { description: 'Names this state of the resource.', schema: { type: 'string' } } }
    : {};
  return { description, headers: { ...headers, ...etag }, content: json(envelope(answer, mayBeNull)) };
}

function envelope(answer: DtoClass | undefined, mayBeNull = false): object {
  // OpenAPI 3.0 lets nothing stand beside a reference, `nullable` neither.
  const data = mayBeNull ? { nullable: true, allOf: [refTo(answer)] } : refTo(answer);
  return { type: 'object', required: ['ok', 'data'], properties: { ok: okOf(true), data } };
}

function okOf(value: boolean): object {
  return { type: 'boolean', enum: [value], description: 'True when it was done, false when it was refused.' };
}

function refTo(answer: DtoClass | undefined): object {
  return answer ? { $ref: `#/components/schemas/${answer.name}` } : { nullable: true, description: 'Always null.' };
}

function failure(status: number, codes: ReadonlySet<ErrorCode>, always: object): object {
  const code = { type: 'string', enum: [...codes], description: 'Machine-readable.' };
  const fields = {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'A message for each bad field.',
  };
  const error = {
    type: 'object',
    description: 'What the matter is.',
    required: ['code', 'message'],
    properties: { code, message: { type: 'string', description: 'For people; safe to show.' }, fields },
  };
  const schema = {
    type: 'object',
    required: ['ok', 'error'],
    properties: { ok: okOf(false), error },
  };
  const retry = status === 429 || status === 503 ? { 'Retry-After': integerHeader('Seconds to wait.') } : {};
  const challenge = status === 401 ? CHALLENGE : {};
  const example = { ok: false, error: { code: [...codes][0], message: STATUS_TEXT[status] ?? '' } };
  return {
    description: STATUS_TEXT[status] ?? 'Failed.',
    headers: { ...always, ...retry, ...challenge },
    content: json(schema, example),
  };
}

function binary(type: string): object {
  return { [type]: { schema: { type: 'string', format: 'binary' } } };
}

function json(schema: object, example?: object): object {
  return { 'application/json': { schema, ...(example && { example }) } };
}
