import type { CardProcessor } from '@trunkline/billing-ledger';
import type { CallConnectors, ConnectionFaults, Suppliers } from '@trunkline/numbering';
import type { Settings } from '@trunkline/platform';
import { type Check, fault, fromDatabase, ok, type Result, warning } from './check';

type Supplier = Suppliers['all'][number];

/** The key of each supplier, the balance there, the trunk for our calls, and whether it sends us the calls of its numbers. */
export class SuppliersCheck implements Check {
  readonly name = 'suppliers';
  readonly failure = 'The suppliers could not be checked';
  readonly remedy = 'Check the keys of the suppliers in NUMBER_SUPPLIERS. See docs/settings.md.';

  constructor(
    private readonly suppliers: Suppliers,
    private readonly connectors: CallConnectors,
    private readonly connections: ConnectionFaults,
    private readonly settings: Pick<Settings, 'isProduction'>,
  ) {}

  async run(): Promise<readonly Result[]> {
    const results = await Promise.all(this.suppliers.all.map((supplier) => this.resultsOf(supplier)));
    return [...results.flat(), ...(await fromDatabase('Whether calls to numbers arrive', () => this.silentNumbers()))];
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
    if (!isUp)
      return [
        fault(
          `${name} does not accept requests, so its numbers are not sold: ${message ?? 'no reason given'}.`,
          remedy,
        ),
      ];
    return [ok(`${name} accepts the key.`), ...(await balanceOf(supplier)), ...(await this.destinationOf(name))];
  }

  /** Whether the supplier can send calls to the trunk of the settings. */
  private async destinationOf(name: string): Promise<Result[]> {
    const connector = this.connectors.find(name);
    if (!connector) return [];
    const message = await connector.findFault();
    if (message === null) return [ok(`${name} can send calls here.`)];
    return [fault(message, `Create it at ${name} and set its ID; no number is sold without. See docs/suppliers.md.`)];
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
  return [
    Number(balance.amount) > 0 ? ok(message) : fault(message, `Top up: ${name} sells nothing without a balance.`),
  ];
}

/** The key of the card processor, and whether it sends its callbacks to this deployment. */
export class CardsCheck implements Check {
  readonly name = 'cards';
  readonly failure = 'The card processor cannot be used, so no card is charged';
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
