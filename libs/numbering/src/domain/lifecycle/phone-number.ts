import { CommonErrors, newId, unixSeconds } from '@trunkline/kernel';
import type { Change } from '../actor';
import {
  afterPayment,
  afterRefusal,
  attemptDueAt,
  FAILED_ATTEMPTS_MAX,
  monthsAfter,
  unpaidReleaseAt,
} from '../billing/billing-cycle';
import { type Bundle, requireApproved, requireFitting, requireUsable } from './bundle';
import { NumberingErrors } from '../errors';
import type { NumberOrder } from '../orders/number-order';
import type { Capability, NumberType } from '../supply/offer';

export const NUMBER_STATUSES = ['active', 'pending_documents', 'suspended', 'released'] as const;
export type NumberStatus = (typeof NUMBER_STATUSES)[number];

/** Why a number is suspended; it comes back when the last reason is gone. */
export const SUSPENSION_REASONS = ['non_payment', 'account', 'compliance', 'supplier'] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];

/** Where inbound calls go: a trunk, a profile, or nowhere yet; never both. */
export interface Route {
  readonly trunkId: string | null;
  readonly routingProfileId: string | null;
}

/** What is absent stays as it is. */
export type RouteChange = Partial<Route>;

const NOWHERE: Route = { trunkId: null, routingProfileId: null };

/** What a supplier handed over for an order. */
export interface Purchase {
  readonly e164: string;
  /** The supplier's own id of the number. */
  readonly supplierNumberRef: string | null;
  /** False while the supplier waits for documents. */
  readonly usable: boolean;
}

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
  readonly status!: NumberStatus;
  readonly suspendedFor!: readonly SuspensionReason[];
  readonly requiresActivation!: boolean;
  readonly assignedAt!: Date;
  /** Months are counted from here; its day is the day of the month on which the number is billed. */
  readonly billingAnchorAt!: Date;
  /** Months paid for, the first one at the order included. */
  readonly billedMonths!: number;
  readonly nextBillingAt!: Date;
  readonly failedBillingAttempts!: number;
  readonly lastBillingAttemptAt!: Date | null;
  readonly lastBillingFailureCode!: string | null;
  readonly releaseScheduledAt!: Date | null;
  readonly releasedAt!: Date | null;
  /** When the supplier is to be told next of the release; null when there is nothing to tell, or no more. */
  readonly supplierReleaseDueAt!: Date | null;
  readonly trunkId!: string | null;
  readonly routingProfileId!: string | null;
  readonly complianceBundleId!: string | null;
  readonly deletionLock!: boolean;
  readonly label!: string | null;
  readonly updatedAt!: Date;

  private constructor(state: Partial<PhoneNumber>) {
    Object.assign(this, state);
  }

  /** Assigned by an order that has bought it: the first month is paid, the next one is due a month from now. */
  static assign(order: NumberOrder, purchase: Purchase, now: Date): PhoneNumber {
    const { accountId, supplier, country, numberType, areaCode, region, city, capabilities } = order;
    const { monthlyPriceCents, setupPriceCents } = order;
    const { trunkId, routingProfileId, complianceBundleId } = order;
    const { e164, supplierNumberRef, usable } = purchase;
    return new PhoneNumber({
      ...{ id: newId('num'), accountId, orderId: order.id, supplier, supplierNumberRef, e164 },
      ...{ country, numberType, areaCode, region, city, capabilities, monthlyPriceCents, setupPriceCents },
      ...{ status: usable ? 'active' : 'pending_documents', suspendedFor: [] },
      // Some suppliers ask for documents that their catalog said nothing of.
      requiresActivation: order.requiresActivation || !usable,
      ...{ assignedAt: now, billingAnchorAt: now, billedMonths: 1, nextBillingAt: monthsAfter(now, 1) },
      ...{ failedBillingAttempts: 0, lastBillingAttemptAt: null, lastBillingFailureCode: null },
      ...{ releaseScheduledAt: null, releasedAt: null, supplierReleaseDueAt: null },
      ...{ trunkId, routingProfileId, complianceBundleId, deletionLock: false, label: null, updatedAt: now },
    });
  }

  get route(): Route {
    return { trunkId: this.trunkId, routingProfileId: this.routingProfileId };
  }

  /** Setting one of the two clears the other; null clears that one alone (contract, section 9, PATCH routing). */
  routeTo(wanted: RouteChange, now: Date): Change {
    this.requireLive('routed');
    const set = wanted.trunkId ?? wanted.routingProfileId;
    const route = set ? { ...NOWHERE, ...wanted } : { ...this.route, ...wanted };
    const change: Change = { action: 'routing_changed', from: described(this.route), to: described(route) };
    this.become({ ...route }, now);
    return change;
  }

  relabel(label: string | null, now: Date): Change {
    this.requireLive('labelled');
    const change: Change = { action: 'label_changed', from: { label: this.label }, to: { label } };
    this.become({ label }, now);
    return change;
  }

  /** A locked number is not released by mistake. A release that is scheduled must be taken back before locking. */
  lockDeletion(deletionLock: boolean, now: Date): Change {
    this.requireLive('locked');
    if (deletionLock && this.releaseScheduledAt) {
      throw CommonErrors.invalid_state({ message: 'A release is scheduled; take it back before locking the number.' });
    }
    const change: Change = {
      action: 'deletion_lock_changed',
      from: { deletion_lock: this.deletionLock },
      to: { deletion_lock: deletionLock },
    };
    this.become({ deletionLock }, now);
    return change;
  }

  /**
   * Attaches an approved or submitted bundle that fits, or detaches with null. A number that waits for documents
   * stays so until `activate`; one that works and needs a bundle takes only an approved one.
   */
  attachBundle(bundle: Bundle | null, now: Date): Change {
    this.requireLive('changed');
    if (bundle) {
      requireFitting(bundle, this);
      if (this.restsOnBundle) requireApproved(bundle, now);
      else requireUsable(bundle, now);
    } else if (this.restsOnBundle) {
      throw CommonErrors.invalid_state({
        message: 'This number needs a compliance bundle; attach another one instead.',
      });
    }
    const complianceBundleId = bundle?.id ?? null;
    const from = { compliance_bundle_id: this.complianceBundleId };
    this.become({ complianceBundleId }, now);
    return { action: 'compliance_changed', from, to: { compliance_bundle_id: complianceBundleId } };
  }

  /** It works, or has worked, because a bundle was approved. */
  private get restsOnBundle(): boolean {
    return this.requiresActivation && this.status !== 'pending_documents';
  }

  /**
   * Contract, section 9: pending_documents → active, with the bundle approved. The month that is paid begins now: none
   * is charged in which the number could not work, and a release at its end waits for that.
   */
  activate(now: Date): Change {
    if (this.status !== 'pending_documents') throw this.refuse('activated');
    const [nextBillingAt, known] = [monthsAfter(now, 1), this.releaseScheduledAt];
    const releaseScheduledAt = known && nextBillingAt;
    this.become({ status: 'active', billingAnchorAt: now, nextBillingAt, releaseScheduledAt }, now);
    const [from, to] = known ? [scheduled(known), scheduled(releaseScheduledAt)] : [{}, {}];
    return { action: 'activated', from: { status: 'pending_documents', ...from }, to: { status: 'active', ...to } };
  }

  /**
   * Lets the number go when the month that is paid for ends; at once when none is. Asked for again, it stays as it is.
   * Of two dates the sooner stands: a number suspended for non-payment has one already.
   */
  scheduleRelease(now: Date): Change {
    this.requireReleasable();
    const end = this.nextBillingAt > now ? this.nextBillingAt : now;
    const known = this.releaseScheduledAt;
    const releaseScheduledAt = known && known < end ? known : end;
    this.become({ releaseScheduledAt }, now);
    return { action: 'release_scheduled', from: scheduled(known), to: scheduled(releaseScheduledAt) };
  }

  takeBackRelease(now: Date): Change {
    this.requireLive('kept');
    const { releaseScheduledAt } = this;
    if (!releaseScheduledAt) throw NumberingErrors.release_not_scheduled();
    // Contract, section 9: what is scheduled because a month is unpaid ends by paying it.
    if (this.suspendedFor.includes('non_payment')) {
      throw NumberingErrors.insufficient_balance({
        message: 'A month of this number is unpaid; reactivate it instead.',
      });
    }
    this.become({ releaseScheduledAt: null }, now);
    return { action: 'release_taken_back', from: scheduled(releaseScheduledAt), to: scheduled(null) };
  }

  /** Refuses with `number_locked` or `invalid_state` what a customer may not release. */
  requireReleasable(): void {
    this.requireLive('released');
    if (this.deletionLock) throw NumberingErrors.number_locked();
  }

  /**
   * Stops working, for one more reason. Null when that reason stands already, or when there is nothing that works: a
   * number that still waits for documents, or one that is released.
   */
  suspend(reason: SuspensionReason, now: Date): Change | null {
    const isWorked = this.status === 'active' || this.status === 'suspended';
    if (!isWorked || this.suspendedFor.includes(reason)) return null;
    return this.rest('suspended', [...this.suspendedFor, reason], now);
  }

  /** The reason is gone; works again when it was the last one. Null when it did not stand, or the number is released. */
  resume(reason: SuspensionReason, now: Date): Change | null {
    if (this.status !== 'suspended' || !this.suspendedFor.includes(reason)) return null;
    const left = this.suspendedFor.filter((each) => each !== reason);
    return this.rest('resumed', left, now);
  }

  private rest(action: 'suspended' | 'resumed', suspendedFor: readonly SuspensionReason[], now: Date): Change {
    const from = { status: this.status, suspended_for: this.suspendedFor };
    this.become({ status: suspendedFor.length > 0 ? 'suspended' : 'active', suspendedFor }, now);
    return { action, from, to: { status: this.status, suspended_for: suspendedFor } };
  }

  /** Works or has worked, its next attempt is due, and it is not to be let go: what ends is not charged any more. */
  isBillingDue(now: Date): boolean {
    const isBilled = this.status === 'active' || this.status === 'suspended';
    const isKept = this.releaseScheduledAt === null || this.releaseScheduledAt > now;
    return isBilled && isKept && attemptDueAt(this) <= now;
  }

  /** Throws `invalid_state` unless a month is so long unpaid that the number is suspended for it. */
  requireUnpaid(): void {
    if (this.suspendedFor.includes('non_payment') && this.status === 'suspended') return;
    throw CommonErrors.invalid_state({ message: `The number is ${this.status}, not suspended for non-payment.` });
  }

  /** One month is paid. A suspension for non-payment ends with the release that came of it; null when there was none. */
  billed(now: Date): Change | null {
    this.requireLive('billed');
    const change = this.resume('non_payment', now);
    this.become({ ...afterPayment(this, now), ...(change && { releaseScheduledAt: null }) }, now);
    return change;
  }

  /** The charge was refused. Null unless the number is suspended for it. */
  billingFailed(code: string, now: Date): Change | null {
    this.requireLive('billed');
    this.become(afterRefusal(this, code, now), now);
    if (this.failedBillingAttempts < FAILED_ATTEMPTS_MAX) return null;
    const change = this.suspend('non_payment', now);
    if (change) this.become({ releaseScheduledAt: unpaidReleaseAt(this.releaseScheduledAt, now) }, now);
    return change;
  }

  /** The end, from every state but itself; the supplier is told afterwards. */
  release(now: Date): Change {
    this.requireLive('released');
    const from = { status: this.status };
    this.become({ status: 'released', releasedAt: now, releaseScheduledAt: null, supplierReleaseDueAt: now }, now);
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

const described = ({ trunkId, routingProfileId }: Route) => ({
  trunk_id: trunkId,
  routing_profile_id: routingProfileId,
});
const scheduled = (at: Date | null) => ({ release_scheduled_at: at && unixSeconds(at) });
