import type { NumberType, Page, PageRequest, PortReasonCode, PortStatus } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { PortChange, PortComment, PortEvent } from '../../domain/porting/port-event';
import type { PortNumber, PortNumberStatus } from '../../domain/porting/port-number';
import type { PortRequest } from '../../domain/porting/port-request';

/** The end users and documents of accounts, from compliance. Both methods prevent removal until the transaction ends. */
export abstract class PortRecords {
  /** Returns those of the account's documents that exist. */
  abstract shareDocuments(accountId: string, ids: readonly string[]): Promise<readonly string[]>;
  /** Returns whether the account has the end user. */
  abstract shareEndUser(accountId: string, id: string): Promise<boolean>;
}

export type PortNumberView = Pick<PortNumber, 'e164' | 'status' | 'reasonCode' | 'numberId'>;

/** What a customer reads of a port. */
export const PORT_MEMBERS = [
  'id',
  'accountId',
  'country',
  'status',
  'losingCarrier',
  'details',
  'endUserId',
  'requestedFocAt',
  'partial',
  'trunkId',
  'routingProfileId',
  'customerReference',
  'documents',
  'exceptionCode',
  'exceptionMessage',
  'focAt',
  'feeCents',
  'createdAt',
  'updatedAt',
  'submittedAt',
  'completedAt',
] as const;

export interface PortView extends Pick<PortRequest, (typeof PORT_MEMBERS)[number]> {
  /** In the order of the request. */
  readonly numbers: readonly PortNumberView[];
}

/** What an operator reads besides. */
export const OPERATOR_PORT_MEMBERS = [
  ...PORT_MEMBERS,
  'autoActivate',
  'carrierId',
  'monthlyPriceCents',
  'capabilities',
  'submissions',
] as const;

export interface OperatorPortView extends Pick<PortRequest, (typeof OPERATOR_PORT_MEMBERS)[number]> {
  readonly numbers: readonly PortNumberView[];
}

export interface PortFilters {
  readonly status?: readonly PortStatus[];
  /** Ports of this number. */
  readonly e164?: string;
}

export interface OperatorPortFilters extends PortFilters {
  readonly accountId?: string;
  readonly country?: readonly string[];
  /** Whether a number was ported that could not be assigned. */
  readonly failed?: boolean;
}

/** Reads ports. Throws `not_found` for those of another account. */
export abstract class PortQueries {
  abstract get(accountId: string, id: string): Promise<PortView>;
  abstract list(accountId: string, filters: PortFilters, page: PageRequest<'created_at'>): Promise<Page<PortView>>;
  /** Throws `not_found` for a draft, which the operator does not see. */
  abstract getForOperator(id: string): Promise<OperatorPortView>;
  /** Lists the ports of all accounts that have been submitted. */
  abstract queue(filters: OperatorPortFilters, page: PageRequest<'submitted_at'>): Promise<Page<OperatorPortView>>;
  /** Lists the timeline. `accountId`: null for the operator. */
  abstract events(accountId: string | null, id: string, page: PageRequest<'at'>): Promise<Page<PortEvent>>;
  /** `accountId`: null for the operator. */
  abstract comments(accountId: string | null, id: string, page: PageRequest<'created_at'>): Promise<Page<PortComment>>;
}

/** What other contexts may know of the ports of an account. */
export abstract class PortDirectory {
  /** Counts the ports that run, or whose numbers are not assigned yet. */
  abstract countRunning(accountId: string): Promise<number>;
  /** Returns whether numbers of a ported request are not assigned yet. */
  abstract isActivating(accountId: string): Promise<boolean>;
  /** Returns whether a draft or a running port has the document. */
  abstract usesDocument(accountId: string, documentId: string): Promise<boolean>;
  /** Returns whether a draft or a running port names the end user. */
  abstract usesEndUser(accountId: string, endUserId: string): Promise<boolean>;
}

/** Moves ports without the operator: nothing outside of the sandbox. */
export abstract class AutomaticPorts {
  abstract move(): Promise<void>;
}

export class NoAutomaticPorts implements AutomaticPorts {
  move(): Promise<void> {
    return Promise.resolve();
  }
}

/** Ports with their numbers. Every method joins the caller's transaction. */
export abstract class PortRepository {
  /** Adds a request with its numbers. Throws `port_already_exists` if the account has an open request for one of them. */
  abstract add(request: PortRequest, numbers: readonly PortNumber[]): Promise<void>;
  abstract save(request: PortRequest): Promise<void>;
  /** Deletes a draft with everything that belongs to it. */
  abstract remove(request: PortRequest): Promise<void>;
  /** Throws `not_found`. */
  abstract get(id: string): Promise<PortRequest>;
  /** Locks a request until the transaction ends. Throws `not_found`. */
  abstract lock(accountId: string, id: string): Promise<PortRequest>;
  /** As `lock`, for a request of any account that has been submitted. */
  abstract lockSubmitted(id: string): Promise<PortRequest>;
  /** Locks the running requests of an account, in the order of their ids. */
  abstract lockRunning(accountId: string): Promise<PortRequest[]>;
  /** Returns the numbers of a request, in its order. */
  abstract numbersOf(requestId: string): Promise<PortNumber[]>;
  /** Replaces the numbers of a locked draft. Throws `port_already_exists`. */
  abstract replaceNumbers(requestId: string, numbers: readonly PortNumber[]): Promise<void>;
  /** Returns those of the numbers that any account has a submitted request for, or this account a draft. */
  abstract findClaimed(
    accountId: string,
    e164s: readonly string[],
    exceptRequestId?: string,
  ): Promise<readonly string[]>;
  /** Claims the numbers of a locked request for its submission, with their fees. Throws `port_already_exists`. */
  abstract claim(requestId: string, fees: ReadonlyMap<NumberType, number>): Promise<void>;
  /** Ends the ports of the numbers that are pending. */
  abstract endPending(
    requestId: string,
    status: Extract<PortNumberStatus, 'rejected' | 'cancelled'>,
    reasonCode: PortReasonCode | null,
  ): Promise<void>;
  /** Lets the numbers that are pending be assigned. Returns how many, and the sum of their fees. */
  abstract activatePending(requestId: string): Promise<{ readonly count: number; readonly feeCents: number }>;
  /** Stores the status of locked numbers. */
  abstract saveNumbers(numbers: readonly PortNumber[]): Promise<void>;
  /** Locks the next number after a position that is to be assigned, except those that are locked. Returns null without one. */
  abstract lockActivating(requestId: string, after: number): Promise<PortNumber | null>;
  /**
   * Lists requests that have numbers to assign, in the order in which they became due. Those that failed become due again after a
   * pause that grows, so that they do not hold back others.
   */
  abstract listActivating(now: Date, limit: number): Promise<readonly string[]>;
  /** The same for requests whose confirmed date has come, and whose numbers are activated without the operator. */
  abstract listDue(now: Date, limit: number): Promise<readonly string[]>;
  /** Lets a request that failed wait: a minute at first, at most an hour. */
  abstract noteFailure(id: string, now: Date): Promise<void>;
  /** Forgets the failures of a request. */
  abstract noteSuccess(id: string): Promise<void>;
  /** Adds an entry to the timeline. Returns its id. */
  abstract addEvent(
    request: Pick<PortRequest, 'id' | 'accountId'>,
    change: PortChange,
    by: { readonly actor: Actor; readonly at: Date },
  ): Promise<string>;
  abstract addComment(comment: PortComment): Promise<void>;
  /** Erases the personal data of the account's ports: the details, the comments, and what operators wrote. Idempotent. */
  abstract erase(accountId: string): Promise<void>;
  /** The same for the account's ports that name the end user. */
  abstract eraseEndUser(accountId: string, endUserId: string): Promise<void>;
}
