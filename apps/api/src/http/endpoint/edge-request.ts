import type { Principal } from '@trunkline/kernel';
import type { Request, Response } from 'express';
import type { Policy } from './endpoint';

/** What the edge knows of a request beyond HTTP. */
export interface EdgeContext {
  readonly requestId: string;
  readonly startedAt: number;
  readonly isInternal: boolean;
  policy?: Policy;
  /** Why no endpoint but a silent one takes the body: it is too deep, too long, or names what every object has. */
  bodyFault?: Error;
  /** The network address has used up its requests, and the endpoint is a silent one, which then does nothing. */
  isOverLimit?: boolean;
  /** Of a third party's callback, as it came. */
  rawBody?: Buffer;
  principal?: Principal;
  /** Which operator's token, on the internal listener. */
  operatorId?: string;
  /** Stable across retries with one Idempotency-Key; names what the handler does. */
  operationId?: string;
}

export interface EdgeRequest extends Request {
  edge: EdgeContext;
}

export type EdgeResponse = Response;

export function principalOf(request: EdgeRequest): Principal {
  if (!request.edge.principal) throw new Error('A handler behind no credential asked who is calling.');
  return request.edge.principal;
}
