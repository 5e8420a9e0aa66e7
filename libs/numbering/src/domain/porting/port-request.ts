import { addDays, CommonErrors, newId, type PortReasonCode, type PortStatus } from '@trunkline/kernel';
import type { Actor } from '../actor';
import type { Capability } from '../offer';
import type { PortPurpose } from './coverage';
import { NO_ROUTE, type Route, type RouteChange } from '../lifecycle/route';

/** The statuses of a port that runs: its fee is held, and the account cannot be closed. */
export const RUNNING_PORT_STATUSES = ['submitted', 'in_process', 'exception', 'foc_confirmed'] as const;

/** What an operator may move a port to. */
export const OPERATOR_PORT_STATUSES = [
  'in_process',
  'exception',
  'foc_confirmed',
  'ported',
  'rejected',
  'cancelled',
] as const;
export type OperatorPortStatus = (typeof OPERATOR_PORT_STATUSES)[number];

/** Every move, by the status before it. See docs/porting.md#states. */
const MOVES: Readonly<Record<PortStatus, readonly PortStatus[]>> = {
  draft: ['submitted'],
  submitted: ['in_process', 'exception', 'foc_confirmed', 'rejected', 'cancelled'],
  in_process: ['exception', 'foc_confirmed', 'rejected', 'cancelled'],
  exception: ['submitted', 'in_process', 'rejected', 'cancelled'],
  // A confirmed date can be replaced by another one.
  foc_confirmed: ['foc_confirmed', 'exception', 'ported', 'rejected', 'cancelled'],
  ported: [],
  rejected: [],
  cancelled: [],
};

/** Until this long before the confirmed date, a customer may cancel: the carriers need a working day. */
const CANCEL_NOTICE_DAYS = 1;

/** A document of the account's compliance documents, and what it is for. */
export interface PortDocument {
  readonly documentId: string;
  readonly purpose: PortPurpose;
}

export const PORT_DOCUMENTS_MAX = 20;

/** What the losing carrier compares with its own records. Sealed at rest, because it is personal. */
export interface PortDetails {
  readonly accountNumber: string | null;
  readonly pin: string | null;
  readonly authorizedPerson: string | null;
  readonly authorizedEmail: string | null;
  readonly billingPhoneE164: string | null;
}

export const NO_PORT_DETAILS: PortDetails = {
  accountNumber: null,
  pin: null,
  authorizedPerson: null,
  authorizedEmail: null,
  billingPhoneE164: null,
};

/** What a customer sets of a port, besides its numbers. */
export interface PortSettings extends PortDetails, Route {
  readonly losingCarrier: string | null;
  readonly endUserId: string | null;
  readonly requestedFocAt: Date | null;
  /** Whether numbers may be ported if others of the request are rejected. */
  readonly partial: boolean;
  readonly customerReference: string | null;
}

export const PORT_DEFAULTS: PortSettings = {
  ...NO_PORT_DETAILS,
  ...NO_ROUTE,
  losingCarrier: null,
  endUserId: null,
  requestedFocAt: null,
  partial: false,
  customerReference: null,
};

/** How the operator wants the numbers to be assigned. */
export interface PortTerms {
  /** The carrier that delivers the inbound calls of the numbers; null for any. */
  readonly carrierId: string | null;
  /** Null: by the operator's rules of prices. */
  readonly monthlyPriceCents: number | null;
  readonly capabilities: readonly Capability[];
}

const DEFAULT_TERMS: PortTerms = { carrierId: null, monthlyPriceCents: null, capabilities: ['voice'] };

/** A move by the operator. */
export interface PortTransition extends Partial<PortTerms> {
  readonly status: OperatorPortStatus;
  readonly focAt?: Date;
  /** Whether the numbers are activated at `focAt` without the operator. */
  readonly autoActivate?: boolean;
  readonly exceptionCode?: PortReasonCode;
  readonly message?: string;
}

/** Numbers that an account brings from another carrier. See docs/porting.md. */
export class PortRequest {
  readonly id!: string;
  readonly accountId!: string;
  readonly country!: string;
  readonly status!: PortStatus;
  readonly losingCarrier!: string | null;
  readonly details!: PortDetails;
  readonly endUserId!: string | null;
  readonly requestedFocAt!: Date | null;
  readonly partial!: boolean;
  readonly trunkId!: string | null;
  readonly routingProfileId!: string | null;
  readonly customerReference!: string | null;
  readonly documents!: readonly PortDocument[];
  readonly exceptionCode!: PortReasonCode | null;
  readonly exceptionMessage!: string | null;
  /** The date that the losing carrier has confirmed. */
  readonly focAt!: Date | null;
  readonly autoActivate!: boolean;
  readonly carrierId!: string | null;
  readonly monthlyPriceCents!: number | null;
  readonly capabilities!: readonly Capability[];
  /** Fee of all numbers; null until the request is submitted. */
  readonly feeCents!: number | null;
  /** The hold of the fee; null without a fee. */
  readonly holdId!: string | null;
  readonly createdBy!: Actor;
  readonly createdAt!: Date;
  readonly updatedAt!: Date;
  /** When it was last submitted. */
  readonly submittedAt!: Date | null;
  /** How many times it was submitted. */
  readonly submissions!: number;
  /** When it was ported, rejected or cancelled. */
  readonly completedAt!: Date | null;

  private constructor(state: Partial<PortRequest>) {
    Object.assign(this, state);
  }

  static create(
    accountId: string,
    country: string,
    settings: PortSettings,
    { actor, now }: { readonly actor: Actor; readonly now: Date },
  ): PortRequest {
    const { accountNumber, pin, authorizedPerson, authorizedEmail, billingPhoneE164, ...plain } = settings;
    return new PortRequest({
      ...plain,
      ...DEFAULT_TERMS,
      id: newId('port'),
      accountId,
      country,
      status: 'draft',
      details: { accountNumber, pin, authorizedPerson, authorizedEmail, billingPhoneE164 },
      documents: [],
      exceptionCode: null,
      exceptionMessage: null,
      focAt: null,
      autoActivate: false,
      feeCents: null,
      holdId: null,
      createdBy: actor,
      createdAt: now,
      updatedAt: now,
      submittedAt: null,
      submissions: 0,
      completedAt: null,
    });
  }

  get route(): Route {
    return { trunkId: this.trunkId, routingProfileId: this.routingProfileId };
  }

  get isRunning(): boolean {
    return (RUNNING_PORT_STATUSES as readonly PortStatus[]).includes(this.status);
  }

  /** Throws `invalid_state` unless the customer may change the request. */
  requireEditable(): void {
    if (this.status !== 'draft' && this.status !== 'exception') throw this.refuse('changed');
  }

  /** Throws `invalid_state` unless the request was never submitted. */
  requireDraft(verb: string): void {
    if (this.status !== 'draft') throw this.refuse(verb);
  }

  /** Throws `invalid_state` for a draft, which the operator does not see. */
  requireSubmitted(verb: string): void {
    if (this.status === 'draft') throw this.refuse(verb);
  }

  /** Changes the members that are sent. Setting a trunk or a profile clears the other. */
  change(change: Partial<PortSettings>, now: Date): void {
    this.requireEditable();
    const { accountNumber, pin, authorizedPerson, authorizedEmail, billingPhoneE164, ...plain } = change;
    const details = { accountNumber, pin, authorizedPerson, authorizedEmail, billingPhoneE164 };
    this.become({ ...plain, ...routeAfter(change), details: { ...this.details, ...given(details) } }, now);
  }

  /** Idempotent. Throws `invalid_state`. */
  attach(document: PortDocument, now: Date): void {
    this.requireEditable();
    if (this.documents.some((each) => isSame(each, document))) return;
    if (this.documents.length >= PORT_DOCUMENTS_MAX) {
      throw CommonErrors.invalid_state({ message: `A port has at most ${PORT_DOCUMENTS_MAX} documents.` });
    }
    this.become({ documents: [...this.documents, document] }, now);
  }

  /** Removes a document from the request, for every purpose. Throws `not_found` if the request does not have it. */
  detach(documentId: string, now: Date): void {
    this.requireEditable();
    const documents = this.documents.filter((each) => each.documentId !== documentId);
    if (documents.length === this.documents.length) throw CommonErrors.not_found();
    this.become({ documents }, now);
  }

  /** Sends the request, or sends it again after an exception. The first submission fixes the fee. */
  submit(fee: { readonly feeCents: number; readonly holdId: string | null } | null, now: Date): void {
    this.requireMove('submitted');
    this.become(
      {
        ...fee,
        status: 'submitted',
        submittedAt: now,
        submissions: this.submissions + 1,
        exceptionCode: null,
        exceptionMessage: null,
      },
      now,
    );
  }

  /** Cancels the request for the customer: until a day before the confirmed date. Throws `invalid_state`. */
  cancel(now: Date): void {
    this.requireMove('cancelled');
    if (this.status === 'foc_confirmed' && this.focAt !== null && this.focAt < addDays(now, CANCEL_NOTICE_DAYS)) {
      throw CommonErrors.invalid_state({
        message: 'The port is less than a day ahead. Ask for its cancellation in a comment.',
      });
    }
    this.become({ status: 'cancelled', completedAt: now, autoActivate: false, ...this.withoutPin() }, now);
  }

  /** Carries out a move of the operator, or of the date that it has confirmed. Throws `invalid_state`. */
  transition({ status, focAt, autoActivate, exceptionCode, message, ...terms }: PortTransition, now: Date): void {
    this.requireMove(status);
    this.become(
      {
        ...given(terms),
        ...reasonOf({ status, exceptionCode, message }),
        status,
        focAt: focOf(status, focAt ?? this.focAt),
        autoActivate: status === 'foc_confirmed' && (autoActivate ?? this.autoActivate),
        ...(MOVES[status].length === 0 && { completedAt: now, ...this.withoutPin() }),
      },
      now,
    );
  }

  /** The PIN has served when the port has ended. */
  private withoutPin() {
    return { details: { ...this.details, pin: null } };
  }

  private requireMove(to: PortStatus): void {
    if (MOVES[this.status].includes(to)) return;
    throw CommonErrors.invalid_state({ message: `A port that is ${this.status} cannot become ${to}.` });
  }

  private refuse(verb: string): Error {
    return CommonErrors.invalid_state({ message: `A port that is ${this.status} cannot be ${verb}.` });
  }

  private become(change: Partial<PortRequest>, now: Date): void {
    Object.assign(this, change, { updatedAt: now });
  }
}

/** A port that goes back loses its confirmed date. */
function focOf(status: OperatorPortStatus, focAt: Date | null): Date | null {
  return status === 'in_process' || status === 'exception' ? null : focAt;
}

/** Exceptions and rejections have a code. */
function reasonOf({ status, exceptionCode, message }: PortTransition) {
  const isRefused = status === 'exception' || status === 'rejected';
  if (!isRefused && status !== 'cancelled') return { exceptionCode: null, exceptionMessage: null };
  return { exceptionCode: exceptionCode ?? (isRefused ? 'other' : null), exceptionMessage: message ?? null } as const;
}

function routeAfter(change: RouteChange): RouteChange {
  const { trunkId, routingProfileId } = change;
  return (trunkId ?? routingProfileId) ? { ...NO_ROUTE, ...given({ trunkId, routingProfileId }) } : {};
}

function isSame(a: PortDocument, b: PortDocument): boolean {
  return a.documentId === b.documentId && a.purpose === b.purpose;
}

/** Returns the members that are not undefined. */
function given<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
