import type { Clock } from '@trunkline/kernel';
import type { DidwwSettings, Log, Metrics, NumberSupplierName, Settings, TelnyxSettings } from '@trunkline/platform';
import type { NumberSupplier } from '../../application/supply/supplier';
import { Suppliers } from '../../application/supply/suppliers';
import { BreakingSupplier } from './breaking-supplier';
import { DIDWW, didwwHttp } from './didww/didww-config';
import { DidwwSupplier } from './didww/didww-supplier';
import type { ReservationBudget } from './didww/reservation-budget';
import { fixedCredential } from './http/credential';
import { OddRows } from './odd-rows';
import { skippedRows, tellOfBreakers, tellOfDroppedGroups } from './supplier-metrics';
import { TelnyxSupplier } from './telnyx/telnyx-supplier';
import { TELNYX } from './telnyx/telnyx-types';

/** What the adapters share. */
export class SupplierParts {
  constructor(
    readonly sandbox: NumberSupplier,
    readonly clock: Clock,
    readonly metrics: Metrics,
    readonly log: Log,
    readonly didwwBudget: ReservationBudget,
  ) {}
}

/**
 * The suppliers that the settings name (NUMBER_SUPPLIERS), in their order. Each real one stands behind a breaker; the
 * sandbox does not: it is away only when our own database is, and the faults that are scripted for it are meant to be met.
 */
export function chooseSuppliers(settings: Settings, parts: SupplierParts): Suppliers {
  const { didww, telnyx, ROOT_URL: rootUrl } = settings;
  const makers: Readonly<Record<NumberSupplierName, () => NumberSupplier | null>> = {
    sandbox: () => parts.sandbox,
    didww: () => didww && new BreakingSupplier(makeDidww(didww, rootUrl, parts)),
    telnyx: () => telnyx && new BreakingSupplier(makeTelnyx(telnyx, parts)),
  };
  const suppliers = settings.NUMBER_SUPPLIERS.map((name) => makers[name]()).filter((each) => each !== null);
  tellOfBreakers(
    parts.metrics,
    suppliers.filter((each) => each instanceof BreakingSupplier),
  );
  return new Suppliers(suppliers);
}

function makeDidww(settings: DidwwSettings, rootUrl: string, parts: SupplierParts): DidwwSupplier {
  const { clock, log, metrics, didwwBudget: budget } = parts;
  const config = { ...settings, callbackUrl: new URL(`${rootUrl}/webhooks/suppliers/didww`) };
  const oddRows = oddRowsOf(DIDWW, { clock, log, metrics });
  const supplier = new DidwwSupplier({ config, http: didwwHttp(config), clock, log, oddRows, budget });
  tellOfDroppedGroups(metrics, supplier);
  return supplier;
}

function makeTelnyx({ apiKey, apiBase, publicKey, connectionId }: TelnyxSettings, parts: SupplierParts) {
  const credential = fixedCredential('authorization', `Bearer ${apiKey}`);
  const options = { baseUrl: apiBase, credential, publicKey, connectionId };
  return new TelnyxSupplier(options, parts.clock, oddRowsOf(TELNYX, parts));
}

function oddRowsOf(supplier: string, { clock, log, metrics }: Pick<SupplierParts, 'clock' | 'log' | 'metrics'>) {
  return new OddRows({ supplier, clock, log, count: skippedRows(metrics) });
}
