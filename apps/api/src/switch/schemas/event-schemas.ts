import { readAttempts, shiftAttempts } from '@trunkline/cdr';
import { addSeconds } from '@trunkline/kernel';
import type { CallEnd, CallProgress, Heartbeat, ProgressEvent, ReportedCall } from '@trunkline/voice-routing';
import * as v from 'valibot';
import {
  address,
  type Body,
  bodyOf,
  integer,
  isObject,
  items,
  members,
  node,
  optionalText,
  parse,
  sipCode,
  text,
  texts,
  time,
} from './schemas';

const PARTS_MAX = 1_000;
const ACTIVE_CALLS_MAX = 10_000;
const COUNT_MAX = 1_000_000;
const EVENTS_MAX = 1_000;
const EVENT_MESSAGE = 'must be one of ringing, answered, ended, heartbeat, auth_failed';

/** A digest that the switch did not accept. */
interface AuthFailure {
  readonly kind: 'auth_failed';
  readonly username: string;
  readonly sourceIp: string;
  readonly at: Date | null;
}

export type SwitchEvent =
  | (ProgressEvent & { readonly kind: CallProgress })
  | (ReportedCall & CallEnd & { readonly kind: 'ended' })
  | (Heartbeat & { readonly kind: 'heartbeat' })
  | AuthFailure;

const head = <const E extends string>(...events: readonly E[]) => ({
  switch_id: text(),
  node: node(),
  event: v.picklist(events, EVENT_MESSAGE),
  at: v.nullish(time(), null),
});
const part = v.nullish(integer(1, PARTS_MAX), 1);

const HEARTBEAT = v.pipe(
  members({
    ...head('heartbeat'),
    parts: part,
    part,
    boot_id: optionalText(),
    active_calls: texts(ACTIVE_CALLS_MAX),
    count: v.nullish(integer(0, COUNT_MAX), null),
  }),
  v.forward(
    v.partialCheck([['parts'], ['part']], (body) => body.part <= body.parts, 'must not be greater than parts'),
    ['part'],
  ),
);
const AUTH_FAILED = members({ ...head('auth_failed'), username: text(), source_ip: address() });
const CALL_EVENT = members({
  ...head('ringing', 'answered'),
  decision_id: text(),
  // As in CDRs, what cannot be read is dropped.
  attempts: v.fallback(v.array(v.unknown()), []),
});
const ENDED = members({
  ...head('ended'),
  decision_id: text(),
  sip_code: sipCode(),
  answered_at: v.optional(v.nullable(time())),
});

const EVENTS = members({ events: items(EVENTS_MAX) });

/**
 * Returns the events of a batch as received; each is validated by itself. `switch_id` and `node` beside the list are those of
 * events that state none. Returns null for a single event.
 */
export function eventBatch(value: unknown): readonly unknown[] | null {
  const { events, ...head } = bodyOf(value);
  if (events === undefined) return null;
  const of = ({ switch_id, node: name }: Body) => ({ ...(switch_id !== undefined && { switch_id }), node: name });
  return parse(EVENTS, { events }).events.map((event) => (isObject(event) ? { ...of(head), ...event } : event));
}

/**
 * Reads `{ switch_id, event, decision_id, at }`; `ended` may state `answered_at` (null: not answered) and `sip_code`. A
 * heartbeat is `{ switch_id, event, boot_id, at, part, parts, active_calls: [decision ids] }`, a failed digest
 * `{ switch_id, event, username, source_ip, at }`. `offsetSeconds` is how far the test clock is ahead of the switch's clock.
 */
export function switchEvent(value: unknown, offsetSeconds = 0): SwitchEvent {
  const body = bodyOf(value);
  const shifted = (at: Date | null) => at && addSeconds(at, offsetSeconds);
  if (body['event'] === 'heartbeat') {
    const { switch_id: switchId, node, boot_id: bootId, part, parts, count, ...heartbeat } = parse(HEARTBEAT, body);
    const at = shifted(heartbeat.at);
    return { kind: 'heartbeat', switchId, node, bootId, part, parts, count, decisionIds: heartbeat.active_calls, at };
  }
  if (body['event'] === 'auth_failed') {
    const { username, source_ip: sourceIp, at } = parse(AUTH_FAILED, body);
    return { kind: 'auth_failed', username, sourceIp, at: shifted(at) };
  }
  if (body['event'] === 'ended') {
    const ended = parse(ENDED, body);
    const answeredAt = answerOf(ended);
    return {
      kind: 'ended',
      switchId: ended.switch_id,
      decisionId: ended.decision_id,
      at: shifted(ended.at),
      answeredAt: answeredAt && shifted(answeredAt),
    };
  }
  const { switch_id: switchId, event, decision_id: decisionId, at, ...read } = parse(CALL_EVENT, body);
  const attempts = shiftAttempts(readAttempts(read.attempts), offsetSeconds);
  return { kind: event, switchId, decisionId, at: shifted(at), attempts };
}

/** Undefined if the switch does not state whether the call was answered. A final code of 300 or more states that it was not. */
function answerOf({ answered_at, sip_code }: v.InferOutput<typeof ENDED>): Date | null | undefined {
  if (answered_at !== undefined) return answered_at;
  return sip_code !== null && sip_code >= 300 ? null : undefined;
}
