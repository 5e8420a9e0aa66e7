import type { DecidedRoute } from '@trunkline/kernel';
import type { CryptoBox, Database } from '@trunkline/platform';
import type { CallKey } from '../../application/calls/ports';
import type { RouteAnswer } from '../../application/calls/route-answer';
import {
  type AskedWebhook,
  type Continuation,
  type ResumableCall,
  type ResumableCalls,
} from '../../application/resumes/ports';
import { liveCallsOn, liveCallsOver } from '../live-calls/concurrent-calls';
import { isPeerFull, LOCK_CARRIER } from '../calls/decision-log';

const PURPOSE = 'voice.resumed_answer';

const CALL = `SELECT d.id AS "decisionId", d.switch_id AS "switchId", d.node, d.call_id AS "callId", d.account_id AS "accountId",
    d.direction, d.caller AS "from", d.callee AS "to", d.e164, d.number_id AS "numberId",
    d.routing_profile_id AS "routingProfileId", d.rating, d.routes, d.max_duration_seconds AS "maxDurationSeconds",
    d.created_at AS "createdAt", c.ended_at IS NULL AND c.answered_at IS NULL AS "isLive",
    p.rest, p.asked, p.after_target_id AS "afterTargetId", p.answer_sealed AS sealed
  FROM voice.resumable_plans p
  JOIN voice.decisions d ON d.id = p.decision_id
  JOIN voice.calls c ON c.decision_id = d.id
  WHERE p.decision_id = $1`;

const onTrunk = liveCallsOn('$1', '$3', '$4, $5');
const overCarrier = liveCallsOver('$2', '$3', '$4, $5');
const PEER = `SELECT ${isPeerFull('sip_trunks', '$1', onTrunk)} OR ${isPeerFull('carriers', '$2', overCarrier)} AS "isFull"`;

/** A call keeps the slot of its first route. */
const SAVE = `WITH decided AS (
    UPDATE voice.decisions SET routes = $2, max_duration_seconds = $3 WHERE id = $1
  ), held AS (
    UPDATE voice.calls SET held_until = coalesce(held_until, $4), trunk_id = coalesce(trunk_id, $5),
      carrier_id = coalesce(carrier_id, $6) WHERE decision_id = $1
  )
  UPDATE voice.resumable_plans SET rest = $7, asked = $8, after_target_id = $9, answer_sealed = $10 WHERE decision_id = $1`;

interface StoredCall extends Omit<ResumableCall, 'asked' | 'last'> {
  readonly asked: (Omit<AskedWebhook, 'askedAt'> & { readonly askedAt: string })[];
  readonly afterTargetId: string | null;
  readonly sealed: string | null;
}

export class StoredResumableCalls implements ResumableCalls {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  async find(decisionId: string): Promise<ResumableCall | null> {
    const call = await this.db.find<StoredCall>(CALL, [decisionId]);
    return call && this.opened(call);
  }

  async lock(decisionId: string): Promise<ResumableCall | null> {
    // In the order of all who lock both.
    await this.db.write(`SELECT FROM voice.decisions WHERE id = $1 FOR UPDATE`, [decisionId]);
    await this.db.write(`SELECT FROM voice.calls WHERE decision_id = $1 FOR UPDATE`, [decisionId]);
    return this.find(decisionId);
  }

  async isPeerFull(
    { switchId, callId }: CallKey,
    { trunkId, carrierId = null }: Pick<DecidedRoute, 'trunkId' | 'carrierId'>,
    now: Date,
  ): Promise<boolean> {
    if (carrierId !== null) await this.db.write(LOCK_CARRIER, [carrierId]);
    return (await this.db.get<{ isFull: boolean }>(PEER, [trunkId, carrierId, now, switchId, callId])).isFull;
  }

  async save({ decisionId, last, ...continuation }: Continuation): Promise<void> {
    const { routes, maxDurationSeconds, heldUntil, rest, asked } = continuation;
    const [first] = routes;
    await this.db.write(SAVE, [
      decisionId,
      JSON.stringify(routes),
      maxDurationSeconds,
      heldUntil,
      first?.trunkId ?? null,
      first?.carrierId ?? null,
      rest && JSON.stringify(rest),
      JSON.stringify(asked),
      last.afterTargetId,
      this.box.seal(PURPOSE, JSON.stringify(last.answer), decisionId),
    ]);
  }

  private opened({ afterTargetId, sealed, asked, ...call }: StoredCall): ResumableCall {
    const answerOf = (text: string) =>
      JSON.parse(this.box.open(PURPOSE, text, call.decisionId).toString()) as RouteAnswer;
    const last = afterTargetId !== null && sealed !== null ? { afterTargetId, answer: answerOf(sealed) } : null;
    return { ...call, last, asked: asked.map((each) => ({ ...each, askedAt: new Date(each.askedAt) })) };
  }
}
