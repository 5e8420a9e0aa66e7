import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable } from '@nestjs/common';
import { DomainError } from '@trunkline/kernel';
import { ClientLeft, isOutage, Log, Settings } from '@trunkline/platform';
import type { Response } from 'express';
import { EdgeErrors } from './edge-errors';
import { type EdgeRequest, requestOf } from '../endpoint/edge-request';
import { isKnownError, STATUS_OF_KIND } from './error-codes';
import { sendJson } from './envelope.adapter';
import { addressBucket } from '../limits/limits';
import { RateLimiter, setRateLimitHeaders } from '../limits/rate-limiter';
import { RouteTable } from '../endpoint/route-table';
import { UnknownPage } from './unknown-page';

/**
 * Sends every failure in the error envelope, and a page to a browser at an unknown address. Errors other than DomainError are
 * logged with their cause, and the response hides internals: 503 for an outage of the database or a store, otherwise 500.
 */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly log: Log,
    private readonly routes: RouteTable,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
    private readonly unknownPage: UnknownPage,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = requestOf(host);
    const response = host.switchToHttp().getResponse<Response>();
    if (thrown instanceof ClientLeft && response.destroyed) return;
    if (response.headersSent) {
      this.log.error({ err: thrown, requestId: request.edge.requestId }, 'failed after the response had started');
      response.destroy();
      return;
    }
    const error = this.translate(thrown, request, response);
    void this.countUnrouted(request, response).then((refusal) => {
      const failure = refusal ?? error;
      if (!failure) this.sendFailure(thrown, request, response);
      else if (this.unknownPage.isFor(request, failure)) this.unknownPage.send(response);
      else sendError(response, failure);
    });
  }

  /** Counts a request without a route against its network address. Returns the error if that limit is exceeded. */
  private async countUnrouted(request: EdgeRequest, response: Response): Promise<DomainError | null> {
    if (request.edge.isInternal || response.hasHeader('X-RateLimit-Limit')) return null;
    const bucket = addressBucket('address', request.ip, this.settings.RATE_LIMIT_FACTOR);
    try {
      const verdict = await this.limiter.take(bucket);
      setRateLimitHeaders(response, verdict);
      return verdict.allowed ? null : EdgeErrors.rate_limited({ retryAfterSeconds: verdict.retryAfterSeconds });
    } catch (error) {
      // The response is an error already, so it is sent uncounted.
      this.log.warn({ err: error, requestId: request.edge.requestId }, 'rate limit store unavailable');
      return null;
    }
  }

  private translate(thrown: unknown, request: EdgeRequest, response: Response): DomainError | null {
    if (thrown instanceof DomainError) return isKnownError(STATUS_OF_KIND[thrown.kind], thrown.code) ? thrown : null;
    if (!(thrown instanceof HttpException)) return null;
    if (thrown.getStatus() === 404) return this.unknownRoute(request, response);
    return thrown.getStatus() < 500 ? EdgeErrors.malformed_request() : null;
  }

  private unknownRoute(request: EdgeRequest, response: Response): DomainError | null {
    const allowed = this.routes.methodsAt(request.path);
    if (allowed.length === 0) return EdgeErrors.not_found();
    response.setHeader('Allow', allowed.join(', '));
    return EdgeErrors.method_not_allowed();
  }

  /** Sends a failure that no error catalogue declares. */
  private sendFailure(thrown: unknown, request: EdgeRequest, response: Response): void {
    const { requestId, principal } = request.edge;
    const route = (request.route as { path?: string } | undefined)?.path;
    const context = { err: thrown, requestId, route, accountId: principal?.accountId };
    if (isOutage(thrown)) {
      this.log.error(context, 'the database or a store is unavailable');
      return sendError(response, EdgeErrors.unavailable());
    }
    this.log.error(context, 'unexpected failure');
    const message = `Internal error. Include the request id ${requestId} when you contact support.`;
    sendJson(response, 500, { ok: false, error: { code: 'internal_error', message } });
  }
}

function sendError(response: Response, error: DomainError): void {
  const { code, message, fields, retryAfterSeconds } = error;
  // The unread rest of the body must not be parsed as the next request.
  if (error.kind === 'too_large') response.setHeader('Connection', 'close');
  if (error.kind === 'unauthorized') response.setHeader('WWW-Authenticate', 'Bearer');
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
  if ((response.req as EdgeRequest).edge.policy?.oauth) return sendOAuthError(response, error);
  sendJson(response, STATUS_OF_KIND[error.kind], { ok: false, error: { code, message, ...(fields && { fields }) } });
}

/** RFC 6749, sections 4.1.2.1 and 5.2. */
function sendOAuthError(response: Response, { kind, message }: DomainError): void {
  const isTemporary = kind === 'unavailable' || kind === 'too_many';
  const error = isTemporary ? 'temporarily_unavailable' : 'invalid_request';
  sendJson(response, STATUS_OF_KIND[kind], { error, error_description: message });
}
