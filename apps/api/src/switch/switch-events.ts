import { addSeconds, fromUnixSeconds } from '@trunkline/kernel';
import type { CallEnd, CallMoment, Heartbeat, ToldCall } from '@trunkline/voice-routing';
import { bodyOf, Reader } from './switch-requests';

const TIME_MAX = 253_402_300_799;
const PARTS_MAX = 1_000;
const EVENTS = ['ringing', 'answered', 'ended', 'heartbeat'] as const;

export type SwitchEvent =
  | (ToldCall & { readonly kind: CallMoment; readonly at: Date | null })
  | (ToldCall & CallEnd & { readonly kind: 'ended' })
  | (Heartbeat & { readonly kind: 'heartbeat' });

/**
 * `{ switch_id, event, decision_id, at }`; `ended` may tell `answered_at` (null: it was not answered) and `sip_code`. For
 * a heartbeat `{ switch_id, event, boot_id, at, part, parts, active_calls: [decision ids] }`. `offsetSeconds` is how far the
 * test clock is ahead of the switch's, as for the times of CDRs.
 */
export function switchEvent(value: unknown, offsetSeconds = 0): SwitchEvent {
  const body = bodyOf(value);
  const read = new Reader(body);
  const switchId = read.text('switch_id');
  const kind =
    EVENTS.find((each) => each === body['event']) ??
    read.fault('event', `must be one of ${EVENTS.join(', ')}`, 'ringing' as const);
  const shifted = (time: Date | null) => time && addSeconds(time, offsetSeconds);
  const at = shifted(timeOf(read, 'at'));
  if (kind === 'heartbeat') return read.done({ kind, ...heartbeatOf(read, switchId), at });
  const decisionId = read.text('decision_id');
  if (kind !== 'ended') return read.done({ kind, switchId, decisionId, at });
  const answeredAt = answerOf(read, body);
  return read.done({ kind, switchId, decisionId, at, answeredAt: answeredAt && shifted(answeredAt) });
}

function heartbeatOf(read: Reader, switchId: string): Omit<Heartbeat, 'at'> {
  const parts = read.integer('parts', [1, PARTS_MAX]) ?? 1;
  const part = read.integer('part', [1, parts]) ?? 1;
  return { switchId, bootId: read.optionalText('boot_id'), part, parts, decisionIds: read.texts('active_calls') };
}

/** Undefined where the switch says nothing of an answer. A final code other than 2xx says that there was none. */
function answerOf(read: Reader, body: Readonly<Record<string, unknown>>): Date | null | undefined {
  const sipCode = read.integer('sip_code', [100, 699]);
  if (body['answered_at'] === null) return null;
  const answeredAt = timeOf(read, 'answered_at');
  if (answeredAt !== null) return answeredAt;
  return sipCode !== null && sipCode >= 300 ? null : undefined;
}

/** Unix seconds, with a fraction or without. */
function timeOf(read: Reader, name: string): Date | null {
  const seconds = read.number(name, [0, TIME_MAX]);
  return seconds === null ? null : fromUnixSeconds(seconds);
}
