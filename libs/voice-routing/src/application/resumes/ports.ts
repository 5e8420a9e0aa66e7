import type { AskedWebhook as AskedFacts, CallDecision, DecidedRoute, RateQuote } from '@trunkline/kernel';
import type { PlanRest } from '../../domain/calls/plan';
import type { Destination } from '../../domain/webhook-answer';
import type { CallKey } from '../calls/ports';
import type { RouteAnswer } from '../calls/route-answer';

/** A webhook that a call has asked, with where it sends the call: null unless it forwards. */
export interface AskedWebhook extends AskedFacts {
  readonly destination: Destination | null;
}

/** A call whose plan contains a webhook. */
export interface ResumableCall extends CallKey {
  readonly decisionId: string;
  readonly node: string;
  readonly accountId: string;
  readonly direction: CallDecision['direction'];
  readonly from: string;
  readonly to: string;
  /** The account's number. */
  readonly e164: string;
  readonly numberId: string | null;
  readonly routingProfileId: string;
  readonly rating: RateQuote;
  readonly routes: readonly DecidedRoute[];
  readonly maxDurationSeconds: number;
  readonly createdAt: Date;
  /** The call has neither ended nor been answered. */
  readonly isLive: boolean;
  /** Null when the plan has ended. */
  readonly rest: PlanRest | null;
  readonly asked: readonly AskedWebhook[];
  /** The last answer; null until the call is resumed. */
  readonly last: { readonly afterTargetId: string; readonly answer: RouteAnswer } | null;
}

export interface Continuation {
  readonly decisionId: string;
  readonly routes: readonly DecidedRoute[];
  readonly maxDurationSeconds: number;
  /** Null leaves the end of the hold, if there is one. */
  readonly heldUntil: Date | null;
  readonly rest: PlanRest | null;
  readonly asked: readonly AskedWebhook[];
  readonly last: NonNullable<ResumableCall['last']>;
}

export abstract class ResumableCalls {
  /** Returns null for a decision without a webhook. */
  abstract find(decisionId: string): Promise<ResumableCall | null>;
  /** As `find`; locks the decision and its call until the transaction ends. */
  abstract lock(decisionId: string): Promise<ResumableCall | null>;
  /**
   * Returns whether the trunk or carrier has reached its limit of concurrent calls, the call excluded. Locks the carrier; the
   * account's wallet must be locked.
   */
  abstract isPeerFull(call: CallKey, route: Pick<DecidedRoute, 'trunkId' | 'carrierId'>, now: Date): Promise<boolean>;
  /** Stores the continued plan. The call takes a slot of the trunk and carrier of its first route. */
  abstract save(continuation: Continuation): Promise<void>;
}

export interface WebhookQuestion {
  readonly accountId: string;
  readonly url: string;
  /** The same for every repetition, so that the receiver recognises it. */
  readonly id: string;
  readonly body: object;
}

/** Asks the URLs of customers during a call. */
export abstract class CallWebhooks {
  /**
   * Posts the signed question and returns the body of a 200 response, or why there is none: within two seconds, and at once
   * when too many questions are outstanding. Call it without a database connection.
   */
  abstract ask(question: WebhookQuestion): Promise<{ readonly body: string } | { readonly failure: string }>;
}

/** The secret that signs the questions of an account. */
export interface WebhookSecret {
  readonly secret: string;
  /** Also signs until `validUntil`. */
  readonly previous: { readonly secret: string; readonly validUntil: Date } | null;
  readonly createdAt: Date;
}

export abstract class WebhookSecrets {
  /** Returns null until the first question or rotation. */
  abstract find(accountId: string): Promise<WebhookSecret | null>;
  /** Returns the account's secret; creates one if there is none. */
  abstract ensure(accountId: string, now: Date): Promise<WebhookSecret>;
  /** As `ensure`; locks the secret until the transaction ends. */
  abstract lock(accountId: string, now: Date): Promise<WebhookSecret>;
  abstract save(accountId: string, secret: WebhookSecret): Promise<void>;
}
