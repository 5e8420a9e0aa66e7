import { isUtf8 } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Log, type Settings, Work } from '@trunkline/platform';
import express, { type NextFunction, type Response } from 'express';
import { arrivedInternally, isInternalPath } from './internal-paths';
import { EdgeErrors } from '../answers/edge-errors';
import type { EdgeRequest } from '../endpoint/edge-request';
import { bareAddresses } from './forwarded-for';
import { HttpMetrics } from '../endpoint/http-metrics';
import { KeysInUrls } from './keys-in-urls';
import { CSV_BODY_MAX, isCallback, isCsv, isForm, RAW_BODY_MAX } from '../endpoint/raw-body';
import { RouteTable } from '../endpoint/route-table';
import { isCsvForm } from '../endpoint/csv-uploads';
import { isUploadedForm, UPLOAD_BODY_MAX } from '../endpoint/uploads';
import { isDashboardPath, originsOf } from './origins';
import { hasOneHost } from './request-host';
import { JSON_HEADERS, PAGE_HEADERS } from './security-headers';
import { assertBodyComplexity } from '../limits/body-complexity';

type Middleware = (request: EdgeRequest, response: Response, next: NextFunction) => void;

const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/;
const SAFE_METHODS = new Set(['GET', 'HEAD']);
const BODY_MAX = RAW_BODY_MAX;
/** Status in logs and metrics, as nginx has it. */
const CLIENT_LEFT = 499;
const CORS_HEADERS =
  'Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Account-Id, X-Request-Id, Last-Event-ID';
const EXPOSED_HEADERS = [
  'ETag',
  'Idempotent-Replayed',
  'Retry-After',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
].join(', ');

/** Installs the steps before routing, in this order, as a single layer of the router. */
export function useMiddleware(app: NestExpressApplication, settings: Settings): void {
  const steps: Middleware[] = [
    beginRequest(app.get(Log), app.get(HttpMetrics)),
    requireSingleHost,
    separateListeners,
    app.get(KeysInUrls).middleware,
    allowDashboard(originsOf(settings.DASHBOARD_URL, settings)),
    rejectUnreadablePath,
    secure,
    readBody(app.get(RouteTable)),
    runAsWork,
  ];
  app.use(inOrder(steps));
}

function inOrder(steps: readonly Middleware[]): Middleware {
  return (request, response, next) => {
    const from = (index: number): void => {
      const step = steps[index];
      if (step) step(request, response, (error?: unknown) => (error === undefined ? from(index + 1) : next(error)));
      else next();
    };
    from(0);
  };
}

function beginRequest(log: Log, metrics: HttpMetrics): Middleware {
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    const forwardedFor = request.headers['x-forwarded-for'];
    if (typeof forwardedFor === 'string') request.headers['x-forwarded-for'] = bareAddresses(forwardedFor);
    const work = new Work('rest', SAFE_METHODS.has(request.method) ? 'at any time' : 'before it begins');
    request.edge = { requestId, startedAt: performance.now(), isInternal: arrivedInternally(request), work };
    response.setHeader('X-Request-Id', requestId);
    // Also when the client has left: `finish` comes only with a response that was written.
    response.once('close', () => {
      const fields = logFieldsOf(request, response);
      // A stream lasts as long as its client reads.
      if (!request.edge.policy?.stream) metrics.observe({ ...fields, seconds: fields.ms / 1000 });
      log.info(fields, 'request');
    });
    next();
  };
}

function logFieldsOf(request: EdgeRequest, response: Response) {
  const { requestId, startedAt, principal } = request.edge;
  // The route pattern, because the path can contain a phone number or a token.
  const route = `${request.baseUrl}${(request.route as { path?: string } | undefined)?.path ?? '(none)'}`;
  const ms = Math.round((performance.now() - startedAt) * 100) / 100;
  const account = principal && { accountId: principal.accountId };
  return { requestId, method: request.method, route, status: statusOf(request, response), ms, ...account };
}

/** Returns 499 if the client closed the connection before the response was written. A stream ends when its client leaves. */
function statusOf({ edge }: EdgeRequest, response: Response): number {
  const isWritten = response.writableFinished || (edge.policy?.stream !== undefined && response.headersSent);
  return isWritten ? response.statusCode : CLIENT_LEFT;
}

/** Runs the rest of the request as its work. A request whose client has left gives up its place for a database connection. */
const runAsWork: Middleware = ({ edge: { work } }, response, next) => {
  response.once('close', () => {
    if (!response.writableFinished) work.leave();
  });
  work.run(() => next());
};

const requireSingleHost: Middleware = (request, _response, next) => {
  next(hasOneHost(request) ? undefined : EdgeErrors.malformed_request({ message: 'Send exactly one Host header.' }));
};

/** Serves operator and switch paths only on the internal listener, and customer paths only on the public one. */
const separateListeners: Middleware = (request, _response, next) => {
  next(isInternalPath(request.path) === request.edge.isInternal ? undefined : EdgeErrors.not_found());
};

/** Allows CORS with credentials only for the dashboard. */
function allowDashboard(dashboard: readonly string[]): Middleware {
  return (request, response, next) => {
    // The first to set it: `vary` would parse what is there.
    response.setHeader('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !dashboard.includes(origin)) return next();
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
    response.setHeader('Access-Control-Allow-Headers', CORS_HEADERS);
    response.setHeader('Access-Control-Max-Age', '600');
    response.status(204).end();
  };
}

const secure: Middleware = (request, response, next) => {
  const headers = request.path.startsWith('/docs') ? PAGE_HEADERS : JSON_HEADERS;
  for (const [name, value] of headers) response.setHeader(name, value);
  next();
};

/**
 * Rejects control characters in paths: PostgreSQL does not store NUL, and no identifier contains one. The dashboard reads its
 * own paths, in the browser.
 */
const rejectUnreadablePath: Middleware = (request, _response, next) => {
  if (isDashboardPath(request.path)) return next();
  try {
    next(/\p{Cc}/u.test(decodeURIComponent(request.path)) ? EdgeErrors.not_found() : undefined);
  } catch {
    next(EdgeErrors.malformed_request());
  }
};

/** Reads JSON of at most 256 KiB into `request.body`, and callbacks and CSV files as bytes. Leaves forms of uploads, and CSV files that
 * are read as they arrive, to their handler. */
function readBody(routes: RouteTable): Middleware {
  const jsonUpTo = (limit: string) => express.json({ limit, strict: false, type: () => true, verify: requireUtf8 });
  const json = { small: jsonUpTo(BODY_MAX), upload: jsonUpTo(UPLOAD_BODY_MAX), csv: jsonUpTo(CSV_BODY_MAX) };
  const takesForm = ({ method, path }: EdgeRequest) => routes.takesForm(method, path);
  const takesCsv = ({ method, path }: EdgeRequest) => routes.takesCsv(method, path);
  const takesCsvForm = ({ method, path }: EdgeRequest) => routes.takesCsvForm(method, path);
  const isForHandler = (request: EdgeRequest) =>
    takesCsvForm(request) ? isCsvForm(request) : isUploadedForm(request) && takesForm(request);
  const isJsonOnly = (request: EdgeRequest) => isJson(request.headers['content-type']) && !takesCsvForm(request);
  const jsonOf = (request: EdgeRequest) => {
    if (takesCsv(request)) return json.csv;
    return takesForm(request) ? json.upload : json.small;
  };
  // Unparsed and not decompressed, because the signature covers these bytes.
  const callback = bytesOf(express.raw({ limit: RAW_BODY_MAX, type: () => true, inflate: false }), keepRaw);
  const csv = bytesOf(express.raw({ limit: CSV_BODY_MAX, type: () => true }), keepCsv);
  return (request, response, next) => {
    if (!isReadHere(request)) return next();
    if (isCallback(request.path)) return callback(request, response, next);
    if (isCsv(request.headers['content-type']) && takesCsv(request)) return csv(request, response, next);
    if (isForHandler(request)) return next();
    if (!isJsonOnly(request)) return next(EdgeErrors.unsupported_media_type());
    // The parser knows only one of the names of UTF-8.
    request.headers['content-type'] = 'application/json';
    const noteFault = (error?: unknown) => next(error === undefined ? noteBodyFault(request) : bodyError(error));
    jsonOf(request)(request, response, noteFault);
  };
}

type Parser = ReturnType<typeof express.raw>;

/** Reads a body as bytes, which `keep` moves to where they are read, or returns why it cannot. */
function bytesOf(parse: Parser, keep: (request: EdgeRequest) => Error | undefined): Middleware {
  return (request, response, next) =>
    parse(request, response, (error?: unknown) => next(error === undefined ? keep(request) : bodyError(error)));
}

/** Keeps the bytes of a CSV file, whose JSON body has no members. An Idempotency-Key belongs to its content. */
function keepCsv(request: EdgeRequest): Error | undefined {
  const bytes = request.body as unknown;
  if (!Buffer.isBuffer(bytes) || !isUtf8(bytes)) {
    return EdgeErrors.malformed_request({ message: 'The CSV file is not UTF-8.' });
  }
  request.edge.rawBody = bytes;
  request.body = {};
  if (request.headers['idempotency-key'] !== undefined) {
    request.edge.uploadDigest = createHash('sha256').update(bytes).digest('hex');
  }
  return undefined;
}

/** Moves the bytes out of `body`, which the rest of the edge reads as JSON. */
function keepRaw(request: EdgeRequest): undefined {
  if (Buffer.isBuffer(request.body)) request.edge.rawBody = request.body;
  request.body = undefined;
}

/**
 * Records why the body must be rejected. The edge guard rejects it, because the middleware does not know whether the
 * endpoint is a silent one.
 */
function noteBodyFault(request: EdgeRequest): void {
  try {
    assertBodyComplexity(request.body);
  } catch (error) {
    request.edge.bodyFault = asError(error);
  }
}

function isReadHere({ headers, path }: EdgeRequest): boolean {
  const length = headers['content-length'];
  const hasBody = headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  return hasBody && !isForm(path);
}

/** Rejects invalid UTF-8, which a decoder would silently replace. */
function requireUtf8(_request: unknown, _response: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw EdgeErrors.malformed_json();
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;
/** Also under the name that many clients send, which no standard has. */
const UTF_8 = ['utf-8', 'utf8'];
const CHARSET = /charset\s*=\s*"?([^";\s]+)/i;

function isJson(contentType: string | undefined): boolean {
  const charset = contentType?.match(CHARSET)?.[1]?.toLowerCase() ?? 'utf-8';
  return contentType !== undefined && JSON_TYPE.test(contentType) && UTF_8.includes(charset);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function bodyError(error: unknown): Error {
  const { type = '' } = error as { type?: string };
  if (type === 'entity.too.large') return EdgeErrors.payload_too_large();
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') return EdgeErrors.unsupported_media_type();
  if (type === 'entity.parse.failed' || type === 'entity.verify.failed') return EdgeErrors.malformed_json();
  return EdgeErrors.malformed_request();
}
