import type { Clock } from '@trunkline/kernel';
import type { Log } from '@trunkline/platform';
import type { CarrierInbox } from '../../application/carriers/ports';

/** A carrier as SMPP needs it. See docs/messages.md#smpp. */
export interface SmppSettings {
  readonly carrierId: string;
  readonly host: string;
  readonly port: number;
  /** Encrypts, and checks the certificate against the host. */
  readonly tls: boolean;
  /** Certificates (PEM) that are trusted instead of Node's. Undefined: Node's. */
  readonly trusted?: string;
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  /** A pair sends over a transmitter and receives over a receiver. */
  readonly bind: 'transceiver' | 'pair';
  /** Parts that may await their answers. */
  readonly window: number;
  /** Parts sent in any second. */
  readonly perSecond: number;
  /** Of senders in E.164. */
  readonly sourceTon: number;
  readonly sourceNpi: number;
  /** Of GSM-7. */
  readonly dataCoding: number;
}

/** What a link reports. */
export interface SmppObserver {
  /** The carrier had too much to do. */
  throttled(): void;
  /** Keeps a PDU that cannot be read. Returns after it is committed. */
  unreadable(octets: Buffer, reason: string): Promise<void>;
  closed(): void;
}

export interface SmppSurroundings {
  readonly inbox: CarrierInbox;
  readonly observer: SmppObserver;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds. Pairs are the first and the longest of growing pauses. */
export interface SmppTimings {
  readonly connectMs: number;
  readonly requestMs: number;
  /** Between questions whether the carrier is alive, and for its answer. */
  readonly enquireMs: number;
  readonly enquireAnswerMs: number;
  readonly unbindMs: number;
  /** For what is in flight when the link is closed. */
  readonly closeMs: number;
  /** For messages of which a part was sent, when the operator changes, disables or deletes the carrier. */
  readonly drainMs: number;
  readonly reconnectMs: readonly [number, number];
  /** After a carrier refused the credentials. */
  readonly refusedMs: readonly [number, number];
  /** A bind that lasted this long starts with the first pause again. */
  readonly stableMs: number;
  /** After a carrier had too much to do. */
  readonly throttledMs: readonly [number, number];
  /** After a carrier could not take a part for the time being. */
  readonly laterMs: number;
  /** How long the rest of a message waits whose first parts were taken. */
  readonly restMs: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

export const SMPP_TIMINGS: SmppTimings = {
  connectMs: 10 * SECOND_MS,
  requestMs: 30 * SECOND_MS,
  enquireMs: 30 * SECOND_MS,
  enquireAnswerMs: 10 * SECOND_MS,
  unbindMs: 3 * SECOND_MS,
  closeMs: 10 * SECOND_MS,
  drainMs: MINUTE_MS,
  reconnectMs: [SECOND_MS, MINUTE_MS],
  refusedMs: [5 * MINUTE_MS, 60 * MINUTE_MS],
  stableMs: 30 * SECOND_MS,
  throttledMs: [SECOND_MS, 30 * SECOND_MS],
  laterMs: 5 * SECOND_MS,
  restMs: MINUTE_MS,
};

/** Pauses that double from the first to the longest one, with a jitter: each lasts between half of it and all of it. */
export class GrowingPauses {
  private count = 0;

  constructor(private readonly range: readonly [number, number]) {}

  next(): number {
    const [first, longest] = this.range;
    const full = Math.min(first * 2 ** this.count, longest);
    this.count += 1;
    return (full * (1 + Math.random())) / 2;
  }

  reset(): void {
    this.count = 0;
  }
}
