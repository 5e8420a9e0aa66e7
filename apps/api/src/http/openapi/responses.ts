import { CSV_TYPE } from '../answers/csv';
import { isCounted, isKeyed, type Policy } from '../endpoint/policy';
import type { ErrorCode } from '../answers/error-codes';
import { STREAM_TYPE } from '../streams/event-stream';
import { codesOf } from './codes';
import type { Components, Reference } from './components';
import { errorName } from './error-names';
import type { DtoClass } from './schema';

/** The name of each status in the components of the document, and its description. */
const STATUSES: Readonly<Record<number, readonly [name: string, description: string]>> = {
  200: ['OK', 'Success.'],
  201: ['Created', 'The resource was created.'],
  202: ['Accepted', 'The request was accepted and is processed asynchronously.'],
  204: ['NoContent', 'The request succeeded. The response has no body.'],
  302: ['Found', 'Redirects the browser.'],
  303: ['SeeOther', 'Redirects the browser.'],
  304: ['NotModified', 'The resource still matches the ETag in `If-None-Match`.'],
  400: ['BadRequest', 'The request could not be read.'],
  401: ['Unauthorized', 'The credential is missing or invalid.'],
  402: ['PaymentRequired', 'The payment failed or the balance is too low.'],
  403: ['Forbidden', 'The credential does not permit this request.'],
  404: ['NotFound', 'The resource does not exist.'],
  409: ['Conflict', 'The state of the resource does not allow it.'],
  410: ['Gone', 'The token or resource has expired.'],
  412: ['PreconditionFailed', 'The resource has changed since it was read.'],
  413: ['PayloadTooLarge', 'The request body is too large.'],
  415: ['UnsupportedMediaType', 'The request body is not JSON.'],
  422: ['UnprocessableEntity', 'One or more fields are invalid.'],
  429: ['TooManyRequests', 'Too many requests. Retry after the number of seconds in `Retry-After`.'],
  500: ['InternalServerError', 'An unexpected error occurred.'],
  502: ['BadGateway', 'An upstream provider returned an error.'],
  503: ['ServiceUnavailable', 'The service is temporarily unavailable. Retry after the seconds in `Retry-After`.'],
  504: ['GatewayTimeout', 'An upstream provider did not respond in time; the outcome is unknown.'],
};

interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: object;
  readonly example?: unknown;
}

const CSV_CONTENT = { [CSV_TYPE]: { schema: { type: 'string' } } };
const TEXT = { type: 'string' };
const COUNT = { type: 'integer', minimum: 0 };
const SECONDS = { type: 'integer', minimum: 1 };
const NO_LIMITS = 'The three rate limit headers are absent while the rate limiter is unavailable.';

/** Headers by component name, each as name and description. */
const HEADERS = {
  RequestId: [
    'X-Request-Id',
    { description: 'ID of the request. Quote it when you contact support.', required: true, schema: TEXT },
  ],
  RateLimit: ['X-RateLimit-Limit', { description: `Size of the request budget. ${NO_LIMITS}`, schema: COUNT }],
  RateLimitRemaining: ['X-RateLimit-Remaining', { description: 'Requests left in the budget.', schema: COUNT }],
  RateLimitReset: ['X-RateLimit-Reset', { description: 'Seconds until the budget is full again.', schema: COUNT }],
  RetryAfter: ['Retry-After', { description: 'Seconds to wait before retrying.', required: true, schema: SECONDS }],
  RetryAfterInProgress: [
    'Retry-After',
    { description: 'With `idempotency_in_progress`: seconds to wait before retrying.', schema: SECONDS },
  ],
  Challenge: [
    'WWW-Authenticate',
    {
      description: 'The authentication scheme (RFC 6750).',
      required: true,
      schema: { type: 'string', const: 'Bearer' },
    },
  ],
  ETag: [
    'ETag',
    {
      description: 'Version of the resource, for `If-Match` and `If-None-Match`. Absent from replayed responses.',
      schema: TEXT,
    },
  ],
  Location: [
    'Location',
    { description: 'Where to redirect to.', required: true, schema: { type: 'string', format: 'uri' } },
  ],
  FileName: ['Content-Disposition', { description: 'Suggested file name.', required: true, schema: TEXT }],
  CsvName: ['Content-Disposition', { description: 'Suggested name of a CSV file.', schema: TEXT }],
  SetCookie: [
    'Set-Cookie',
    { description: 'Sets or clears the session cookie, `svc_sid`, and the device cookie, `svc_did`.', schema: TEXT },
  ],
  IdempotentReplayed: [
    'Idempotent-Replayed',
    {
      description: 'Present when the response was stored under this `Idempotency-Key` by an earlier request.',
      schema: { type: 'string', const: 'true' },
    },
  ],
} as const satisfies Record<string, readonly [string, Header]>;

type HeaderName = keyof typeof HEADERS;

/** Error statuses that are stored under an Idempotency-Key. */
const REPLAYED = [402, 404, 409, 410, 412, 422];

const OAUTH_REJECTIONS = [400, 401];
const OAUTH_ERRORS = [429, 500, 503];

const OAUTH_ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'Error code of RFC 6749.', examples: ['invalid_grant'] },
    error_description: {
      type: 'string',
      description: 'Human-readable reason.',
      examples: ['grant request is invalid'],
    },
  },
};

/** Describes the responses of operations: successes with their envelopes, and errors by status and codes. */
export class Responses {
  private readonly codes = new Set<ErrorCode>();

  constructor(private readonly components: Components) {}

  /** Returns the responses of an operation, by status. */
  of(policy: Policy, path: string): Record<string, object> {
    if (policy.oauth) return this.ofOAuth(policy);
    const errors = [...codesOf(policy, path)].map(([status, codes]) => [status, this.error(policy, status, codes)]);
    const responses: Record<string, object> = Object.fromEntries(errors) as Record<string, object>;
    responses[policy.status] = this.success(policy, policy.status);
    const { failure, otherwise } = policy;
    if (otherwise) {
      const { status, answer, description } = otherwise;
      responses[status] = this.success({ ...policy, answer }, status, description);
    }
    if (failure) responses[failure.status] = this.success(policy, failure.status, failure.description);
    if (policy.hasEtag && !policy.isChange) responses[304] = this.unchanged(policy);
    return responses;
  }

  /** Errors of RFC 6749, section 5.2. Those of the authorization endpoint are redirected or shown as a page. */
  private ofOAuth(policy: Policy): Record<string, object> {
    const responses: Record<string, object> = { [policy.status]: this.success(policy, policy.status) };
    for (const status of [...(policy.acceptsAll ? [] : OAUTH_REJECTIONS), ...OAUTH_ERRORS]) {
      const names = applying([...alwaysOn(policy), [status === 429 || status === 503, 'RetryAfter']]);
      const [name, description] = STATUSES[status] ?? [];
      responses[status] = this.components.add('responses', `OAuth${name ?? ''}`, 'oauth', () => ({
        description,
        headers: this.headers(names),
        content: json(OAUTH_ERROR),
      }));
    }
    return responses;
  }

  /** Adds the enumeration of the codes that the described operations can return. */
  addErrorCodes(): void {
    this.components.add('schemas', 'ErrorCode', 'codes', () => ({ type: 'string', enum: [...this.codes].sort() }));
  }

  private success(policy: Policy, status: number, description = STATUSES[status]?.[1]): object {
    const names = applying([
      ...alwaysOn(policy),
      [policy.hasEtag, 'ETag'],
      [policy.setsCookies === true, 'SetCookie'],
      [isKeyed(policy), 'IdempotentReplayed'],
      [isRedirect(status), 'Location'],
      [policy.file !== undefined, 'FileName'],
      [policy.isAlsoCsv === true, 'CsvName'],
    ]);
    const content = this.contentOf(policy, status);
    return {
      description,
      headers: this.headers(names),
      ...(content && { content: { ...content, ...(policy.isAlsoCsv && CSV_CONTENT) } }),
    };
  }

  private contentOf(policy: Policy, status: number): object | undefined {
    const { answer, mayBeNull, plain, file, stream, oauth } = policy;
    if (stream) return this.streamOf(stream);
    if (file) {
      const schema = { type: 'string', format: 'binary' };
      return Object.fromEntries([file].flat().map((type) => [type, { schema }]));
    }
    if (status === 204 || isRedirect(status)) return undefined;
    if (!answer) return oauth ? undefined : json(this.components.emptyEnvelope());
    const isBare = [plain, oauth].includes(true);
    return json(isBare ? this.components.schemaOf(answer) : this.components.envelopeOf(answer, mayBeNull === true));
  }

  private streamOf(data: DtoClass): object {
    return { [STREAM_TYPE]: { schema: { type: 'string' }, 'x-event-data': this.components.schemaOf(data) } };
  }

  private unchanged(policy: Policy): Reference {
    const names = applying([...alwaysOn(policy), [true, 'ETag']]);
    return this.shared('NotModified', policy, { description: STATUSES[304]?.[1], headers: this.headers(names) });
  }

  /** Returns a reference to the component for this status and these codes and headers. */
  private error(policy: Policy, status: number, codes: readonly ErrorCode[]): Reference {
    const isReplayable = isKeyed(policy) && REPLAYED.includes(status);
    const names = applying([
      ...alwaysOn(policy),
      [status === 429 || status === 503, 'RetryAfter'],
      [codes.includes('idempotency_in_progress'), 'RetryAfterInProgress'],
      [status === 401, 'Challenge'],
      [isReplayable, 'IdempotentReplayed'],
    ]);
    for (const code of codes) this.codes.add(code);
    const [name = '', description = ''] = STATUSES[status] ?? [];
    return this.shared(errorName(name, codes, isReplayable), policy, {
      description,
      headers: this.headers(names),
      content: json(this.errorSchema(codes)),
      'x-codes': codes,
    });
  }

  /** Health checks are not rate-limited, so their responses lack the rate limit headers. */
  private shared(name: string, policy: Policy, response: object): Reference {
    const full = policy.access === 'operator' || isCounted(policy) ? name : `${name}Uncounted`;
    return this.components.add('responses', full, JSON.stringify(response), () => response);
  }

  private errorSchema(codes: readonly ErrorCode[]): object {
    const error = this.components.add('schemas', 'ApiError', 'error', () => this.apiError());
    const base = this.components.add('schemas', 'ErrorResponse', 'error', () => ({
      type: 'object',
      required: ['ok', 'error'],
      properties: {
        ok: { type: 'boolean', const: false, description: 'False for every error.' },
        error: { ...error, description: 'What is wrong, and what to do.' },
      },
    }));
    return { allOf: [base], properties: { error: { properties: { code: { enum: codes } } } } };
  }

  private apiError(): object {
    return {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { $ref: '#/components/schemas/ErrorCode', description: 'Machine-readable reason.' },
        message: {
          type: 'string',
          description: 'Human-readable reason.',
          examples: ['One or more fields are invalid.'],
        },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'A message for each invalid field, by its name.',
          examples: [{ name: 'must be text of 1 to 64 characters without control characters' }],
        },
      },
    };
  }

  private headers(names: readonly HeaderName[]): object {
    const entries = names.map((name) => {
      const [header, description] = HEADERS[name];
      return [header, this.components.add('headers', name, name, () => description)];
    });
    return Object.fromEntries(entries) as object;
  }
}

type Choice = readonly [applies: boolean, name: HeaderName];

function alwaysOn(policy: Policy): Choice[] {
  const counted = isCounted(policy);
  return [
    [true, 'RequestId'],
    [counted, 'RateLimit'],
    [counted, 'RateLimitRemaining'],
    [counted, 'RateLimitReset'],
  ];
}

function applying(choices: readonly Choice[]): HeaderName[] {
  return choices.flatMap(([applies, name]) => (applies ? [name] : []));
}

function isRedirect(status: number): boolean {
  return status === 302 || status === 303;
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}
