import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { DomainError, invalidFields, type Isolation, newId, Transactor } from '@trunkline/kernel';
import { Database, IdempotencyKeys, type StoredResponse, type KeyedRequest, type KeyState } from '@trunkline/platform';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { canonicalPath } from './canonical-path';
import { EdgeErrors } from '../answers/edge-errors';
import { type EdgeRequest, requestOf } from './edge-request';
import { answerIn, envelopeOf, ReplayedResponse, statusIn } from '../answers/envelope.adapter';
import { STATUS_OF_KIND } from '../answers/error-codes';
import { policyFor } from './endpoint';
import type { Policy } from './policy';

const KEY = /^[\x21-\x7e][\x20-\x7e]{0,254}$/;
const EXTEND_MS = 10_000;
/** Statuses that do not depend on the request's content, so they are not stored. */
const NOT_STORED = [401, 403, 429];

/** Makes changes idempotent. It is attached only to changes, so that reads do not pay for it. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly db: Database,
    private readonly transactor: Transactor,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    const policy = policyFor(context.getHandler());
    if (!policy) throw new Error('A change must have a policy.');
    return from(this.run(request, policy, () => lastValueFrom(next.handle(), { defaultValue: null })));
  }

  private run(request: EdgeRequest, policy: Policy, handle: () => Promise<unknown>): Promise<unknown> {
    const keyed = policy.idempotency === 'none' ? null : keyedRequest(request);
    // It calls external systems, so its own transactions check If-Match.
    if (policy.idempotency === 'operation') return this.operation(request, policy, keyed, handle);
    // Only where If-Match applies: in a transaction around a sign-in, a rejection would roll back the failure counter.
    const isChecked = policy.hasEtag && request.headers['if-match'] !== undefined;
    const isolation = isChecked ? 'repeatable read' : 'read committed';
    if (keyed) return this.inOneTransaction(isolation, () => this.inTransaction(keyed, policy, handle));
    return isolation === 'repeatable read' ? this.transactor.run(handle, isolation) : handle();
  }

  private async inOneTransaction(isolation: Isolation, work: () => Promise<unknown>): Promise<unknown> {
    const result = await this.transactor.run(work, isolation);
    if (result instanceof StoredError) throw result.error;
    return result;
  }

  private async inTransaction(keyed: KeyedRequest, policy: Policy, handle: () => Promise<unknown>): Promise<unknown> {
    const state = await this.keys.enter(keyed);
    if (state.kind !== 'fresh') return answerOf(state);
    try {
      // Stores the error but rolls back the handler's writes.
      const data = await this.db.runNested(handle);
      await this.keys.keep(keyed, state.operationId, success(policy, data));
      return data;
    } catch (error) {
      const failure = failureToStore(error);
      if (!failure) throw error;
      await this.keys.keep(keyed, state.operationId, failure);
      return new StoredError(error as DomainError);
    }
  }

  private async operation(
    request: EdgeRequest,
    policy: Policy,
    keyed: KeyedRequest | null,
    handle: () => Promise<unknown>,
  ): Promise<unknown> {
    if (!keyed) {
      request.edge.operationId = newId('op');
      return handle();
    }
    const state = await this.keys.claim(keyed);
    if (state.kind !== 'fresh') return answerOf(state);
    const { operationId } = state;
    request.edge.operationId = operationId;
    const extending = setInterval(() => void this.keys.extend(keyed, operationId).catch(() => undefined), EXTEND_MS);
    try {
      const data = await handle();
      await this.keys.settle(keyed, operationId, success(policy, data));
      return data;
    } catch (error) {
      const failure = failureToStore(error);
      if (failure) await this.keys.settle(keyed, operationId, failure);
      else if (isNotStored(error)) await this.keys.forget(keyed, operationId);
      else await this.keys.unlock(keyed, operationId);
      throw error;
    } finally {
      clearInterval(extending);
    }
  }
}

/** Carries a stored error out of a transaction that must commit. */
class StoredError {
  constructor(readonly error: DomainError) {}
}

function keyedRequest(request: EdgeRequest): KeyedRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw invalidFields({ 'Idempotency-Key': 'must be 1 to 255 printable ASCII characters' });
  }
  const { principal, operatorId, uploadDigest } = request.edge;
  // The user is part of the content, because the response may hold a secret of that user.
  const body = request.body as unknown;
  const content = canonical({ by: principal?.userId, query: request.query, body, file: uploadDigest });
  const accountId = principal?.accountId ?? operatorId ?? 'public';
  const path = canonicalPath(request.path, (request.route as { path: string }).path);
  return { accountId, method: request.method, path, key, content };
}

/** Returns JSON with sorted members, so that equal bodies have equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

function answerOf(state: Exclude<KeyState, { kind: 'fresh' }>): ReplayedResponse {
  if (state.kind === 'reused') throw EdgeErrors.idempotency_key_reused();
  if (state.kind === 'running') {
    throw EdgeErrors.idempotency_in_progress({ retryAfterSeconds: state.retryAfterSeconds });
  }
  return new ReplayedResponse(state.answer.status, state.answer.text);
}

function success(policy: Policy, data: unknown): StoredResponse {
  const status = statusIn(policy, data, policy.status);
  return { status, text: envelopeOf(JSON.stringify(answerIn(policy, data))) };
}

function isNotStored(error: unknown): boolean {
  return (
    error instanceof DomainError && (error.code === 'invalid_input' || NOT_STORED.includes(STATUS_OF_KIND[error.kind]))
  );
}

function failureToStore(error: unknown): StoredResponse | null {
  if (!(error instanceof DomainError) || isNotStored(error)) return null;
  const status = STATUS_OF_KIND[error.kind];
  if (status >= 500) return null;
  const { code, message, fields } = error;
  return { status, text: JSON.stringify({ ok: false, error: { code, message, ...(fields && { fields }) } }) };
}
