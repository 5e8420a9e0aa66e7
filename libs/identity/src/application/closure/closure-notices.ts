import type { EventBus, Mails, Message } from '@trunkline/kernel';
import type { Account } from '../../domain/accounts/account';
import type { ClosureRequest } from '../../domain/closure/closure-request';
import { accountClosedMessage, closureCancelledMessage, closureRequestedMessage } from '../mails/messages';
import type { AccountOwners, ClosureAudit } from './ports';

export interface ClosureMove {
  /** As the move left it. */
  readonly account: Account;
  readonly closure: ClosureRequest;
}

export interface OwnersMove extends ClosureMove {
  /** The owner whose wish it was. */
  readonly actor: string;
  /** The account's status before it. */
  readonly from: string;
}

type Write = (ownerName: string, accountName: string) => Message;

/**
 * Tells of a move of the account, in its transaction: every owner by mail, other contexts by an event, and the audit
 * trail where it was somebody's wish.
 */
export class ClosureNotices {
  constructor(
    private readonly owners: AccountOwners,
    private readonly mails: Mails,
    private readonly events: EventBus,
    private readonly audit: ClosureAudit,
  ) {}

  async requested(move: OwnersMove): Promise<void> {
    const { id, graceExpiresAt } = move.closure.state;
    await this.record('closure.requested', move);
    await this.tell(move.account, `closure_requested:${id}`, (name, accountName) =>
      closureRequestedMessage(name, accountName, graceExpiresAt),
    );
  }

  async cancelled(move: OwnersMove): Promise<void> {
    await this.record('closure.cancelled', move);
    await this.tell(move.account, `closure_cancelled:${move.closure.state.id}`, closureCancelledMessage);
  }

  closed({ account, closure }: ClosureMove): Promise<void> {
    return this.tell(account, `account_closed:${closure.state.id}`, accountClosedMessage);
  }

  private record(action: 'closure.requested' | 'closure.cancelled', { account, closure, actor, from }: OwnersMove) {
    const [before, after] = [{ status: from }, { status: account.status }];
    return this.audit.record({ actor, action, subject: closure.state.id, accountId: account.id, before, after });
  }

  private async tell({ id: accountId, name, status }: Account, key: string, write: Write): Promise<void> {
    const data = { account_id: accountId, status };
    await this.events.publish({ type: 'account.status_changed', accountId, data });
    for (const owner of await this.owners.list(accountId)) {
      const mail = { ...write(owner.name, name), accountId, to: owner.email, key: `${key}:${owner.userId}` };
      await this.mails.send(mail);
    }
  }
}
