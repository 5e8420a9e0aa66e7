import type { Clock } from '@trunkline/kernel';
import { BillingErrors } from '../../domain/errors';
import { type CardProcessor, type CardSetup, ProcessorUnavailable } from '../card-processor';
import type { CardSetupRepository } from './ports';

export interface SetupOrder {
  readonly accountId: string;
  /** The same for a retry of the request, which returns the same setup. */
  readonly operationId: string;
}

const BATCH = 50;

/** Opens setups, with which the customer's browser sends a card to the processor, and cancels expired ones. */
export class CardSetups {
  constructor(
    private readonly setups: CardSetupRepository,
    private readonly processor: CardProcessor,
    private readonly clock: Clock,
  ) {}

  /** Calls the processor. Throws processor_error. */
  async open({ accountId, operationId }: SetupOrder): Promise<CardSetup> {
    const setup = await callProcessor(() =>
      this.processor.setUp({ accountId, idempotencyKey: `setup_${operationId}` }),
    );
    await this.setups.add({ id: setup.setupId, accountId, expiresAt: setup.expiresAt });
    return setup;
  }

  /** Cancels expired setups. Safe to repeat. Returns the count. */
  async cancelExpired(): Promise<number> {
    const expired = await this.setups.findExpired(this.clock.now(), BATCH);
    for (const { id } of expired) {
      await this.processor.cancelSetUp(id);
      await this.setups.close(id, this.clock.now());
    }
    return expired.length;
  }
}

/** Calls the processor for a request that the customer can retry: throws processor_error when it is unavailable. */
export async function callProcessor<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof ProcessorUnavailable ? BillingErrors.processor_error() : error;
  }
}
