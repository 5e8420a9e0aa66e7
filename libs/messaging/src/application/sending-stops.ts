import { CommonErrors, type Clock, type Page, type PageRequest, type Transactor } from '@trunkline/kernel';
import { sumOfEach } from './faults';
import type { Messages } from './messages/messages';
import type { AuditLog } from './ports';

/** An operator keeps an account from sending messages. */
export interface SendingStop {
  readonly accountId: string;
  readonly reason: string;
  readonly operator: string;
  readonly createdAt: Date;
}

export abstract class SendingStopStore {
  /** Returns false if the account is stopped already. Joins the transaction. */
  abstract add(stop: SendingStop): Promise<boolean>;
  /** Removes and returns it; null without one. Joins the transaction. */
  abstract remove(accountId: string): Promise<SendingStop | null>;
  abstract list(page: PageRequest<'created_at'>): Promise<Page<SendingStop>>;
  /** Returns the accounts that are stopped, at most two seconds old. */
  abstract stopped(): Promise<ReadonlySet<string>>;
  /** Returns those of the accounts that are stopped. Not from memory. */
  abstract stoppedAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The accounts of this installation, which another context keeps. */
export abstract class SendingAccounts {
  /** Throws `not_found`. */
  abstract get(accountId: string): Promise<object>;
  /** Returns those of the accounts that are suspended or closed. */
  abstract inactiveAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
}

interface StopRequest {
  readonly operator: string;
  readonly accountId: string;
  readonly reason: string;
}

/** Stops the text messages of accounts, and allows them again. Recorded in the audit trail. */
export class SendingStops {
  constructor(
    private readonly tx: Transactor,
    private readonly stops: SendingStopStore,
    private readonly accounts: SendingAccounts,
    private readonly messages: Pick<Messages, 'failAll'>,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Queued messages fail with `sending_stopped`. Throws `not_found`, and `invalid_state` when they are stopped already. */
  async stop({ operator, accountId, reason }: StopRequest): Promise<SendingStop> {
    await this.accounts.get(accountId);
    const stopped = await this.tx.run(async () => {
      const stop = { accountId, reason, operator, createdAt: this.clock.now() };
      if (!(await this.stops.add(stop)))
        throw CommonErrors.invalid_state({ message: 'The messages of the account are stopped already.' });
      await this.audit.record({
        actor: operator,
        action: 'messages.stop',
        subject: accountId,
        accountId,
        after: { reason },
      });
      return stop;
    });
    // Not in the transaction: an account may have thousands.
    await this.messages.failAll({ accountId }, 'sending_stopped');
    return stopped;
  }

  /** Fails what other processes have queued before they knew of a stop. Returns how many. */
  async failWaiting(): Promise<number> {
    const stopped = [...(await this.stops.stopped())];
    return sumOfEach(stopped, (accountId) => this.messages.failAll({ accountId }, 'sending_stopped'));
  }

  /** Throws `not_found`, and `invalid_state` when they are not stopped. */
  async resume({ operator, accountId, reason }: StopRequest): Promise<SendingStop> {
    await this.accounts.get(accountId);
    return this.tx.run(async () => {
      const stop = await this.stops.remove(accountId);
      if (!stop) throw CommonErrors.invalid_state({ message: 'The messages of the account are not stopped.' });
      const change = { before: { reason: stop.reason }, after: { reason } };
      await this.audit.record({ actor: operator, action: 'messages.resume', subject: accountId, accountId, ...change });
      return stop;
    });
  }
}
