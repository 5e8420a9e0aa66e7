import type {
  CarrierLink,
  DeliveryReport,
  HeldCarrier,
  HeldCarriers,
  LinkState,
  OutboundMessage,
  ReportedState,
  SubmitOutcome,
} from '../application/carriers/ports';
import { aMessagingCarrier } from './samples';

/** What happens to a message that is handed to a carrier. `answer_lost`: it is taken, `never_arrived`: it is not. */
export type Fate = 'accepted' | 'refused' | 'busy' | 'unreachable' | 'answer_lost' | 'never_arrived';

export interface TakenMessage {
  readonly carrierId: string;
  readonly message: OutboundMessage;
  readonly carrierMessageIds: readonly string[];
}

const BUSY_MS = 1;

/** Carriers outside the process: they keep what they took when a worker is killed. */
export class ScriptedNetwork {
  readonly taken: TakenMessage[] = [];
  /** Every message that was handed over, taken or not. */
  readonly submitted: { readonly carrierId: string; readonly id: string }[] = [];
  readonly down = new Set<string>();
  /** Decides a submission. Default: accepted. */
  fateOf: (message: OutboundMessage, carrierId: string) => Fate = () => 'accepted';
  /** Runs after a message was taken and before its carrier answers. */
  beforeAnswer: (taken: TakenMessage) => Promise<void> = () => Promise.resolve();
  /** What a query of a message returns. */
  answerOf: (carrierMessageId: string) => ReportedState | null = () => null;
  private sequence = 0;

  constructor(readonly carrierIds: readonly string[]) {}

  async submit(carrierId: string, message: OutboundMessage): Promise<SubmitOutcome> {
    if (this.down.has(carrierId)) return { kind: 'unreachable' };
    this.submitted.push({ carrierId, id: message.id });
    const fate = this.fateOf(message, carrierId);
    if (fate === 'refused') return { kind: 'refused', code: '11', errorCode: 'recipient_invalid' };
    if (fate === 'busy') return { kind: 'busy', retryAfterMs: BUSY_MS };
    if (fate === 'unreachable') return { kind: 'unreachable' };
    if (fate === 'never_arrived') return { kind: 'unknown', carrierMessageIds: [] };
    const carrierMessageIds = message.parts.map(() => `${carrierId}-${String(++this.sequence)}`);
    const taken = { carrierId, message, carrierMessageIds };
    this.taken.push(taken);
    await this.beforeAnswer(taken);
    return fate === 'answer_lost'
      ? { kind: 'unknown', carrierMessageIds: carrierMessageIds.slice(0, -1) }
      : { kind: 'accepted', carrierMessageIds };
  }

  /** Returns the receipts of a message. */
  reportsOf({ message, carrierMessageIds }: TakenMessage, state: ReportedState, at: Date): DeliveryReport[] {
    const { from, to } = message;
    return carrierMessageIds.map((carrierMessageId) => ({ carrierMessageId, from, to, state, code: '000', at }));
  }
}

/** Links of one worker to the carriers of a network. `isAlive` turns false when the worker is killed. */
export class ScriptedCarriers implements HeldCarriers {
  private readonly held: readonly HeldCarrier[];

  constructor(
    network: ScriptedNetwork,
    worker: string,
    { window = 10, isAlive = () => true }: { readonly window?: number; readonly isAlive?: () => boolean } = {},
  ) {
    this.held = network.carrierIds.map((id) => ({
      carrier: aMessagingCarrier({ id, name: id, protocol: 'sandbox' }),
      link: new ScriptedLink(network, id, isAlive),
      window,
      lease: `${worker}:${id}`,
    }));
  }

  keep(): Promise<readonly HeldCarrier[]> {
    return Promise.resolve(this.held);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

class ScriptedLink implements CarrierLink {
  private readonly since = new Date(0);

  constructor(
    private readonly network: ScriptedNetwork,
    private readonly carrierId: string,
    private readonly isAlive: () => boolean,
  ) {}

  get state(): LinkState {
    const connected = this.isAlive() && !this.network.down.has(this.carrierId);
    return { connected, since: this.since, lastError: null, lagMs: null, inFlight: 0 };
  }

  /** A killed worker sends nothing, and hears no answer. */
  async submit(message: OutboundMessage): Promise<SubmitOutcome> {
    if (!this.isAlive()) return new Promise<never>(() => undefined);
    const outcome = await this.network.submit(this.carrierId, message);
    return this.isAlive() ? outcome : new Promise<never>(() => undefined);
  }

  query(carrierMessageId: string): Promise<DeliveryReport | null> {
    const state = this.network.answerOf(carrierMessageId);
    const unknown = { from: null, to: null, code: null, at: null };
    return Promise.resolve(state === null ? null : { carrierMessageId, state, ...unknown });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
