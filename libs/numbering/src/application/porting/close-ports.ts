import type { Clock, Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import type { PortMoves } from './port-moves';
import type { PortDirectory, PortRepository } from './ports';

/** Ends the ports of accounts that are closed, and erases what is personal in them. */
export class ClosePorts {
  constructor(
    private readonly tx: Transactor,
    private readonly ports: PortRepository,
    private readonly directory: PortDirectory,
    private readonly moves: PortMoves,
    private readonly clock: Clock,
  ) {}

  /**
   * Cancels the running ports of an account, of which a closing account has none unless it was submitted while the closure was
   * requested. Returns false while numbers of a ported request are not assigned yet: call again later. Idempotent.
   */
  async cancelAll(accountId: string): Promise<boolean> {
    await this.tx.run(async () => {
      for (const request of await this.ports.lockRunning(accountId)) {
        const { status: from } = request;
        request.transition({ status: 'cancelled' }, this.clock.now());
        await this.moves.record({ request, from, actor: SYSTEM });
      }
    });
    return !(await this.directory.isActivating(accountId));
  }

  /** Erases what is personal in the account's ports. Joins the caller's transaction. Idempotent. */
  erase(accountId: string): Promise<void> {
    return this.ports.erase(accountId);
  }

  /** Erases what is personal in the ports that name an erased end user. Joins the caller's transaction. Idempotent. */
  eraseEndUser(accountId: string, endUserId: string): Promise<void> {
    return this.ports.eraseEndUser(accountId, endUserId);
  }
}
