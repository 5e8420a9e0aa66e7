import { type Mails, newId, type OutgoingMail } from '@trunkline/kernel';
import { RecordingEventBus, type TestClock } from '@trunkline/kernel/testing';
import type { Database } from '@trunkline/platform';
import { AlarmChanges } from '../application/alarms/alarm-changes';
import { AlarmNotices } from '../application/alarms/alarm-notices';
import { Alarms } from '../application/alarms/alarms';
import { CarrierAlarms } from '../application/alarms/carrier-alarms';
import { type AlarmEvaluation, EvaluateAlarms } from '../application/alarms/evaluate-alarms';
import type { AlarmCarriers, AlarmContacts, AlarmCounts, AlarmNumbers, AlarmTrunks } from '../application/alarms/ports';
import { StoredAlarmCounts } from '../infrastructure/alarms/alarm-counts';
import { AlarmReads, StoredAlarms } from '../infrastructure/alarms/alarm-repository';
import { RecordingAudit } from './fakes';

/** What an alarm reads of a call record. */
export interface RecordedForAlarms {
  readonly accountId: string;
  readonly createdAt: Date;
  readonly isAnswered?: boolean;
  readonly cause?: string;
  readonly seconds?: number;
  readonly cents?: number;
  readonly trunkId?: string | null;
  readonly numberId?: string | null;
  readonly country?: string | null;
  readonly attempts?: readonly object[];
  readonly importedFrom?: string | null;
  /** Of the carrier of the answered attempt. */
  readonly margin?: { readonly carrierId: string; readonly costMicrocents: number };
}

export class FakeMails implements Mails {
  readonly sent: OutgoingMail[] = [];
  isBroken = false;

  send(mail: OutgoingMail): Promise<void> {
    if (this.isBroken) return Promise.reject(new Error('no mail'));
    this.sent.push(mail);
    return Promise.resolve();
  }
}

const owner = { userId: 'usr_1', email: 'owner@example.com', name: 'Ada' };
const admin = { userId: 'usr_2', email: 'admin@example.com', name: 'Grace' };
const payer = { userId: 'usr_3', email: 'payer@example.com', name: 'Jean' };

export class FakeContacts implements AlarmContacts {
  technicalContacts() {
    return Promise.resolve([owner, admin]);
  }

  billingContacts() {
    return Promise.resolve([owner, payer]);
  }
}

/** Trunks and numbers of all accounts but those named `other`, and two carriers. */
export class FakeScopes implements AlarmTrunks, AlarmNumbers, AlarmCarriers {
  trunkStatus(_accountId: string, trunkId: string) {
    return Promise.resolve(trunkId === 'trk_other' ? null : trunkId === 'trk_archived' ? 'archived' : 'active');
  }

  isOwnedById(_accountId: string, numberId: string) {
    return Promise.resolve(numberId !== 'num_other');
  }

  listKnown(ids: readonly string[]) {
    return Promise.resolve(ids.filter((id) => id === 'car_1' || id === 'car_2'));
  }
}

/** Alarms on PostgreSQL, with fakes for other contexts. */
export function alarmWorld(db: Database, clock: TestClock, counts: AlarmCounts = new StoredAlarmCounts(db)) {
  const [events, mails, audit, scopes] = [
    new RecordingEventBus(),
    new FakeMails(),
    new RecordingAudit(),
    new FakeScopes(),
  ];
  const [repository, queries] = [new StoredAlarms(db), new AlarmReads(db)];
  const links = { alarms: () => 'https://dashboard.example/alarms' };
  const notices = new AlarmNotices(events, mails, new FakeContacts(), links);
  const changes = new AlarmChanges(repository, counts, notices);
  const evaluation = new EvaluateAlarms(db, repository, counts, notices, clock);
  return {
    events,
    mails,
    audit,
    queries,
    counts,
    alarms: new Alarms(db, repository, queries, changes, scopes, scopes, clock),
    carrierAlarms: new CarrierAlarms(db, repository, queries, changes, scopes, audit, clock),
    evaluation,
    /** Returns the alarms that an evaluation changes. */
    evaluate: async () => {
      const changed: AlarmEvaluation[] = [];
      await evaluation.evaluate((change) => changed.push(change));
      return changed;
    },
  };
}

const CALL = `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, started_at, answered_at, ended_at,
    duration_seconds, billable_duration_seconds, hangup_cause, customer_total_cents, currency, billing_transaction_id, sip_trunk_id,
    number_id, country, attempts, imported_from, created_at)
  VALUES ($1, $2, 'sw1', 'call', 'rd', 'outbound', $3, $4, $3, 60, $5, $6, $7, 'USD', $8, $9, $10, $11, $12, $13, $3)`;
const MARGIN = `INSERT INTO cdr.call_margins (cdr_id, account_id, created_at, carrier_id, customer_total_cents, cost_microcents)
  VALUES ($1, $2, $3, $4, 0, $5)`;
const MARK = `INSERT INTO cdr.account_marks AS m VALUES ($1, $2) ON CONFLICT (account_id)
  DO UPDATE SET last_created_at = greatest(m.last_created_at, excluded.last_created_at)`;

/** Writes a call record, as the transaction that records a call does. */
export async function recordForAlarms(db: Database, call: RecordedForAlarms): Promise<void> {
  const { accountId, createdAt, isAnswered = true, seconds = isAnswered ? 60 : 0, cents = 0, margin } = call;
  const cause = call.cause ?? (isAnswered ? 'normal_clearing' : 'user_busy');
  const id = newId('cdr');
  const scope = [call.trunkId ?? null, call.numberId ?? null, call.country ?? null];
  await db.run(async () => {
    await db.write(CALL, [
      ...[id, accountId, createdAt, isAnswered ? createdAt : null, seconds, cause, cents, cents > 0 ? 'txn' : null],
      ...scope,
      JSON.stringify(call.attempts ?? []),
      call.importedFrom ?? null,
    ]);
    if (margin) await db.write(MARGIN, [id, accountId, createdAt, margin.carrierId, margin.costMicrocents]);
    await db.write(MARK, [accountId, createdAt]);
  });
}
