import { CardSetups } from '../application/cards/card-setups';
import { ApplyProcessorUpdate } from '../application/processor-events/apply-processor-update';
import { HandleProcessorEvents } from '../application/processor-events/handle-processor-events';
import { ReceiveProcessorEvent } from '../application/processor-events/receive-processor-event';
import { CardRefunds } from '../application/refunds/card-refunds';
import { PayRefunds } from '../application/refunds/pay-refunds';
import { RecordReversals } from '../application/refunds/record-reversals';
import { StoredCardSetups } from '../infrastructure/payment-method.repository';
import { StoredProcessorInbox } from '../infrastructure/processor-inbox';
import { DeliverSandboxEvents } from '../sandbox/processors/deliver-sandbox-events';
import { SignedEvents } from '../infrastructure/processors/signed-events';
import { StoredCardRefunds } from '../infrastructure/refunds/card-refund.repository';
import { StoredRefundsDue } from '../infrastructure/refunds/refunds-due';
import { StoredReversals } from '../infrastructure/refunds/reversals';
import { postgresWorld } from './postgres-world';
import { WRITTEN } from './order-of-writing';

interface StoredEvent {
  readonly id: string;
  readonly body: string;
}

/** Billing on PostgreSQL with the events of the sandbox processor. */
export async function processorWorld() {
  const world = await postgresWorld();
  const { db, clock, events, topups, charges, ledger, processor, sandbox } = world;
  const inbox = new StoredProcessorInbox(db);
  const refundRows = new StoredCardRefunds(db);
  const due = new StoredRefundsDue(db);
  const reversals = new RecordReversals(db, new StoredReversals(db), ledger, clock);
  const cardRefunds = new CardRefunds(db, refundRows, due, reversals, processor, clock);
  const applyUpdate = new ApplyProcessorUpdate(topups, charges, reversals, processor, cardRefunds);
  const receive = new ReceiveProcessorEvent(db, processor, inbox, topups, events, clock);
  const handle = new HandleProcessorEvents(processor, inbox, applyUpdate, clock);
  return {
    ...world,
    inbox,
    due,
    cardRefunds,
    receive,
    handle,
    deliver: new DeliverSandboxEvents(db, receive, sandbox.faults, sandbox.secrets, clock),
    payRefunds: new PayRefunds(cardRefunds, refundRows, due, clock),
    cardSetups: new CardSetups(new StoredCardSetups(db), processor, clock),
    signed: new SignedEvents([sandbox.secrets.webhookSecret], clock),
  };
}

export type ProcessorWorld = Awaited<ReturnType<typeof processorWorld>>;

/** Lists the sandbox's events of an account, in order. */
export function eventsOf({ db }: ProcessorWorld, accountId: string): Promise<StoredEvent[]> {
  return db.query<StoredEvent>(
    `SELECT id, body FROM billing.sandbox_events WHERE account_id = $1 ORDER BY ${WRITTEN}`,
    [accountId],
  );
}

/** Receives an event and handles it, as the API and the worker do in turn. */
export async function receiveEvent(world: ProcessorWorld, { id, body }: StoredEvent): Promise<void> {
  const callback = { processor: 'sandbox', rawBody: Buffer.from(body), signature: await world.signed.sign(body) };
  await world.receive.receive(callback);
  await world.handle.handle(id);
}
