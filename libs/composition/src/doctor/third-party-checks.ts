import type { CardProcessor } from '@trunkline/billing-ledger';
import type { Clock } from '@trunkline/kernel';
import type { ConnectionFaults, PriceReports, PriceRules, Suppliers } from '@trunkline/numbering';
import type { Settings } from '@trunkline/platform';
import { type Check, fault, ok, type Result, warning } from './check';

type Supplier = Suppliers['all'][number];

const LOSSES_SHOWN = 5;

/** The key of each supplier, the money that is left there, and whether it sends us the calls of its numbers. */
export class SuppliersCheck implements Check {
  readonly name = 'suppliers';
  readonly remedy = 'Check the keys of the suppliers in NUMBER_SUPPLIERS. See docs/settings.md.';

  constructor(
    private readonly suppliers: Suppliers,
    private readonly connections: ConnectionFaults,
    private readonly settings: Pick<Settings, 'isProduction'>,
  ) {}

  async run(): Promise<readonly Result[]> {
    const results = await Promise.all(this.suppliers.all.map((supplier) => this.resultsOf(supplier)));
    return [...results.flat(), ...(await this.silentNumbers())];
  }

  private async resultsOf(supplier: Supplier): Promise<Result[]> {
    const { name } = supplier;
    if (name === 'sandbox')
      return this.settings.isProduction
        ? [fault('The supplier sandbox sells numbers that do not exist.', 'Set NUMBER_SUPPLIERS.')]
        : [ok('The supplier sandbox sells samples.')];
    if (name === 'stock') return [ok('The stock sells numbers of the operator.')];
    const { isUp, message } = await supplier.health();
    const remedy = `Check the key of ${name}, and its status page.`;
    if (!isUp) return [fault(`${name} does not accept requests: ${message ?? 'no reason given'}.`, remedy)];
    return [ok(`${name} accepts the key.`), ...(await balanceOf(supplier))];
  }

  private async silentNumbers(): Promise<Result[]> {
    const open = await this.connections.countOpen();
    const remedy = 'GET /operator/number-connections lists them. See docs/suppliers.md.';
    return open.flatMap(({ supplier, count }) =>
      count === 0 ? [] : [fault(`Calls to ${count} numbers of ${supplier} do not arrive here.`, remedy)],
    );
  }
}

async function balanceOf(supplier: Supplier): Promise<Result[]> {
  const { name } = supplier;
  const balance = (await supplier.balance?.()) ?? null;
  if (balance === null) return [];
  const message = `The balance at ${name} is ${balance.amount} ${balance.currency}.`;
  return [Number(balance.amount) > 0 ? ok(message) : fault(message, `Top up: ${name} sells nothing without money.`)];
}

/** The key of the card processor, and that its callbacks arrive here. */
export class CardsCheck implements Check {
  readonly name = 'cards';
  readonly remedy = 'Check STRIPE_SECRET_KEY.';

  constructor(
    private readonly processor: CardProcessor,
    private readonly settings: Pick<Settings, 'ROOT_URL' | 'isProduction'>,
  ) {}

  async run(): Promise<readonly Result[]> {
    const { processor, settings } = this;
    if (processor.name === 'sandbox')
      return settings.isProduction
        ? [warning('The card processor sandbox charges no card.', 'Set CARD_PROCESSOR.')]
        : [ok('The card processor sandbox charges no card.')];
    const url = `${settings.ROOT_URL}/webhooks/payments/${processor.name}`;
    const state = await processor.callbackState(url);
    const create = `Create a webhook endpoint for ${url} at ${processor.name}, and set its secret.`;
    return [
      ok(`${processor.name} accepts the key.`),
      state === 'enabled'
        ? ok(`${processor.name} sends its events to ${url}.`)
        : state === 'disabled'
          ? fault(
              `The webhook of ${processor.name} for ${url} is disabled.`,
              'Enable it, and check the log for errors.',
            )
          : fault(`${processor.name} sends no events to ${url}, so charges stay pending.`, create),
    ];
  }
}

/** Prices of numbers: whether there are any, and which numbers are sold below what they cost. */
export class PricesCheck implements Check {
  readonly name = 'prices';
  readonly remedy = 'See docs/numbers.md.';

  constructor(
    private readonly rules: PriceRules,
    private readonly reports: PriceReports,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<readonly Result[]> {
    const page = { limit: LOSSES_SHOWN, sort: 'id', order: 'asc', after: null } as const;
    const [hasRules, { items, next }] = await Promise.all([
      this.rules.exist(this.clock.now()),
      this.reports.listBelowCost(page),
    ]);
    const numbers = items.map(({ e164 }) => e164).join(', ');
    return [
      hasRules
        ? ok('Rules of number prices are in force.')
        : warning('Numbers are sold at cost.', 'Create a rule: POST /operator/number-prices.'),
      items.length === 0
        ? ok('No number is sold below cost.')
        : warning(
            `Sold below cost: ${numbers}${next ? ' and more' : ''}.`,
            'GET /operator/reports/numbers-below-cost lists them. Reprice them, with notice.',
          ),
    ];
  }
}
