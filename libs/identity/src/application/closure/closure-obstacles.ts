import { displayCents } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { Wallets } from '../ports';
import type { RunningPorts } from './ports';

/** What keeps an account from being closed. */
export class ClosureObstacles {
  constructor(
    private readonly wallets: Wallets,
    private readonly ports: RunningPorts,
  ) {}

  /** Throws `closure_blocked`, with a field for each obstacle. */
  async requireNone(accountId: string): Promise<void> {
    const { amountCents } = await this.wallets.balance(accountId);
    const ports = await this.ports.countRunning(accountId);
    if (amountCents >= 0 && ports === 0) return;
    const running = `${ports} ${ports === 1 ? 'port' : 'ports'} of numbers did not end yet. Cancel them, or wait for their end.`;
    throw IdentityErrors.closure_blocked({
      fields: {
        ...(amountCents < 0 && { negative_balance: `The balance is ${displayCents(amountCents)}. Top it up first.` }),
        ...(ports > 0 && { active_port: running }),
      },
    });
  }
}
