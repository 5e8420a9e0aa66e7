import type { Clock } from '@trunkline/kernel';
import type { DidwwSettings, Log, Metrics, NumberSupplierName, Settings, TelnyxSettings } from '@trunkline/platform';
import type { NumberSupplier } from '../../application/supply/supplier';
import { Suppliers } from '../../application/supply/suppliers';
import { CircuitBreakerSupplier } from './circuit-breaker-supplier';
import { DIDWW, didwwHttp } from './didww/didww-config';
import { DidwwSupplier } from './didww/didww-supplier';
import type { ReservationBudget } from './didww/reservation-budget';
import { fixedCredential } from './http/credential';
import { LenientRowReader } from './lenient-row-reader';
import { countSkippedRows, observeCircuitBreakers, observeDroppedGroups, reportFailures } from './supplier-metrics';
import { TelnyxSupplier } from './telnyx/telnyx-supplier';
import { TELNYX } from './telnyx/telnyx-types';

/** Creates the suppliers that the settings name. */
export class SupplierFactory {
  constructor(
    private readonly settings: Settings,
    private readonly ours: Readonly<Record<'sandbox' | 'stock', () => NumberSupplier>>,
    private readonly didwwBudget: ReservationBudget,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  /**
   * Returns the suppliers in the order of `NUMBER_SUPPLIERS`. A circuit breaker protects those of others. The sandbox and the
   * stock have none, because they are as available as our database, and simulated faults must reach the caller.
   */
  create(): Suppliers {
    const suppliers = this.settings.NUMBER_SUPPLIERS.map((name) => this.named(name)).filter((each) => each !== null);
    observeCircuitBreakers(
      this.metrics,
      suppliers.filter((each) => each instanceof CircuitBreakerSupplier),
    );
    return new Suppliers(suppliers);
  }

  private named(name: NumberSupplierName): NumberSupplier | null {
    const { didww, telnyx } = this.settings;
    switch (name) {
      case 'sandbox':
      case 'stock':
        return this.ours[name]();
      case 'didww':
        return didww && this.guarded(this.createDidww(didww));
      case 'telnyx':
        return telnyx && this.guarded(this.createTelnyx(telnyx));
    }
  }

  private guarded(supplier: NumberSupplier): CircuitBreakerSupplier {
    return new CircuitBreakerSupplier(supplier, { onFailure: reportFailures(this.metrics, this.log, supplier.name) });
  }

  private createDidww(settings: DidwwSettings): DidwwSupplier {
    const config = { ...settings, callbackUrl: new URL(`${this.settings.ROOT_URL}/webhooks/suppliers/didww`) };
    const rowReader = this.createRowReader(DIDWW);
    const supplier = new DidwwSupplier(config, didwwHttp(config), this.didwwBudget, rowReader, this.clock, this.log);
    observeDroppedGroups(this.metrics, supplier);
    return supplier;
  }

  private createTelnyx({ apiKey, apiBase, publicKey, connectionId }: TelnyxSettings): TelnyxSupplier {
    const credential = fixedCredential('authorization', `Bearer ${apiKey}`);
    const options = { baseUrl: apiBase, credential, publicKey, connectionId };
    return new TelnyxSupplier(options, this.clock, this.createRowReader(TELNYX));
  }

  private createRowReader(supplier: string): LenientRowReader {
    return new LenientRowReader(supplier, this.clock, this.log, countSkippedRows(this.metrics));
  }
}
