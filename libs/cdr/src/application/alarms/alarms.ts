import { type Clock, invalidFields, type Transactor } from '@trunkline/kernel';
import { Alarm, type AlarmChange, type AlarmScope, type NewAlarm } from '../../domain/alarm';
import type { AlarmChanges } from './alarm-changes';
import type { AlarmNumbers, AlarmQueries, AlarmRepository, AlarmTrunks, AlarmView } from './ports';

interface OwnAlarm {
  readonly accountId: string;
  readonly id: string;
}

/** The alarms of accounts. Another account's alarm is `not_found`. See docs/alarms.md. */
export class Alarms {
  constructor(
    private readonly tx: Transactor,
    private readonly alarms: AlarmRepository,
    private readonly queries: AlarmQueries,
    private readonly changes: AlarmChanges,
    private readonly trunks: AlarmTrunks,
    private readonly numbers: AlarmNumbers,
    private readonly clock: Clock,
  ) {}

  /** Throws `invalid_input`, `alarm_limit_reached`. */
  create(accountId: string, options: NewAlarm): Promise<AlarmView> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const owner = { accountId, carrierId: null };
      const alarm = Alarm.create(owner, options, now);
      await this.assertScope(accountId, alarm.scope, null);
      await this.changes.add(owner, alarm);
      return this.queries.get({ accountId, id: alarm.id }, now);
    });
  }

  /** See `Alarm.change`. Throws `not_found`, `invalid_input`. */
  update(ref: OwnAlarm, change: AlarmChange): Promise<AlarmView> {
    return this.tx.run(async () => {
      const alarm = await this.alarms.lock(ref);
      if (change.scope) await this.assertScope(ref.accountId, change.scope, alarm.scope);
      const now = this.clock.now();
      await this.changes.change(alarm, change, now);
      return this.queries.get(ref, now);
    });
  }

  /** Throws `not_found`. */
  delete(ref: OwnAlarm): Promise<void> {
    return this.tx.run(async () => this.changes.remove(await this.alarms.lock(ref), this.clock.now()));
  }

  /** Deletes the alarms of a closed account, without events. Idempotent. */
  deleteAll(accountId: string): Promise<void> {
    return this.alarms.removeAll(accountId);
  }

  /** Checks what a scope newly names: what it already names may have been archived or released since. */
  private async assertScope(accountId: string, scope: Partial<AlarmScope>, was: AlarmScope | null): Promise<void> {
    const { sipTrunkId, numberId } = scope;
    if (sipTrunkId && sipTrunkId !== was?.sipTrunkId) await this.assertTrunk(accountId, sipTrunkId);
    if (numberId && numberId !== was?.numberId) await this.assertNumber(accountId, numberId);
  }

  private async assertTrunk(accountId: string, trunkId: string): Promise<void> {
    const status = await this.trunks.trunkStatus(accountId, trunkId);
    if (status === null || status === 'archived')
      throw invalidFields({ 'scope.sip_trunk_id': 'must be a SIP trunk of this account' });
  }

  private async assertNumber(accountId: string, numberId: string): Promise<void> {
    if (!(await this.numbers.isOwnedById(accountId, numberId)))
      throw invalidFields({ 'scope.number_id': 'must be a number of this account' });
  }
}
