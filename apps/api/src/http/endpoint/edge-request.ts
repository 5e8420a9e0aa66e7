import type { ArgumentsHost } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import type { Work } from '@trunkline/platform';
import type { Request } from 'express';
import type { Policy } from './policy';

/** The state of a request at the edge. */
export interface EdgeContext {
  readonly requestId: string;
  readonly startedAt: number;
  readonly isInternal: boolean;
  /** The work whose share of the database connections the request uses. */
  readonly work: Work;
  policy?: Policy;
  /** The reason to reject the body. Silent endpoints ignore it. */
  bodyFault?: Error;
  /** The network address exceeded its limit. Set only for silent endpoints, which then do nothing. */
  isOverLimit?: boolean;
  /** The unparsed body of a third party's callback, or a CSV file. */
  rawBody?: Buffer;
  /**
   * Identifies a file that was uploaded with an Idempotency-Key by its SHA-256 and, in a form, by its type and name: it is part
   * of the request, as the body is.
   */
  uploadDigest?: string;
  principal?: Principal;
  /** The secret of the session that authenticated the request, of the cookies that it has. */
  sessionSecret?: string;
  /** The credential is checked again for a response in progress. */
  isRecheck?: boolean;
  /** Identifies the operator's token; internal listener only. */
  operatorId?: string;
  /** Identifies the operation; the same for all retries with one Idempotency-Key. */
  operationId?: string;
  /** Seals the cursor of the next page. Set where the handler reads a `ListQuery`. */
  sealNext?: (page: Page<unknown>) => object;
}

export interface EdgeRequest extends Request {
  edge: EdgeContext;
}

export interface CallerInfo {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

const USER_AGENT_MAX = 400;

/** Returns the request of a guard, interceptor, filter or parameter. `switchToHttp` would create three functions. */
export function requestOf(host: ArgumentsHost): EdgeRequest {
  return host.getArgByIndex<EdgeRequest>(0);
}

export function principalOf(request: EdgeRequest): Principal {
  if (!request.edge.principal) throw new Error('A public endpoint has no principal.');
  return request.edge.principal;
}

/** Returns the network address and user agent of the client. A long user agent is cut, because login events store it. */
export function callerOf({ ip, headers }: EdgeRequest): CallerInfo {
  return { ip: ip ?? null, userAgent: headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null };
}
