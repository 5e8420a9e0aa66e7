import {
  type Attempt,
  type Keyset,
  type Page,
  pageOf,
  type PageRequest,
  storedAttempt,
  type StoredAttempt,
} from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import { type CdrQueries, type CdrSort } from '../../application/reads/ports';
import type { CdrDetailView, CdrView, EstimatedCdrView } from '../../application/reads/views';
import type { Cdr } from '../../domain/ingest/cdr';
import { CdrPage, isContradictory, type PageOfCdrs } from './cdr-page';
import { FEW_ROWS, HourlySearch } from './hourly-search';

interface Row {
  readonly id: string;
  readonly account_id: string;
  readonly sip_call_id: string;
  readonly direction: Cdr['direction'];
  readonly caller: string | null;
  readonly caller_withheld: boolean;
  readonly attestation: Cdr['attestation'];
  readonly verification: Cdr['verification'];
  readonly callee: string | null;
  readonly e164: string | null;
  readonly number_id: string | null;
  readonly country: string | null;
  readonly routing_profile_id: string | null;
  readonly sip_trunk_id: string | null;
  readonly forward_to_e164: string | null;
  readonly webrtc_user_id: string | null;
  readonly customer_reference: string | null;
  readonly started_at: Date;
  readonly answered_at: Date | null;
  readonly ended_at: Date;
  readonly duration_seconds: number;
  readonly billable_duration_seconds: number;
  readonly hangup_cause: Cdr['hangupCause'];
  readonly sip_response_code: number | null;
  readonly disconnected_by: Cdr['disconnectedBy'];
  readonly customer_total_cents: number;
  readonly currency: string;
  readonly billing_transaction_id: string | null;
  readonly rating: Cdr['rating'];
  readonly forward_rating: Cdr['forwardRating'];
  readonly estimated_leg: boolean;
  readonly created_at: Date;
}

const KEYS: Readonly<Record<CdrSort, (row: Row) => string | number>> = {
  started_at: (row) => row.started_at.toISOString(),
  created_at: (row) => row.created_at.toISOString(),
  billable_duration_s: (row) => row.billable_duration_seconds,
  customer_total_cents: (row) => row.customer_total_cents,
};

const SELECT = `SELECT id, account_id, sip_call_id, direction, caller, caller_withheld, attestation, verification,
  callee, e164, number_id, country, customer_reference,
  routing_profile_id, sip_trunk_id, forward_to_e164, webrtc_user_id, started_at, answered_at, ended_at,
  duration_seconds, billable_duration_seconds, hangup_cause, sip_response_code, disconnected_by, customer_total_cents,
  currency, billing_transaction_id, rating, forward_rating, estimated_leg, created_at`;

export class CdrReads implements CdrQueries {
  /** Up to this many matching CDRs are sorted; more are read in the order of an index. */
  protected readonly fewRows: number = FEW_ROWS;
  private readonly hours: HourlySearch;

  constructor(private readonly db: Database) {
    this.hours = new HourlySearch(db);
  }

  async list(request: PageOfCdrs): Promise<Page<CdrView>> {
    if (isContradictory(request.filters)) return { items: [], next: null };
    const { limit, sort } = request.page;
    const { text, values } = new CdrPage(SELECT, request, await this.hours.searchOf(request, this.fewRows)).statement();
    const rows = await this.db.query<Row>(text, values, 'for values');
    const { items, next } = pageOf(rows, limit, (row): Keyset => ({ key: KEYS[sort](row), id: row.id }));
    return { items: items.map(viewOf), next };
  }

  async find(accountId: string, id: string): Promise<CdrDetailView | null> {
    const row = await this.db.queryOne<Row & { attempts: StoredAttempt<Attempt>[] }>(
      `${SELECT}, attempts FROM cdr.cdrs WHERE id = $1 AND account_id = $2`,
      [id, accountId],
    );
    if (!row) return null;
    return { ...viewOf(row), attempts: row.attempts.map(storedAttempt) };
  }

  async idsOf(decisionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.db.query<{ decision_id: string; cdr_id: string }>(
      `SELECT decision_id, cdr_id FROM cdr.intake WHERE decision_id = ANY ($1)`,
      [decisionIds],
    );
    return new Map(rows.map((row) => [row.decision_id, row.cdr_id]));
  }

  async listEstimated(
    { accountId }: { readonly accountId: string | null },
    page: PageRequest<'created_at'>,
  ): Promise<Page<EstimatedCdrView>> {
    const { limit, order } = page;
    const where = new Where()
      .always('true')
      .add('e.account_id = ?', accountId)
      .after(page, 'e.created_at', 'timestamptz', 'e.cdr_id');
    const rows = await this.db.query<Row & { switch_id: string; decision_id: string }>(
      `WITH page AS (SELECT cdr_id FROM cdr.estimated_legs e ${where.text}
         ORDER BY e.created_at ${order}, e.cdr_id ${order} ${where.limit(limit)})
       ${SELECT}, switch_id, decision_id FROM cdr.cdrs JOIN page ON page.cdr_id = id
       ORDER BY created_at ${order}, id ${order}`,
      where.values,
    );
    const { items, next } = pageOf(rows, limit, (row): Keyset => ({ key: row.created_at.toISOString(), id: row.id }));
    return {
      items: items.map((row) => ({ ...viewOf(row), switchId: row.switch_id, decisionId: row.decision_id })),
      next,
    };
  }
}

function viewOf(row: Row): CdrView {
  return {
    id: row.id,
    accountId: row.account_id,
    sipCallId: row.sip_call_id,
    direction: row.direction,
    caller: row.caller,
    isCallerWithheld: row.caller_withheld,
    attestation: row.attestation,
    verification: row.verification,
    callee: row.callee,
    e164: row.e164,
    numberId: row.number_id,
    country: row.country,
    routingProfileId: row.routing_profile_id,
    sipTrunkId: row.sip_trunk_id,
    forwardToE164: row.forward_to_e164,
    webrtcUserId: row.webrtc_user_id,
    customerReference: row.customer_reference,
    startedAt: row.started_at,
    answeredAt: row.answered_at,
    endedAt: row.ended_at,
    durationSeconds: row.duration_seconds,
    billableDurationSeconds: row.billable_duration_seconds,
    hangupCause: row.hangup_cause,
    sipResponseCode: row.sip_response_code,
    disconnectedBy: row.disconnected_by,
    customerTotalCents: row.customer_total_cents,
    currency: row.currency,
    billingTransactionId: row.billing_transaction_id,
    rating: row.rating,
    forwardRating: row.forward_rating,
    isLegEstimated: row.estimated_leg,
    createdAt: row.created_at,
  };
}
