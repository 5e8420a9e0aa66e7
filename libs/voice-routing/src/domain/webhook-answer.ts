import { canonicalNumber } from '@trunkline/kernel';
import { isEmergencyE164 } from './emergency-numbers';

/** Where a webhook sends a call. */
export type Destination =
  | { readonly kind: 'sip_trunk'; readonly trunkId: string }
  | { readonly kind: 'pstn_forward'; readonly e164: string }
  | { readonly kind: 'webrtc_user'; readonly userId: string };

export type WebhookAnswer =
  | { readonly action: 'forward'; readonly destination: Destination }
  | { readonly action: 'reject'; readonly code: number }
  /** The call proceeds to the next target. */
  | { readonly action: 'failed'; readonly reason: string };

/** The codes that a webhook can reject a call with, and their reason phrases (RFC 3261, section 21). */
export const REJECT_CODES: ReadonlyMap<number, string> = new Map([
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [410, 'Gone'],
  [480, 'Temporarily Unavailable'],
  [484, 'Address Incomplete'],
  [486, 'Busy Here'],
  [488, 'Not Acceptable Here'],
  [500, 'Server Internal Error'],
  [503, 'Service Unavailable'],
  [600, 'Busy Everywhere'],
  [603, 'Decline'],
  [604, 'Does Not Exist Anywhere'],
]);

const ID = /^[a-z]{2,6}_[0-9a-z]{1,48}$/;

/** Reads the body of a webhook's answer. See docs/webhooks.md#call-webhooks. */
export function readWebhookAnswer(body: string): WebhookAnswer {
  const answer = objectOf(body);
  if (answer === null) return failed('The answer is not a JSON object.');
  if (answer['action'] === 'reject') return rejectionOf(answer['code']);
  if (answer['action'] === 'forward') return forwardOf(answer);
  return failed('The answer has no `action` of forward or reject.');
}

export function failed(reason: string): WebhookAnswer {
  return { action: 'failed', reason };
}

function rejectionOf(code: unknown): WebhookAnswer {
  if (typeof code === 'number' && REJECT_CODES.has(code)) return { action: 'reject', code };
  return failed(`The \`code\` is not one of ${[...REJECT_CODES.keys()].join(', ')}.`);
}

function forwardOf(answer: Readonly<Record<string, unknown>>): WebhookAnswer {
  const named = ['sip_trunk_id', 'pstn_forward_e164', 'webrtc_user_id'].filter(
    (each) => (answer[each] ?? null) !== null,
  );
  const [member = ''] = named;
  const value = answer[member];
  if (named.length !== 1 || typeof value !== 'string')
    return failed('The answer must name one of sip_trunk_id, pstn_forward_e164 and webrtc_user_id.');
  if (member === 'pstn_forward_e164') return numberOf(value);
  if (!ID.test(value)) return failed(`The \`${member}\` is not an ID.`);
  const destination: Destination =
    member === 'sip_trunk_id' ? { kind: 'sip_trunk', trunkId: value } : { kind: 'webrtc_user', userId: value };
  return { action: 'forward', destination };
}

function numberOf(e164: string): WebhookAnswer {
  if (e164.length > 16 || canonicalNumber(e164)?.e164 !== e164)
    return failed('The `pstn_forward_e164` is not a number in E.164.');
  if (isEmergencyE164(e164)) return failed('The `pstn_forward_e164` is an emergency number.');
  return { action: 'forward', destination: { kind: 'pstn_forward', e164 } };
}

function objectOf(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    // Reported as an answer in another form.
    return null;
  }
}
