import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable } from '@nestjs/common';
import { DomainError } from '@trunkline/kernel';
import { isOutage, Log, Settings } from '@trunkline/platform';
import type { Response } from 'express';
import { EdgeErrors } from './edge-errors';
import type { EdgeRequest } from '../endpoint/edge-request';
import { isKnownError, STATUS_OF_KIND } from './error-codes';
import { sendJson } from './envelope.adapter';
import { addressBucket } from '../limits/limits';
import { RateLimiter, setRateLimitHeaders } from '../limits/rate-limiter';
import { RouteTable } from '../endpoint/route-table';

/**
 * Turns every failure into the error envelope. What is neither a DomainError nor an outage of the database or a store is a
 * bug. Both are logged whole and answered without internals.
 */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly log: Log,
    private readonly routes: RouteTable,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<EdgeRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) {
      this.log.error({ err: thrown, requestId: request.edge.requestId }, 'failed after the answer had begun');
      response.destroy();
      return;
    }
    const error = this.translate(thrown, request, response);
    void this.countUnrouted(request, response).then((refusal) => {
      if (refusal ?? error) sendError(response, (refusal ?? error) as DomainError);
      else this.sendFailure(thrown, request, response);
    });
  }

  /** What failed before a route was found counts against the address, and tells its limits like any answer. */
  private async countUnrouted(request: EdgeRequest, response: Response): Promise<DomainError | null> {
    if (request.edge.isInternal || response.hasHeader('X-RateLimit-Limit')) return null;
    const bucket = addressBucket('address', request.ip, this.settings.RATE_LIMIT_FACTOR);
    try {
      const verdict = await this.limiter.take(bucket);
      setRateLimitHeaders(response, verdict);
      return verdict.allowed ? null : EdgeErrors.rate_limited({ retryAfterSeconds: verdict.retryAfterSeconds });
    } catch (error) {
      // The answer is an error already: it goes out uncounted.
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

  /** What no catalogue names: an outage of the database or a store is 503, everything else a bug, 500. */
  private sendFailure(thrown: unknown, request: EdgeRequest, response: Response): void {
    const { requestId, principal } = request.edge;
    const route = (request.route as { path?: string } | undefined)?.path;
    const context = { err: thrown, requestId, route, accountId: principal?.accountId };
    if (isOutage(thrown)) {
      this.log.error(context, 'the database or a store is unavailable');
      return sendError(response, EdgeErrors.unavailable());
    }
    this.log.error(context, 'unexpected failure');
    const message = `Something went wrong on our side. Quote request ${requestId}.`;
    sendJson(response, 500, { ok: false, error: { code: 'internal_error', message } });
  }
}

export function sendError(response: Response, error: DomainError): void {
  const { code, message, fields, retryAfterSeconds } = error;
  // What is left of a body that was not read must not be taken for the next request.
  if (error.kind === 'too_large') response.setHeader('Connection', 'close');
  if (error.kind === 'unauthorized') response.setHeader('WWW-Authenticate', 'Bearer');
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
  sendJson(response, STATUS_OF_KIND[error.kind], { ok: false, error: { code, message, ...(fields && { fields }) } });
}
