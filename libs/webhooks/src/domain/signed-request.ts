import { type Signing, signedHeaders, unixSeconds } from '@trunkline/kernel';

export interface Payload {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly data: object;
  readonly isTest: boolean;
}

export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the body of every delivery of an event. */
export function bodyOf({ id, type, createdAt, data, isTest }: Payload): string {
  return JSON.stringify({ id, type, created_at: unixSeconds(createdAt), data, ...(isTest && { test: true }) });
}

/** Signs a delivery. See docs/webhooks.md#signatures. */
export function signedRequest(payload: Payload, signing: Signing): SignedRequest {
  const body = bodyOf(payload);
  return { body, headers: signedHeaders({ id: payload.id, type: payload.type, body }, signing) };
}
