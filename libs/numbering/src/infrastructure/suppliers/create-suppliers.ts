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

/** The ports and services that the suppliers share; each supplier uses some of them. */
export interface SupplierDependencies {
  readonly createSandbox: () => NumberSupplier;
  readonly didwwBudget: ReservationBudget;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Log;
}

/**
 * Creates the suppliers that `NUMBER_SUPPLIERS` names, in that order. A circuit breaker protects each real one. The
 * sandbox has none, because it is as available as our database, and its simulated faults must reach the caller.
 */
export function createSuppliers(settings: Settings, dependencies: SupplierDependencies): Suppliers {
  const { didww, telnyx, ROOT_URL: rootUrl } = settings;
  const factories: Readonly<Record<NumberSupplierName, () => NumberSupplier | null>> = {
    sandbox: dependencies.createSandbox,
    didww: () => didww && guarded(createDidww(didww, rootUrl, dependencies), dependencies),
    telnyx: () => telnyx && guarded(createTelnyx(telnyx, dependencies), dependencies),
  };
  const suppliers = settings.NUMBER_SUPPLIERS.map((name) => factories[name]()).filter((each) => each !== null);
  observeCircuitBreakers(
    dependencies.metrics,
    suppliers.filter((each) => each instanceof CircuitBreakerSupplier),
  );
  return new Suppliers(suppliers);
}

function guarded(supplier: NumberSupplier, { metrics, log }: SupplierDependencies): CircuitBreakerSupplier {
  return new CircuitBreakerSupplier(supplier, { onFailure: reportFailures(metrics, log, supplier.name) });
}

function createDidww(settings: DidwwSettings, rootUrl: string, dependencies: SupplierDependencies): DidwwSupplier {
  const { clock, log, metrics, didwwBudget } = dependencies;
  const config = { ...settings, callbackUrl: new URL(`${rootUrl}/webhooks/suppliers/didww`) };
  const rowReader = rowReaderOf(DIDWW, dependencies);
  const supplier = new DidwwSupplier(config, didwwHttp(config), didwwBudget, rowReader, clock, log);
  observeDroppedGroups(metrics, supplier);
  return supplier;
}

function createTelnyx(
  { apiKey, apiBase, publicKey, connectionId }: TelnyxSettings,
  dependencies: SupplierDependencies,
) {
  const credential = fixedCredential('authorization', `Bearer ${apiKey}`);
  const options = { baseUrl: apiBase, credential, publicKey, connectionId };
  return new TelnyxSupplier(options, dependencies.clock, rowReaderOf(TELNYX, dependencies));
}

function rowReaderOf(supplier: string, { clock, log, metrics }: SupplierDependencies) {
  return new LenientRowReader({ supplier, clock, log, count: countSkippedRows(metrics) });
}
