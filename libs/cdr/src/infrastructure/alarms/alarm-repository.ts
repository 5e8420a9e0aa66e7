import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, membersOf, Where } from '@trunkline/platform';
import type {
  AlarmFilters,
  AlarmQueries,
  AlarmRef,
  AlarmRepository,
  CarrierAlarmView,
  RaisedCarrierAlarm,
} from '../../application/alarms/ports';
import { type Alarm, type AlarmOwner, valueOf, type WindowSums } from '../../domain/alarm';
import { AlarmSchema } from '../schema';
import { windowSums } from './window-sums';

const LOCK_OWNER = `SELECT pg_advisory_xact_lock(hashtextextended('cdr.alarms:' || $1, 0))`;
const countBy = (owner: 'account_id' | 'carrier_id') => `SELECT count(*) FROM cdr.alarms WHERE ${owner} = $1`;

export class StoredAlarms implements AlarmRepository {
  constructor(private readonly db: Database) {}

  async lockedCount({ accountId, carrierId }: AlarmOwner): Promise<number> {
    const values = [accountId ?? carrierId];
    await this.db.write(LOCK_OWNER, values);
    const count = countBy(accountId === null ? 'carrier_id' : 'account_id');
    return (await this.db.get<{ count: number }>(count, values)).count;
  }

  add(alarm: Alarm): Promise<void> {
    return this.db.table(AlarmSchema).add(alarm);
  }

  save(alarm: Alarm): Promise<void> {
    return this.db.table(AlarmSchema).save(alarm);
  }

  async remove({ id }: Alarm): Promise<void> {
    await this.db.write(`DELETE FROM cdr.alarm_counts WHERE alarm_id = $1`, [id]);
    await this.db.write(`DELETE FROM cdr.alarms WHERE id = $1`, [id]);
  }

  async lock(ref: AlarmRef): Promise<Alarm> {
    const alarm = await this.find(ref);
    if (!alarm) throw CommonErrors.not_found();
    return alarm;
  }

  async lockEnabled(ref: AlarmRef): Promise<Alarm | null> {
    const alarm = await this.find(ref);
    return alarm?.enabled ? alarm : null;
  }

  /** The mark of the account stays: alarms about carriers would count its calls again. */
  async removeAll(accountId: string): Promise<void> {
    await this.db.run(async () => {
      const ids = (await this.db.table(AlarmSchema).query('account_id = $1 FOR UPDATE', [accountId])).map(
        ({ id }) => id,
      );
      await this.db.write(`DELETE FROM cdr.alarm_counts WHERE alarm_id = ANY ($1)`, [ids]);
      await this.db.write(`DELETE FROM cdr.alarms WHERE account_id = $1`, [accountId]);
    });
  }

  private find({ accountId, id }: AlarmRef): Promise<Alarm | null> {
    return this.db.table(AlarmSchema).find(`${OWNED} FOR UPDATE`, [id, accountId]);
  }
}

/** $1: ID. $2: account; null for any carrier. */
const OWNED = `id = $1 AND account_id IS NOT DISTINCT FROM $2`;

const VIEW = columnsOf(AlarmSchema, membersOf(AlarmSchema, ['accountId']), 'a');

type Row = Omit<CarrierAlarmView, 'value' | 'calls'> & WindowSums;

export class AlarmReads implements AlarmQueries {
  constructor(private readonly db: Database) {}

  async list(
    accountId: string | null,
    { state, carrierId }: AlarmFilters,
    page: PageRequest<'created_at'>,
    now: Date,
  ): Promise<Page<CarrierAlarmView>> {
    const where = new Where();
    const select = `SELECT ${VIEW}, sums.* FROM cdr.alarms a ${windowSums(`${where.value(now)}::timestamptz`)}`;
    if (accountId === null) where.always('a.carrier_id IS NOT NULL').add('a.carrier_id = ?', carrierId);
    else where.require('a.account_id = ?', accountId);
    where.add('a.state = ?', state);
    const of = ({ createdAt, id }: Row) => [createdAt, id] as const;
    const { items, next } = await this.db.page<Row>({ select, where, by: ['a.created_at', 'a.id'], of }, page);
    return { items: items.map(viewOf), next };
  }

  async get({ accountId, id }: AlarmRef, now: Date): Promise<CarrierAlarmView> {
    const text = `SELECT ${VIEW}, sums.* FROM cdr.alarms a ${windowSums('$3::timestamptz')} WHERE a.${OWNED}`;
    return viewOf(await this.db.get<Row>(text, [id, accountId, now]));
  }

  raisedOfCarriers(limit: number): Promise<RaisedCarrierAlarm[]> {
    return this.db.query<RaisedCarrierAlarm>(
      `SELECT id, carrier_id AS "carrierId", name, metric, since FROM cdr.alarms
        WHERE state = 'raised' AND carrier_id IS NOT NULL ORDER BY since, id LIMIT $1`,
      [limit],
    );
  }

  countRaised(): Promise<{ readonly accounts: number; readonly carriers: number }> {
    return this.db.get(
      `SELECT count(account_id) AS accounts, count(carrier_id) AS carriers FROM cdr.alarms WHERE state = 'raised'`,
    );
  }
}

function viewOf(row: Row): CarrierAlarmView {
  const alarm = Object.assign({}, row, { value: valueOf(row.metric, row) });
  return alarm;
}
