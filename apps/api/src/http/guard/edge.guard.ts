import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Actor, actorOf, plainAddress, SYSTEM } from '@trunkline/kernel';
import { type Acting, Settings } from '@trunkline/platform';
import type { Response } from 'express';
import { Authenticator } from '../credentials/authenticator';
import { OperatorTokens } from '../credentials/operator-tokens';
import { EdgeErrors } from '../answers/edge-errors';
import { type EdgeRequest, requestOf } from '../endpoint/edge-request';
import { policyFor } from '../endpoint/endpoint';
import type { Policy } from '../endpoint/policy';
import { accountBucket, addressBucket, isPerAccount, isPerAddress, type NamedBucket } from '../limits/limits';
import { rejectUnknownInput } from '../endpoint/declared-arguments';
import { Admission } from './admission';
import { RateLimiter, setRateLimitHeaders } from '../limits/rate-limiter';

const UNKNOWN_CREDENTIAL =
  'The API key or access token is unknown, expired or revoked. Send it as Authorization: Bearer <key>.';

/**
 * Returns who makes the changes of a request. Callbacks and switches are the system, and public changes as well, unless the handler
 * learns who makes them.
 */
function actorIn({ principal, operatorId }: EdgeRequest['edge'], { access, limit }: Policy): Actor | null {
  if (principal) return actorOf(principal);
  if (operatorId !== undefined) return { kind: 'operator', id: operatorId };
  return access === 'public' && limit !== 'callback' ? SYSTEM : null;
}

/** Reads change nothing. */
function actingOf({ edge, ip }: EdgeRequest, policy: Policy): Acting | null {
  const actor = policy.isChange ? actorIn(edge, policy) : null;
  return actor && { actor, ip: plainAddress(ip ?? null), requestId: edge.requestId };
}

/** Authenticates, rate-limits and authorizes each request before its handler runs. */
@Injectable()
export class EdgeGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly operators: OperatorTokens,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
    private readonly admission: Admission,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const response = context.getArgByIndex<Response>(1);
    const policy = policyFor(context.getHandler());
    if (!policy) throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no access.`);
    request.edge.policy = policy;
    request.edge.work.kind = policy.workKind;
    if (request.edge.bodyFault && !policy.silent) throw request.edge.bodyFault;
    if (policy.access === 'operator') this.operators.admit(request);
    else if (policy.access === 'public') await this.admitAddress(request, response, policy);
    else await this.admitPrincipal(request, response, policy);
    request.edge.work.acting = actingOf(request, policy);
    if (!policy.openQuery && !policy.silent) rejectUnknownInput(request, context.getHandler());
    return true;
  }

  private async admitAddress(request: EdgeRequest, response: Response, policy: Policy): Promise<void> {
    if (policy.plain) return;
    const name = policy.limit !== undefined && isPerAddress(policy.limit) ? policy.limit : 'address';
    const bucket = addressBucket(name, request.ip, this.settings.RATE_LIMIT_FACTOR);
    if (!policy.silent && name !== 'callback') return this.spend(response, bucket);
    const verdict = await this.limiter.take(bucket);
    setRateLimitHeaders(response, verdict);
    request.edge.isOverLimit = !verdict.allowed;
  }

  private async admitPrincipal(request: EdgeRequest, response: Response, policy: Policy): Promise<void> {
    const principal = await this.authenticator.authenticate(request);
    if (!principal) {
      await this.spend(response, addressBucket('address', request.ip, this.settings.RATE_LIMIT_FACTOR));
      throw EdgeErrors.unauthorized(request.headers.authorization === undefined ? {} : { message: UNKNOWN_CREDENTIAL });
    }
    request.edge.principal = principal;
    const factor = this.settings.RATE_LIMIT_FACTOR;
    await this.spend(response, accountBucket('api', principal, factor));
    this.admission.authorize(request, principal, policy);
    if (isPerAccount(policy.limit)) await this.spend(response, accountBucket(policy.limit, principal, factor));
  }

  private async spend(response: Response, bucket: NamedBucket): Promise<void> {
    const verdict = await this.limiter.take(bucket);
    setRateLimitHeaders(response, verdict);
    if (!verdict.allowed) throw EdgeErrors.rate_limited({ retryAfterSeconds: verdict.retryAfterSeconds });
  }
}
