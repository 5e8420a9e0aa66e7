import { type CryptoBox, type Database, FIRST_INBOX_CHECK, NEXT_INBOX_CHECK } from '@trunkline/platform';
import type {
  CallingCarrier,
  CarrierEvent,
  CarrierEventInbox,
  PendingEvent,
} from '../../application/carriers/carrier-events';

export const EVENT_PURPOSE = 'messaging.carrier_event';

const CALLERS = `SELECT id AS "carrierId", webhook_public_key AS "publicKey", system_id AS profile FROM messaging.carriers
  WHERE protocol = 'http' AND webhook_public_key IS NOT NULL ORDER BY id`;
const ADD = `INSERT INTO messaging.carrier_events (carrier_id, event_id, event_sealed, status, attempts, check_at, received_at)
  VALUES ($1, $2, $3, 'received', 0, $4::timestamptz + ${FIRST_INBOX_CHECK}, $4)
  ON CONFLICT (carrier_id, event_id) DO NOTHING RETURNING 1`;
const COLUMNS = `carrier_id AS "carrierId", event_id AS "eventId", event_sealed AS sealed`;
const FIND = `SELECT ${COLUMNS} FROM messaging.carrier_events
  WHERE carrier_id = $1 AND event_id = $2 AND status = 'received'`;
const CLAIM = `UPDATE messaging.carrier_events SET attempts = attempts + 1, check_at = $1::timestamptz + ${NEXT_INBOX_CHECK}
  WHERE (carrier_id, event_id) IN (
    SELECT carrier_id, event_id FROM messaging.carrier_events
    WHERE check_at <= $1 ORDER BY check_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING ${COLUMNS}`;
const FAIL = `UPDATE messaging.carrier_events SET fault = $3
  WHERE carrier_id = $1 AND event_id = $2 AND status = 'received'`;
const CLOSE = `UPDATE messaging.carrier_events
  SET status = 'handled', check_at = NULL, event_sealed = NULL, fault = NULL, closed_at = $3
  WHERE carrier_id = $1 AND event_id = $2 AND status = 'received'`;
const PRUNE = `DELETE FROM messaging.carrier_events WHERE closed_at < $1 RETURNING 1`;
const PRUNE_FAILED = `DELETE FROM messaging.carrier_events WHERE fault IS NOT NULL AND received_at < $1 RETURNING 1`;

/** Events contain numbers and texts: they are sealed, and forgotten once they are handled. */
export class StoredCarrierEvents implements CarrierEventInbox {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  callers(): Promise<readonly CallingCarrier[]> {
    return this.db.query<CallingCarrier>(CALLERS);
  }

  async add({ carrierId, eventId, rawBody }: CarrierEvent, at: Date): Promise<boolean> {
    const sealed = this.box.seal(EVENT_PURPOSE, rawBody, boundTo(carrierId, eventId));
    return (await this.db.find(ADD, [carrierId, eventId, sealed, at])) !== null;
  }

  findPending(carrierId: string, eventId: string): Promise<PendingEvent | null> {
    return this.db.find<PendingEvent>(FIND, [carrierId, eventId]);
  }

  claimDue(now: Date, limit: number): Promise<readonly PendingEvent[]> {
    return this.db.query<PendingEvent>(CLAIM, [now, limit]);
  }

  open({ carrierId, eventId, sealed }: PendingEvent): Buffer {
    return this.box.open(EVENT_PURPOSE, sealed, boundTo(carrierId, eventId));
  }

  failed({ carrierId, eventId }: PendingEvent, fault: string): Promise<void> {
    return this.db.write(FAIL, [carrierId, eventId, fault]);
  }

  close({ carrierId, eventId }: PendingEvent, at: Date): Promise<void> {
    return this.db.write(CLOSE, [carrierId, eventId, at]);
  }

  async prune(before: Date): Promise<number> {
    return (await this.db.query(PRUNE, [before])).length;
  }

  async pruneFailed(before: Date): Promise<number> {
    return (await this.db.query(PRUNE_FAILED, [before])).length;
  }
}

function boundTo(carrierId: string, eventId: string): string {
  return `${carrierId}\n${eventId}`;
}
