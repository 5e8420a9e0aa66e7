import { addDays, type Clock, collectingErrors } from '@trunkline/kernel';
import { inGroups } from '../sweep';
import type { CallConnector, CallConnectors } from './call-connector';
import type { ConnectionFaults, UsedNumber } from './ports';

const BATCH = 500;
/** Concurrent calls of a supplier. */
const CONCURRENCY = 5;
const RECONNECTED_KEPT_DAYS = 90;

export interface CheckedNumber {
  readonly number: UsedNumber;
  /** `failed`: the calls of the number do not arrive. */
  readonly outcome: 'reconnected' | 'failed';
  readonly error?: unknown;
}

/**
 * Finds the numbers whose supplier does not send their calls to us, and connects them. A number is connected when it is bought;
 * later its supplier's customer may assign it elsewhere, or delete the trunk. Safe to repeat, and to run on several workers. See
 * docs/suppliers.md#nightly-check.
 */
export class CheckConnections {
  constructor(
    private readonly connectors: CallConnectors,
    private readonly faults: ConnectionFaults,
    private readonly clock: Clock,
  ) {}

  /** Checks all numbers of all suppliers. Rejects at the end when a supplier's numbers could not be listed. */
  async check(): Promise<readonly CheckedNumber[]> {
    const checked: CheckedNumber[] = [];
    await collectingErrors('suppliers could not be checked', async (attempt) => {
      for (const connector of this.connectors.all) await attempt(() => this.checkAll(connector, checked));
      await this.faults.prune(addDays(this.clock.now(), -RECONNECTED_KEPT_DAYS));
    });
    return checked;
  }

  /** Tries again to connect the numbers that could not be connected. */
  async retry(): Promise<readonly CheckedNumber[]> {
    const names = this.connectors.all.map(({ name }) => name);
    const checked: CheckedNumber[] = [];
    for await (const batch of batches((after) => this.faults.listOpen(names, after, BATCH))) {
      checked.push(...(await this.reconnect(batch)));
    }
    return checked;
  }

  private async checkAll(connector: CallConnector, checked: CheckedNumber[]): Promise<void> {
    const connected = await connectedAt(connector);
    for await (const batch of batches((after) => this.faults.listUsed(connector.name, after, BATCH))) {
      const isConnected = ({ supplierNumberRef: ref }: UsedNumber) => ref !== null && connected.has(ref);
      await this.faults.close(
        batch.filter(isConnected).map(({ id }) => id),
        this.clock.now(),
      );
      checked.push(...(await this.reconnect(batch.filter((number) => !isConnected(number)))));
    }
  }

  /** A number that was connected since it was listed counts as neither. */
  private async reconnect(numbers: readonly UsedNumber[]): Promise<CheckedNumber[]> {
    const results = await inGroups(numbers, CONCURRENCY, async (number): Promise<CheckedNumber | null> => {
      try {
        const connector = this.connectors.find(number.supplier);
        if (!connector) return null;
        const wasReconnected = await connector.connect(number);
        await this.faults.record(number.id, null, this.clock.now());
        return wasReconnected ? { number, outcome: 'reconnected' } : null;
      } catch (error) {
        await this.faults.record(number.id, String(error), this.clock.now());
        return { number, outcome: 'failed', error };
      }
    });
    return results.filter((result) => result !== null);
  }
}

/** Returns the refs of a supplier's numbers that are connected. */
async function connectedAt(connector: CallConnector): Promise<ReadonlySet<string>> {
  const connected = new Set<string>();
  for (let page: number | null = 1; page !== null; ) {
    const { numbers, next } = await connector.list(page);
    for (const { ref, isConnected } of numbers) if (isConnected) connected.add(ref);
    page = next;
  }
  return connected;
}

async function* batches(list: (after: string | null) => Promise<UsedNumber[]>): AsyncGenerator<readonly UsedNumber[]> {
  for (let after: string | null = null, more = true; more; ) {
    const batch = await list(after);
    if (batch.length > 0) yield batch;
    more = batch.length === BATCH;
    after = batch.at(-1)?.id ?? null;
  }
}
