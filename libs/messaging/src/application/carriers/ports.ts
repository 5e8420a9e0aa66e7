import type { CarrierOptions, CarrierProtocolName } from '../../domain/carriers/carrier';
import type { Encoding } from '../../domain/text/parts';
import type { MessageErrorCode } from '../../domain/message-errors';

/** A carrier of text messages, as its protocol needs it. */
export interface MessagingCarrier extends CarrierOptions {
  readonly id: string;
  readonly password: string | null;
}

export interface MessagePart {
  /** Text of this part alone. */
  readonly text: string;
}

export interface OutboundMessage {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly parts: readonly MessagePart[];
  readonly encoding: Encoding;
  /** Whether the message answers STOP, START or HELP. */
  readonly automatic: boolean;
}

/** Ids of the first parts of a message that the carrier took before it did not take another: the message is sent again whole. */
interface GivenUp {
  readonly givenUpIds?: readonly string[];
}

export type SubmitOutcome =
  /** An id per part, except for parts to which the carrier gave none. */
  | { readonly kind: 'accepted'; readonly carrierMessageIds: readonly string[] }
  /** Permanent: another carrier may be tried. */
  | ({ readonly kind: 'refused'; readonly code: string; readonly errorCode: MessageErrorCode } & GivenUp)
  /** Throttled, or its queue is full. */
  | ({ readonly kind: 'busy'; readonly retryAfterMs: number } & GivenUp)
  /** The last part was not sent: safe to try elsewhere. */
  | ({ readonly kind: 'unreachable' } & GivenUp)
  /** The last part was sent and its answer is missing. The ids are those of the parts before it. */
  | { readonly kind: 'unknown'; readonly carrierMessageIds: readonly string[] };

export const REPORTED_STATES = ['accepted', 'delivered', 'undelivered', 'rejected', 'expired', 'unknown'] as const;
export type ReportedState = (typeof REPORTED_STATES)[number];

export interface DeliveryReport {
  /** Of an answer that came after its time-out, whose message the link knows. */
  readonly messageId?: string;
  readonly carrierMessageId: string | null;
  /** The sender of the message, which is the destination of the receipt. E.164. */
  readonly from: string | null;
  /** The recipient of the message, which is the source of the receipt. E.164. */
  readonly to: string | null;
  readonly state: ReportedState;
  /** As the carrier spells it. */
  readonly code: string | null;
  readonly at: Date | null;
}

export interface InboundPart {
  readonly carrierMessageId: string | null;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly encoding: Encoding;
  /** Of a message in several parts: what they have in common. */
  readonly reference: number | null;
  /** From 1. */
  readonly part: number;
  readonly parts: number;
  readonly receivedAt: Date;
}

/** Shown to operators. */
export interface LinkState {
  readonly connected: boolean;
  readonly since: Date;
  readonly lastError: string | null;
  /** From submission to answer, of the last message; null before the first. */
  readonly lagMs: number | null;
  readonly inFlight: number;
}

/**
 * Why a link ends. `stop`: the worker stops, and what was submitted has seconds to end. `drain`: the operator changes, disables or
 * deletes the carrier; messages of which a part was sent end over the link, and no other is begun. `lost`: another worker may
 * connect to the carrier, so that not even further parts are sent.
 */
export type LinkEnd = 'stop' | 'drain' | 'lost';

/** One connection to a carrier, kept by the worker that holds its lease. */
export interface CarrierLink {
  /** Submits a message with all its parts. Settles once, never throws. */
  submit(message: OutboundMessage): Promise<SubmitOutcome>;
  /** What the carrier knows of a message, or null where the protocol or the carrier cannot be asked. */
  query(carrierMessageId: string, from: string): Promise<DeliveryReport | null>;
  /** Whether messages can be submitted now, since when, and the last failure. */
  readonly state: LinkState;
  /** Lets what is in flight end, as `end` says; by default as when the worker stops. May be called again with a sooner end. */
  close(end?: LinkEnd): Promise<void>;
}

/** What a carrier calls. Each method returns after its effect is committed: only then the protocol acknowledges. */
export abstract class CarrierInbox {
  abstract receipt(carrierId: string, report: DeliveryReport): Promise<void>;
  /** Reassembly and storage are behind it. */
  abstract part(carrierId: string, part: InboundPart): Promise<void>;
}

export interface CarrierProtocol {
  readonly protocol: CarrierProtocolName;
  /** Connects in the background; the state of the link says when it is connected. */
  open(carrier: MessagingCarrier, inbox: CarrierInbox): CarrierLink;
}

/** How this process reaches carriers. */
export abstract class CarrierProtocols {
  abstract readonly all: readonly CarrierProtocol[];
}

/** A carrier whose lease this process holds, with its open link. */
export interface HeldCarrier {
  readonly carrier: MessagingCarrier;
  readonly link: CarrierLink;
  /** Messages that the link may have in flight. */
  readonly window: number;
  /** New for each link that is opened: messages that an earlier link was submitting have an unknown outcome. */
  readonly lease: string;
}

/** The carriers that this process connects to. */
export abstract class HeldCarriers {
  /** Renews leases and takes those that have lapsed, opens and closes links. The pump calls it every second. */
  abstract keep(): Promise<readonly HeldCarrier[]>;
  /** Closes the links and releases the leases. */
  abstract close(): Promise<void>;
}

/** Which carriers may take a message. */
export abstract class CarrierRoutes {
  /**
   * Returns the enabled carriers that serve the pair, best first: by the length of the prefix, then priority, those that are
   * unhealthy last. From memory, at most five seconds old.
   */
  abstract routesFor(pair: { readonly from: string; readonly to: string }): Promise<readonly string[]>;
  /** Returns the enabled carriers that can take messages now, as those of healthy links. */
  abstract takers(): Promise<ReadonlySet<string>>;
}
