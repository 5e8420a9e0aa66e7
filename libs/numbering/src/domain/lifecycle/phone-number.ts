import { CommonErrors, newId, type NumberType, unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import type { Change } from '../actor';
import {
  afterPayment,
  afterRefusal,
  attemptDueAt,
  FAILED_ATTEMPTS_MAX,
  monthsAfter,
  unpaidReleaseAt,
} from '../billing-cycle';
import { type Description, distinctTags, searchTextOf } from './description';
import { type Bundle, requireApproved, requireFitting, requireUsable } from './bundle';
import { NumberingErrors } from '../errors';
import type { Capability } from '../offer';
import type { FulfilledOrder, Purchase } from './purchase';
import { isOperators } from '../stock';
import { NO_ROUTE, type Route, type RouteChange, routeMembers } from './route';

export const NUMBER_STATUSES = ['active', 'pending_documents', 'suspended', 'released'] as const;
export type NumberStatus = (typeof NUMBER_STATUSES)[number];

/** Why a number is suspended. It resumes when the last reason is cleared (docs/numbers.md#suspension). */
export const SUSPENSION_REASONS = ['non_payment', 'account', 'compliance', 'supplier'] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];

export interface PriceAnnouncement {
  readonly priceCents: number;
  readonly at: Date;
  readonly repricingId: string;
}

const NO_PRICE_CHANGE = { nextMonthlyPriceCents: null, priceChangesAt: null, repricingId: null, repricingIds: [] };

/** The effect of a price of `priceCents` from a time on. */
export function announcementOf(
  { monthlyPriceCents, nextMonthlyPriceCents, priceChangesAt }: AnnouncedPrice,
  priceCents: number,
  at: Date,
): 'none' | 'announce' | 'withdraw' {
  if (priceCents === monthlyPriceCents) return nextMonthlyPriceCents === null ? 'none' : 'withdraw';
  const isAnnounced = nextMonthlyPriceCents === priceCents && priceChangesAt !== null && priceChangesAt <= at;
  return isAnnounced ? 'none' : 'announce';
}

type AnnouncedPrice = Pick<PhoneNumber, 'monthlyPriceCents' | 'nextMonthlyPriceCents' | 'priceChangesAt'>;

export class PhoneNumber {
  readonly id!: string;
  readonly accountId!: string;
  readonly orderId!: string;
  readonly supplier!: string;
  readonly supplierNumberRef!: string | null;
  readonly e164!: string;
  readonly country!: string;
  readonly numberType!: NumberType;
  readonly areaCode!: string | null;
  readonly region!: string | null;
  readonly city!: string | null;
  readonly capabilities!: readonly Capability[];
  readonly monthlyPriceCents!: number;
  readonly setupPriceCents!: number;
  /** What the supplier charges; null for numbers from before costs were kept, which were sold at cost. */
  readonly monthlyCostCents!: number | null;
  readonly setupCostCents!: number | null;
  /** The announced price of months that start at or after `priceChangesAt`; null when none is announced. */
  readonly nextMonthlyPriceCents!: number | null;
  readonly priceChangesAt!: Date | null;
  /** The repricing that decides it: it announced the price, or that the price stays. */
  readonly repricingId!: string | null;
  /** All repricings of the number since its price changed last, in their order. One decides again if those after it are withdrawn. */
  readonly repricingIds!: readonly string[];
  readonly status!: NumberStatus;
  readonly suspendedFor!: readonly SuspensionReason[];
  readonly requiresActivation!: boolean;
  readonly assignedAt!: Date;
  /** Start of the first month. Its day is the billing day. */
  readonly billingAnchorAt!: Date;
  /** Months paid, including the first one. */
  readonly billedMonths!: number;
  readonly nextBillingAt!: Date;
  readonly failedBillingAttempts!: number;
  readonly lastBillingAttemptAt!: Date | null;
  readonly lastBillingFailureCode!: string | null;
  readonly releaseScheduledAt!: Date | null;
  readonly releasedAt!: Date | null;
  /** When the supplier is notified of the release; null when it need not be. */
  readonly supplierReleaseDueAt!: Date | null;
  readonly trunkId!: string | null;
  readonly routingProfileId!: string | null;
  readonly complianceBundleId!: string | null;
  readonly deletionLock!: boolean;
  readonly label!: string | null;
  readonly tags!: readonly string[];
  readonly notes!: string | null;
  /** In which a search finds the label, the tags and the notes; null for a number without any. */
  readonly searchText!: string | null;
  /** Whether requests of other carriers for the number are refused. */
  readonly portOutLock!: boolean;
  /** Of the PIN without which no other carrier takes the number; null for a number without one. */
  readonly portOutPinHash!: string | null;
  /** When the number leaves for another carrier; null unless a port-out is pending. */
  readonly portOutAt!: Date | null;
  /** Receives the messages of the number, beside the webhook endpoints of the account; null: nothing does. */
  readonly smsWebhookUrl!: string | null;
  readonly updatedAt!: Date;

  private constructor(state: Partial<PhoneNumber>) {
    Object.assign(this, state);
  }

  /** Creates the number of an order. The first month is paid, and the next one is due in a month; else the first one is due now. */
  static assign(order: FulfilledOrder, purchase: Purchase, now: Date): PhoneNumber {
    const { accountId, supplier, country, numberType, areaCode, region, city, capabilities } = order;
    const { monthlyPriceCents, setupPriceCents, monthlyCostCents, setupCostCents } = order;
    const { trunkId, routingProfileId, complianceBundleId } = order;
    const { e164, supplierNumberRef, usable, isUnpaid = false } = purchase;
    const billedMonths = isUnpaid ? 0 : 1;
    return new PhoneNumber({
      id: newId('num'),
      accountId,
      orderId: order.id,
      supplier,
      supplierNumberRef,
      e164,
      country,
      numberType,
      areaCode,
      region,
      city,
      capabilities,
      monthlyPriceCents,
      setupPriceCents,
      monthlyCostCents,
      setupCostCents,
      ...NO_PRICE_CHANGE,
      status: usable ? 'active' : 'pending_documents',
      suspendedFor: [],
      // Some suppliers require documents that their catalog does not mention.
      requiresActivation: order.requiresActivation || !usable,
      assignedAt: now,
      billingAnchorAt: now,
      billedMonths,
      nextBillingAt: monthsAfter(now, billedMonths),
      failedBillingAttempts: 0,
      lastBillingAttemptAt: null,
      lastBillingFailureCode: null,
      releaseScheduledAt: null,
      releasedAt: null,
      supplierReleaseDueAt: null,
      trunkId,
      routingProfileId,
      complianceBundleId,
      deletionLock: false,
      label: null,
      tags: [],
      notes: null,
      searchText: null,
      portOutLock: true,
      portOutPinHash: null,
      portOutAt: null,
      smsWebhookUrl: null,
      updatedAt: now,
    });
  }

  get route(): Route {
    return { trunkId: this.trunkId, routingProfileId: this.routingProfileId };
  }

  /** Setting a trunk or a profile clears the other; null clears only the one it names. */
  routeTo(requested: RouteChange, now: Date): Change {
    this.requireLive('routed');
    const set = requested.trunkId ?? requested.routingProfileId;
    const route = set ? { ...NO_ROUTE, ...requested } : { ...this.route, ...requested };
    const change: Change = { action: 'routing_changed', from: routeMembers(this.route), to: routeMembers(route) };
    this.become({ ...route }, now);
    return change;
  }

  relabel(label: string | null, now: Date): Change {
    this.requireLive('labelled');
    const change: Change = { action: 'label_changed', from: { label: this.label }, to: { label } };
    this.describe({ label }, now);
    return change;
  }

  /** Throws `invalid_input` for too many tags. */
  retag(requested: readonly string[], now: Date): Change {
    this.requireLive('tagged');
    const tags = distinctTags(requested);
    const change: Change = { action: 'tags_changed', from: { tags: this.tags }, to: { tags } };
    this.describe({ tags }, now);
    return change;
  }

  annotate(notes: string | null, now: Date): Change {
    this.requireLive('changed');
    const change: Change = { action: 'notes_changed', from: { notes: this.notes }, to: { notes } };
    this.describe({ notes }, now);
    return change;
  }

  private describe(change: Partial<Description>, now: Date): void {
    this.become(change, now);
    this.become({ searchText: searchTextOf(this) }, now);
  }

  /** Null ends deliveries. The URL has been checked. */
  sendMessagesTo(smsWebhookUrl: string | null, now: Date): Change {
    this.requireLive('changed');
    const from = { sms_webhook_url: this.smsWebhookUrl };
    this.become({ smsWebhookUrl }, now);
    return { action: 'sms_webhook_changed', from, to: { sms_webhook_url: smsWebhookUrl } };
  }

  /** Throws `invalid_state` when a release is scheduled. */
  setDeletionLock(deletionLock: boolean, now: Date): Change {
    this.requireLive('locked');
    if (deletionLock && this.releaseScheduledAt) {
      throw CommonErrors.invalid_state({ message: 'A release is scheduled. Cancel it before locking the number.' });
    }
    const change: Change = {
      action: 'deletion_lock_changed',
      from: { deletion_lock: this.deletionLock },
      to: { deletion_lock: deletionLock },
    };
    this.become({ deletionLock }, now);
    return change;
  }

  /** A port-out that is pending goes on. */
  setPortOutLock(portOutLock: boolean, now: Date): Change {
    this.requireLive('locked');
    const from = { port_out_lock: this.portOutLock };
    this.become({ portOutLock }, now);
    return { action: 'port_out_lock_changed', from, to: { port_out_lock: portOutLock } };
  }

  /** Replaces the PIN. The history has the time instead of the PIN. */
  setPortOutPin(portOutPinHash: string, now: Date): Change {
    this.requireLive('ported');
    this.become({ portOutPinHash }, now);
    return { action: 'port_out_pin_set', from: {}, to: { port_out_pin_set_at: unixSeconds(now) } };
  }

  /** Why the number itself refuses to leave, whatever the PIN; null if it does not. */
  get portOutRefusal(): 'not_active' | 'port_out_locked' | null {
    if (this.status === 'pending_documents') return 'not_active';
    return this.portOutLock ? 'port_out_locked' : null;
  }

  /** Sets the time when the number leaves for another carrier. */
  beginPortOut(at: Date, now: Date): Change {
    this.requireLive('ported');
    return this.setPortOutAt('port_out_begun', at, now);
  }

  /** The number stays. */
  endPortOut(now: Date): Change {
    return this.setPortOutAt('port_out_refused', null, now);
  }

  private setPortOutAt(action: 'port_out_begun' | 'port_out_refused', at: Date | null, now: Date): Change {
    const from = { port_out_at: unixSecondsOrNull(this.portOutAt) };
    this.become({ portOutAt: at }, now);
    return { action, from, to: { port_out_at: unixSecondsOrNull(at) } };
  }

  /**
   * Attaches a bundle, or detaches it with null. The bundle must match the number and be approved, or submitted while the
   * number does not depend on it. Does not activate the number.
   */
  attachBundle(bundle: Bundle | null, now: Date): Change {
    this.requireLive('changed');
    if (bundle) {
      requireFitting(bundle, this);
      if (this.dependsOnBundle) requireApproved(bundle, now);
      else requireUsable(bundle, now);
    } else if (this.dependsOnBundle) {
      throw CommonErrors.invalid_state({
        message: 'This number needs a compliance bundle; attach another one instead.',
      });
    }
    const complianceBundleId = bundle?.id ?? null;
    const from = { compliance_bundle_id: this.complianceBundleId };
    this.become({ complianceBundleId }, now);
    return { action: 'compliance_changed', from, to: { compliance_bundle_id: complianceBundleId } };
  }

  /** Whether the number works only after its supplier has registered the end user: for the first time, or again. */
  get awaitsRegistration(): boolean {
    return (
      this.status === 'pending_documents' || (this.status === 'suspended' && this.suspendedFor.includes('supplier'))
    );
  }

  /** Whether the number works, or has worked, because of an approved bundle. */
  private get dependsOnBundle(): boolean {
    return this.requiresActivation && this.status !== 'pending_documents';
  }

  /**
   * Activates a number that waited for documents. The paid month starts now, and a release scheduled for its end moves
   * with it.
   */
  activate(now: Date): Change {
    if (this.status !== 'pending_documents') throw this.refuse('activated');
    const nextBillingAt = monthsAfter(now, 1);
    const scheduledBefore = this.releaseScheduledAt;
    const releaseScheduledAt = scheduledBefore && nextBillingAt;
    this.become({ status: 'active', billingAnchorAt: now, nextBillingAt, releaseScheduledAt }, now);
    return {
      action: 'activated',
      from: { status: 'pending_documents', ...(scheduledBefore && scheduled(scheduledBefore)) },
      to: { status: 'active', ...(scheduledBefore && scheduled(releaseScheduledAt)) },
    };
  }

  /**
   * Schedules the release for the end of the paid month, or for now when no month is paid. Idempotent. An earlier date, such
   * as that of a suspension for non-payment, stands.
   */
  scheduleRelease(now: Date): Change {
    this.requireReleasable();
    const end = this.nextBillingAt > now ? this.nextBillingAt : now;
    const known = this.releaseScheduledAt;
    const releaseScheduledAt = known && known < end ? known : end;
    this.become({ releaseScheduledAt }, now);
    return { action: 'release_scheduled', from: scheduled(known), to: scheduled(releaseScheduledAt) };
  }

  cancelRelease(now: Date): Change {
    this.requireLive('kept');
    const { releaseScheduledAt } = this;
    if (!releaseScheduledAt) throw NumberingErrors.release_not_scheduled();
    // A release for non-payment is cancelled by paying.
    if (this.suspendedFor.includes('non_payment')) {
      throw NumberingErrors.insufficient_balance({
        message: 'A month of this number is unpaid. Reactivate the number instead.',
      });
    }
    this.become({ releaseScheduledAt: null }, now);
    return { action: 'release_taken_back', from: scheduled(releaseScheduledAt), to: scheduled(null) };
  }

  /** Throws `number_locked` or `invalid_state` when the customer may not release the number. */
  requireReleasable(): void {
    this.requireLive('released');
    if (this.deletionLock) throw NumberingErrors.number_locked();
  }

  /**
   * Adds a suspension reason. Returns null when the number has it already, waits for documents, or is released.
   */
  suspend(reason: SuspensionReason, now: Date): Change | null {
    const isSuspendable = this.status === 'active' || this.status === 'suspended';
    if (!isSuspendable || this.suspendedFor.includes(reason)) return null;
    return this.setSuspension('suspended', [...this.suspendedFor, reason], now);
  }

  /** Clears a suspension reason, and resumes the number when it was the last one. Returns null when it was not set. */
  resume(reason: SuspensionReason, now: Date): Change | null {
    if (this.status !== 'suspended' || !this.suspendedFor.includes(reason)) return null;
    const left = this.suspendedFor.filter((each) => each !== reason);
    return this.setSuspension('resumed', left, now);
  }

  private setSuspension(action: 'suspended' | 'resumed', suspendedFor: readonly SuspensionReason[], now: Date): Change {
    const from = { status: this.status, suspended_for: this.suspendedFor };
    this.become({ status: suspendedFor.length > 0 ? 'suspended' : 'active', suspendedFor }, now);
    return { action, from, to: { status: this.status, suspended_for: suspendedFor } };
  }

  /** The price of the due month: the announced one if the month starts at or after its time, however late it is charged. */
  get dueMonthPriceCents(): number {
    return this.newPriceOfDueMonth ?? this.monthlyPriceCents;
  }

  private get newPriceOfDueMonth(): number | null {
    const { nextMonthlyPriceCents: price, priceChangesAt: at } = this;
    return price !== null && at !== null && at <= this.nextBillingAt ? price : null;
  }

  /** Announces a monthly price. Returns null when that changes nothing: the price stays, or is announced for then or earlier. */
  announcePrice(announcement: PriceAnnouncement, now: Date): Change | null {
    this.requireLive('repriced');
    return this.reprice(() => this.announce(announcement, now));
  }

  /**
   * Withdraws the price of the repricing that decides. `others`: what those of `repricingIds` announce that are not withdrawn, in
   * their order. Returns null when that changes nothing.
   */
  withdrawPrice(others: readonly PriceAnnouncement[], now: Date): Change | null {
    this.requireLive('repriced');
    return this.reprice(() => {
      this.become(NO_PRICE_CHANGE, now);
      for (const other of others) this.announce(other, now);
    });
  }

  private announce({ priceCents, at, repricingId }: PriceAnnouncement, now: Date): void {
    const announcement = announcementOf(this, priceCents, at);
    const isFirst = this.repricingId === null;
    if (isFirst && announcement === 'none') return;
    const repricingIds = [...this.repricingIds, repricingId];
    if (announcement === 'none') this.become({ repricingIds }, now);
    else if (announcement === 'withdraw') this.become({ ...NO_PRICE_CHANGE, repricingId, repricingIds }, now);
    else this.become({ nextMonthlyPriceCents: priceCents, priceChangesAt: at, repricingId, repricingIds }, now);
  }

  private reprice(work: () => void): Change | null {
    const from = this.announced;
    work();
    const to = this.announced;
    const { next_monthly_price_cents: price, price_changes_at: at } = to;
    if (price === from.next_monthly_price_cents && at === from.price_changes_at) return null;
    return { action: price === null ? 'price_withdrawn' : 'price_announced', from, to };
  }

  private get announced() {
    const { nextMonthlyPriceCents, priceChangesAt } = this;
    return { next_monthly_price_cents: nextMonthlyPriceCents, price_changes_at: unixSecondsOrNull(priceChangesAt) };
  }

  /** Whether the next charge is due. Numbers that wait for documents, or whose release or port-out is due, are not charged. */
  isBillingDue(now: Date): boolean {
    const isBilled = this.status === 'active' || this.status === 'suspended';
    const isKept = [this.releaseScheduledAt, this.portOutAt].every((at) => at === null || at > now);
    return isBilled && isKept && attemptDueAt(this) <= now;
  }

  /** Throws `invalid_state` unless the number is suspended for non-payment. */
  requireUnpaid(): void {
    if (this.suspendedFor.includes('non_payment') && this.status === 'suspended') return;
    throw CommonErrors.invalid_state({ message: `The number is ${this.status}, not suspended for non-payment.` });
  }

  /** Records a payment. Ends a suspension for non-payment and its release; returns null when there was none. */
  billed(now: Date): Change | null {
    this.requireLive('billed');
    const change = this.resume('non_payment', now);
    const monthlyPriceCents = this.newPriceOfDueMonth;
    if (monthlyPriceCents !== null) {
      // Numbers from before costs were kept were sold at cost.
      const monthlyCostCents = this.monthlyCostCents ?? this.monthlyPriceCents;
      this.become({ ...NO_PRICE_CHANGE, monthlyPriceCents, monthlyCostCents }, now);
    }
    this.become({ ...afterPayment(this, now), ...(change && { releaseScheduledAt: null }) }, now);
    return change;
  }

  /** Records a failed attempt. Returns null unless it suspends the number. */
  billingFailed(code: string, now: Date): Change | null {
    this.requireLive('billed');
    this.become(afterRefusal(this, code, now), now);
    if (this.failedBillingAttempts < FAILED_ATTEMPTS_MAX) return null;
    const change = this.suspend('non_payment', now);
    if (change) this.become({ releaseScheduledAt: unpaidReleaseAt(this.releaseScheduledAt, now) }, now);
    return change;
  }

  /**
   * Releases the number. The supplier is notified afterwards, unless the number is moved to another account or leaves for another
   * carrier. Numbers of the operator's have no supplier to notify.
   */
  release(now: Date, isMoved = false): Change {
    this.requireLive('released');
    const from = { status: this.status };
    const isKept = isMoved || this.portOutAt !== null || isOperators(this.supplier);
    const supplierReleaseDueAt = isKept ? null : now;
    this.become(
      {
        ...NO_PRICE_CHANGE,
        ...{ status: 'released', releasedAt: now, releaseScheduledAt: null, portOutAt: null, smsWebhookUrl: null },
        supplierReleaseDueAt,
      },
      now,
    );
    return { action: 'released', from, to: { status: 'released' } };
  }

  private requireLive(verb: string): void {
    if (this.status === 'released') throw this.refuse(verb);
  }

  private refuse(verb: string): Error {
    return CommonErrors.invalid_state({ message: `A number that is ${this.status} cannot be ${verb}.` });
  }

  private become(change: Partial<PhoneNumber>, now: Date): void {
    Object.assign(this, change, { updatedAt: now });
  }
}

const scheduled = (at: Date | null) => ({ release_scheduled_at: unixSecondsOrNull(at) });
