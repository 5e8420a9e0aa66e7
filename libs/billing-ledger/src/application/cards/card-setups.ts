import type { Clock } from '@trunkline/kernel';
import { BillingErrors } from '../../domain/errors';
import { type CardProcessor, type CardSetup, ProcessorUnavailable } from '../card-processor';
import type { CardSetupRepository } from './ports';

export interface SetupOrder {
  readonly accountId: string;
  /** The same for a repeat of the same request, which is answered with the same setup. */
  readonly operationId: string;
}

const BATCH = 50;

/** What the customer's browser needs to hand a card to the processor, for an hour. */
export class CardSetups {
  constructor(
    private readonly setups: CardSetupRepository,
    private readonly processor: CardProcessor,
    private readonly clock: Clock,
  ) {}

  /** Reaches outside. Throws processor_error. */
  async open({ accountId, operationId }: SetupOrder): Promise<CardSetup> {
    const setup = await answered(() => this.processor.setUp({ accountId, idempotencyKey: `setup_${operationId}` }));
    await this.setups.add({ id: setup.setupId, accountId, expiresAt: setup.expiresAt });
    return setup;
  }

  /** Ends those that were not used in time; for the worker. Safe to repeat. Returns how many. */
  async cancelExpired(): Promise<number> {
    const expired = await this.setups.findExpired(this.clock.now(), BATCH);
    for (const { id } of expired) {
      await this.processor.cancelSetUp(id);
      await this.setups.close(id, this.clock.now());
    }
    return expired.length;
  }
}

/** For requests that a customer waits for and may simply send again. */
export async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof ProcessorUnavailable ? BillingErrors.processor_error() : error;
  }
}
