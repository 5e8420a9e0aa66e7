import type { EventBus, Mails, Message } from '@trunkline/kernel';
import type { Account } from '../../domain/account';
import type { ClosureRequest } from '../../domain/closure-request';
import { accountClosedMessage, closureCancelledMessage, closureRequestedMessage } from '../mails/messages';
import type { AccountOwners, ClosureAudit } from './ports';

export interface ClosureTransition {
  /** As the transition left it. */
  readonly account: Account;
  readonly closure: ClosureRequest;
}

export interface OwnerTransition extends ClosureTransition {
  /** The user id of the acting owner. */
  readonly actor: string;
  /** The status of the account before the transition. */
  readonly from: string;
}

type Compose = (ownerName: string, accountName: string) => Message;

/** Announces a transition within its transaction: an email to every owner, an event, and an audit record of owner actions. */
export class ClosureNotices {
  constructor(
    private readonly owners: AccountOwners,
    private readonly mails: Mails,
    private readonly events: EventBus,
    private readonly audit: ClosureAudit,
  ) {}

  async requested(transition: OwnerTransition): Promise<void> {
    const { id, graceExpiresAt } = transition.closure.state;
    await this.record('closure.requested', transition);
    await this.notify(transition.account, `closure_requested:${id}`, (name, accountName) =>
      closureRequestedMessage(name, accountName, graceExpiresAt),
    );
  }

  async cancelled(transition: OwnerTransition): Promise<void> {
    await this.record('closure.cancelled', transition);
    await this.notify(transition.account, `closure_cancelled:${transition.closure.state.id}`, closureCancelledMessage);
  }

  closed({ account, closure }: ClosureTransition): Promise<void> {
    return this.notify(account, `account_closed:${closure.state.id}`, accountClosedMessage);
  }

  private record(
    action: 'closure.requested' | 'closure.cancelled',
    { account, closure, actor, from }: OwnerTransition,
  ): Promise<void> {
    return this.audit.record({
      actor,
      action,
      subject: closure.state.id,
      accountId: account.id,
      before: { status: from },
      after: { status: account.status },
    });
  }

  private async notify({ id: accountId, name, status }: Account, key: string, compose: Compose): Promise<void> {
    const data = { account_id: accountId, status };
    await this.events.publish({ type: 'account.status_changed', accountId, data });
    for (const owner of await this.owners.list(accountId)) {
      const message = compose(owner.name, name);
      await this.mails.send({ ...message, accountId, to: owner.email, key: `${key}:${owner.userId}` });
    }
  }
}
