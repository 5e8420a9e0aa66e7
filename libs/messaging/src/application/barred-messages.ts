import { addSeconds, type Clock } from '@trunkline/kernel';
import type { MessageErrorCode } from '../domain/message-errors';
import { sumOfEach } from './faults';
import type { Messages } from './messages/messages';
import type { MessageStore, OwnNumbers, Sender } from './messages/ports';
import type { SendingAccounts, SendingStopStore } from './sending-stops';
import { SYSTEM_ACCOUNT } from './system-messages';

/** Why a number may send nothing at the moment. */
export type SenderBar = Extract<
  MessageErrorCode,
  'account_not_active' | 'blocked_by_alert' | 'sending_stopped' | 'number_released' | 'number_suspended'
>;

/** The fraud alerts that block accounts, which another context keeps. */
export abstract class AlertBlocks {
  /** Returns those of the accounts that an alert blocks. Not from memory. */
  abstract blockedAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Reads which numbers may send. Not from memory, because what was queued may no longer be sent. */
export class SenderBars {
  constructor(
    private readonly accounts: SendingAccounts,
    private readonly numbers: OwnNumbers,
    private readonly alerts: AlertBlocks,
    private readonly stops: Pick<SendingStopStore, 'stoppedAmong'>,
  ) {}

  /** Returns what bars each of the senders, in their order; null: nothing does. The operator's own messages are never barred. */
  async of(senders: readonly Sender[]): Promise<readonly (SenderBar | null)[]> {
    const customers = senders.filter(({ accountId }) => accountId !== SYSTEM_ACCOUNT);
    if (customers.length === 0) return senders.map(() => null);
    const accountIds = [...new Set(customers.map(({ accountId }) => accountId))];
    const numberIds = [...new Set(customers.map(({ numberId }) => numberId))];
    const [inactive, blocked, stopped, statuses] = await Promise.all([
      this.accounts.inactiveAmong(accountIds),
      this.alerts.blockedAmong(accountIds),
      this.stops.stoppedAmong(accountIds),
      this.numbers.statusesOf(numberIds),
    ]);
    return senders.map(({ accountId, numberId }) => {
      if (accountId === SYSTEM_ACCOUNT) return null;
      if (inactive.has(accountId)) return 'account_not_active';
      if (blocked.has(accountId)) return 'blocked_by_alert';
      if (stopped.has(accountId)) return 'sending_stopped';
      return barOfNumber(statuses.get(numberId));
    });
  }
}

function barOfNumber(status: string | undefined): SenderBar | null {
  if (status === undefined || status === 'released') return 'number_released';
  return status === 'active' ? null : 'number_suspended';
}

/** How long a message that was queued while its sender was barred may have gone unnoticed. */
const OVERLAP_SECONDS = 600;

/** Ends messages whose sender was barred in the moment in which they were queued. See docs/messages.md#states. */
export class BarredMessages {
  constructor(
    private readonly store: Pick<MessageStore, 'waitingSenders'>,
    private readonly bars: Pick<SenderBars, 'of'>,
    private readonly messages: Pick<Messages, 'failAll'>,
    private readonly clock: Clock,
  ) {}

  /** Fails what waits, releases what it holds, and returns how many. Safe to run on many workers. */
  async fail(): Promise<number> {
    const senders = await this.store.waitingSenders(addSeconds(this.clock.now(), -OVERLAP_SECONDS));
    const bars = await this.bars.of(senders);
    const barred = senders.flatMap(({ accountId, numberId }, index) => {
      const bar = bars[index] ?? null;
      return bar === null ? [] : [{ scope: { accountId, numberId }, bar }];
    });
    return sumOfEach(barred, ({ scope, bar }) => this.messages.failAll(scope, bar));
  }
}
