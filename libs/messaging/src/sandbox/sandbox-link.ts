import { addSeconds, type Clock } from '@trunkline/kernel';
import type {
  CarrierInbox,
  CarrierLink,
  CarrierProtocol,
  DeliveryReport,
  LinkState,
  MessagingCarrier,
  OutboundMessage,
  SubmitOutcome,
} from '../application/carriers/ports';
import type { PumpLog } from '../application/delivery/carrier-pump';
import type { SandboxReceipt, SandboxReceipts } from './sandbox-receipts';

/** What the last two digits of the recipient do. See docs/messages.md#the-sandbox-carrier. */
const ENDINGS = {
  refused: '90',
  undelivered: '91',
  noReceipt: '92',
  late: '93',
  early: '94',
} as const;

/** What the recipient replies, by the same digits. */
const REPLIES: Readonly<Record<string, string>> = { 95: 'STOP', 96: 'Thank you!' };

const LATE_SECONDS = 60;
const POLL_MS = 1_000;
const BATCH = 100;

/** A carrier that delivers everything at once, unless the recipient's last two digits say otherwise. */
export class SandboxProtocol implements CarrierProtocol {
  readonly protocol = 'sandbox';

  constructor(
    private readonly receipts: SandboxReceipts,
    private readonly log: PumpLog,
    private readonly clock: Clock,
  ) {}

  open(carrier: MessagingCarrier, inbox: CarrierInbox): CarrierLink {
    return new SandboxLink(carrier.id, inbox, this.receipts, this.log, this.clock);
  }
}

/** The receipts that it owes are stored, so that a restart loses none, and follow the test clock. */
class SandboxLink implements CarrierLink {
  private readonly since: Date;
  private readonly polling: NodeJS.Timeout;
  private handing: Promise<void> | null = null;
  private isAsked = false;
  private isClosed = false;
  private inFlight = 0;

  constructor(
    private readonly carrierId: string,
    private readonly inbox: CarrierInbox,
    private readonly receipts: SandboxReceipts,
    private readonly log: PumpLog,
    private readonly clock: Clock,
  ) {
    this.since = clock.now();
    this.polling = setInterval(() => this.handOut(), POLL_MS);
    this.polling.unref();
  }

  get state(): LinkState {
    return { connected: true, since: this.since, lastError: null, lagMs: 0, inFlight: this.inFlight };
  }

  async submit(message: OutboundMessage): Promise<SubmitOutcome> {
    if (this.isClosed) return { kind: 'unreachable' };
    this.inFlight++;
    try {
      return await this.answer(message);
    } catch (error) {
      this.log.failed(error, this.carrierId);
      return { kind: 'unreachable' };
    } finally {
      this.inFlight--;
    }
  }

  query(): Promise<null> {
    return Promise.resolve(null);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.polling);
    await this.handing;
  }

  private async answer(message: OutboundMessage): Promise<SubmitOutcome> {
    const ending = message.to.slice(-2);
    if (ending === ENDINGS.refused) return { kind: 'refused', code: 'sandbox', errorCode: 'recipient_invalid' };
    const carrierMessageIds = message.parts.map((_part, index) => `${message.id}.${String(index + 1)}`);
    if (ending === ENDINGS.noReceipt) return { kind: 'accepted', carrierMessageIds };
    const owed = this.owedFor(message, carrierMessageIds);
    if (ending === ENDINGS.early) for (const receipt of owed) await this.send(receipt);
    else await this.owe(owed);
    return { kind: 'accepted', carrierMessageIds };
  }

  private owedFor({ from, to, automatic }: OutboundMessage, carrierMessageIds: readonly string[]): SandboxReceipt[] {
    const ending = to.slice(-2);
    const now = this.clock.now();
    const state = ending === ENDINGS.undelivered ? 'undelivered' : 'delivered';
    const dueAt = ending === ENDINGS.late ? addSeconds(now, LATE_SECONDS) : now;
    const last = carrierMessageIds.at(-1);
    return carrierMessageIds.map((carrierMessageId) => {
      const reply = !automatic && carrierMessageId === last ? (REPLIES[ending] ?? null) : null;
      return { carrierId: this.carrierId, carrierMessageId, from, to, state, dueAt, reply };
    });
  }

  private async owe(receipts: readonly SandboxReceipt[]): Promise<void> {
    await this.receipts.add(receipts);
    setImmediate(() => this.handOut());
  }

  private handOut(): void {
    this.isAsked = true;
    this.handing ??= this.handOutDue().finally(() => (this.handing = null));
  }

  private async handOutDue(): Promise<void> {
    try {
      while (this.isAsked) {
        this.isAsked = false;
        const due = await this.receipts.due(this.carrierId, this.clock.now(), BATCH);
        await Promise.all(due.map((receipt) => this.send(receipt)));
        await this.receipts.remove(
          this.carrierId,
          due.map(({ carrierMessageId }) => carrierMessageId),
        );
        this.isAsked ||= due.length === BATCH;
      }
    } catch (error) {
      this.log.failed(error, this.carrierId);
    }
  }

  private async send({ carrierMessageId, from, to, state, reply }: SandboxReceipt): Promise<void> {
    const at = this.clock.now();
    const report: DeliveryReport = { carrierMessageId, from, to, state, code: null, at };
    await this.inbox.receipt(this.carrierId, report);
    if (reply === null) return;
    const one = { reference: null, part: 1, parts: 1, receivedAt: at, encoding: 'gsm7' } as const;
    const inbound = { carrierMessageId: `${carrierMessageId}.reply`, from: to, to: from, text: reply };
    await this.inbox.part(this.carrierId, { ...inbound, ...one });
  }
}
