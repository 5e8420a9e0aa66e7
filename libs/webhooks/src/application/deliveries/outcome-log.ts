import { type Clock, type Transactor } from '@trunkline/kernel';
import { isSuccess } from '../../domain/delivery';
import type { AttemptTally, WebhookEndpoint } from '../../domain/webhook-endpoint';
import type { PendingDeliveries } from '../ports';
import type { DisabledEndpointNotices } from './disabled-endpoint-notices';
import type { DeliveryMeter, DeliveryOutcome, DeliveryStore, DeliveryTargets } from './ports';

const BATCH = 500;
const NOTHING: AttemptTally = { lastSuccessAt: null, lastFailureAt: null, failuresInRow: 0, failingSince: null };

interface Entry {
  readonly outcome: DeliveryOutcome;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores outcomes. While one transaction commits, the next outcomes collect for the following one, so that a busy worker
 * needs few transactions and an idle one does not wait.
 */
export class OutcomeLog {
  private waiting: Entry[] = [];
  private isWriting = false;

  constructor(
    private readonly tx: Transactor,
    private readonly deliveries: DeliveryStore,
    private readonly targets: DeliveryTargets,
    private readonly pending: PendingDeliveries,
    private readonly notices: DisabledEndpointNotices,
    private readonly meter: DeliveryMeter,
    private readonly clock: Clock,
  ) {}

  /** Resolves once the outcome is committed. A delivery whose outcome is lost is attempted again after its lease. */
  add(outcome: DeliveryOutcome): Promise<void> {
    const stored = new Promise<void>((resolve, reject) => this.waiting.push({ outcome, resolve, reject }));
    if (!this.isWriting) void this.writeAll();
    return stored;
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH);
      try {
        await this.tx.run(() => this.write(batch.map(({ outcome }) => outcome)));
        for (const { outcome, resolve } of batch) {
          this.meter.settled(outcome);
          resolve();
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isWriting = false;
  }

  private async write(outcomes: readonly DeliveryOutcome[]): Promise<void> {
    const ids = [...new Set(outcomes.map(({ endpointId }) => endpointId))];
    // Endpoints before deliveries, as when an endpoint is disabled.
    const endpoints = await this.targets.lock(ids);
    await this.deliveries.settle(outcomes);
    const disabled = endpoints.filter((endpoint) => this.note(endpoint, outcomes));
    await this.targets.saveHealth(endpoints);
    for (const endpoint of disabled) {
      await this.pending.abandon(endpoint.id);
      if (endpoint.disabledReason === 'failures') await this.notices.send(endpoint);
    }
  }

  /** Returns true if the attempts disable the endpoint. */
  private note(endpoint: WebhookEndpoint, outcomes: readonly DeliveryOutcome[]): boolean {
    const its = outcomes.filter(({ endpointId }) => endpointId === endpoint.id);
    const now = this.clock.now();
    const wasEnabled = endpoint.isEnabled;
    endpoint.noteAttempts(its.reduce(tallied, NOTHING), now);
    if (its.some(({ isGone }) => isGone)) endpoint.disable('gone', now);
    return wasEnabled && !endpoint.isEnabled;
  }
}

function tallied(tally: AttemptTally, { attempt }: DeliveryOutcome): AttemptTally {
  if (!attempt) return tally;
  if (isSuccess(attempt)) return { ...tally, lastSuccessAt: attempt.at, failuresInRow: 0, failingSince: null };
  return {
    ...tally,
    lastFailureAt: attempt.at,
    failuresInRow: tally.failuresInRow + 1,
    failingSince: tally.failingSince ?? attempt.at,
  };
}
