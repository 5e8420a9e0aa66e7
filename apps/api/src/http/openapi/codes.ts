import { isCounted, isKeyed, type Policy } from '../endpoint/policy';
import { type ErrorCode, failureOf } from '../answers/error-codes';

type Group = readonly [applies: boolean, codes: readonly ErrorCode[]];

/** Returns the error codes of an operation by status, in ascending order: common codes and declared ones. */
export function codesOf(policy: Policy, path: string): Map<number, readonly ErrorCode[]> {
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const failure of [...common(policy, path), ...(policy.fails ?? [])]) {
    const [code, status] = failureOf(failure);
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  const sorted = [...byStatus].sort(([a], [b]) => a - b);
  return new Map(sorted.map(([status, of]) => [status, [...of].sort()]));
}

function common(policy: Policy, path: string): ErrorCode[] {
  const isOfCustomer = policy.access !== 'public' && policy.access !== 'operator';
  const isRejected = !policy.silent && policy.limit !== 'callback' && isCounted(policy);
  const groups: Group[] = [
    [true, ['key_in_url', 'malformed_request', 'internal_error']],
    [policy.failure === undefined, ['unavailable']],
    [isRejected, ['rate_limited']],
    [!policy.openQuery && !policy.silent, ['invalid_input']],
    [policy.isChange, ['malformed_json', 'payload_too_large', 'unsupported_media_type']],
    [policy.access !== 'public', ['unauthorized']],
    [isOfCustomer, ['forbidden']],
    [path.includes('{'), ['not_found']],
    [isKeyed(policy), ['idempotency_key_reused', 'idempotency_in_progress']],
    [policy.hasEtag && policy.isChange, ['precondition_failed']],
    ...(isOfCustomer ? ofCustomer(policy) : []),
  ];
  return groups.flatMap(([applies, codes]) => (applies ? codes : []));
}

function ofCustomer(policy: Policy): Group[] {
  const isComplete = policy.access !== 'partial';
  return [
    [isComplete, ['mfa_required']],
    [isComplete && policy.credentials.includes('session'), ['account_closed']],
    [policy.isChange, ['csrf_rejected']],
    [isComplete && policy.isWrite && !policy.allowed?.suspended, ['account_suspended']],
    [isComplete && policy.isWrite && !policy.allowed?.pendingClosure, ['account_pending_closure']],
    [policy.credentials.join() === 'session', ['session_required']],
    [policy.recentSignIn === true, ['reauthentication_required']],
    [policy.isOrder === true, ['manual_review_required']],
  ];
}
