import { CommonErrors } from '@trunkline/kernel';
import {
  AccountStandings,
  CartRepository,
  CheckoutRepository,
  type ReservationClaim,
  ReservationRepository,
  type ReservationResult,
} from '../application/checkout/ports';
import { RouteTargets, type RouteTargetStatus } from '../application/lifecycle/references';
import { AccountStates } from '../application/lifecycle/sync-account-status';
import {
  type AttachedBundle,
  BILLING_LANES,
  type BundleRef,
  Bundles,
  type Claim,
  type DueNumbersPage,
  type DueNumbersQuery,
  type FaultPoint,
  FaultPoints,
  type HistoryEntry,
  NumberHistory,
  NumberOrderRepository,
  PhoneNumberRepository,
  type WaitingNumber,
} from '../application/ports';
import { type NumberUse, NumberUses } from '../application/release/number-uses';
import { type SelectToken, SelectTokens } from '../application/supply/select-tokens';
import type { Actor, Change } from '../domain/actor';
import { attemptDueAt } from '../domain/billing/billing-cycle';
import { type Bundle, isApproved } from '../domain/lifecycle/bundle';
import { Cart, type CartOwner } from '../domain/checkout/cart';
import type { Checkout, CheckoutStep } from '../domain/checkout/checkout';
import { NumberingErrors } from '../domain/errors';
import type { NumberOrder } from '../domain/orders/number-order';
import type { PhoneNumber } from '../domain/lifecycle/phone-number';
import type { AccountStanding } from '../domain/checkout/reservation-limit';

/** Copies a value, so that unsaved changes are lost, as with a database. */
function copy<T extends object>(value: T): T {
  return Object.assign(Object.create(Object.getPrototypeOf(value)) as T, value);
}

function laneOf({ accountId }: PhoneNumber): number {
  return Buffer.from(accountId).reduce((sum, byte) => sum + byte, 0) % BILLING_LANES;
}

class Rows<T extends { readonly id: string }> {
  private readonly rows = new Map<string, T>();

  put(row: T): Promise<void> {
    this.rows.set(row.id, copy(row));
    return Promise.resolve();
  }

  all(matches: (row: T) => boolean = () => true): T[] {
    return [...this.rows.values()].filter(matches).map(copy);
  }

  async get(id: string): Promise<T> {
    const row = this.rows.get(id);
    if (!row) throw CommonErrors.not_found();
    return copy(row);
  }
}

const placeOf = ({ orderedAt, orderId }: WaitingNumber) => `${orderedAt}|${orderId}`;

const needsBundle = (row: PhoneNumber) => row.requiresActivation && row.complianceBundleId !== null;
const attachedPlace = (row: PhoneNumber) => `${row.accountId}|${row.complianceBundleId}`;

export class FakePhoneNumbers extends PhoneNumberRepository {
  readonly rows = new Rows<PhoneNumber>();

  override async add(number: PhoneNumber): Promise<void> {
    if (this.live(({ e164 }) => e164 === number.e164).length > 0) throw NumberingErrors.number_unavailable();
    await this.rows.put(number);
  }

  override save = (number: PhoneNumber) => this.rows.put(number);
  override lockById = (id: string) => this.rows.get(id);

  override async e164Of(id: string): Promise<string> {
    return (await this.rows.get(id)).e164;
  }

  override async lock(accountId: string, e164: string): Promise<PhoneNumber> {
    const own = this.rows.all((row) => row.accountId === accountId && row.e164 === e164);
    const number = own.find(({ status }) => status !== 'released') ?? own.at(-1);
    if (!number) throw CommonErrors.not_found();
    return number;
  }

  override async lockWaiting(id: string): Promise<PhoneNumber | null> {
    return this.live((row) => row.id === id && row.status === 'pending_documents')[0] ?? null;
  }

  override async listWaiting(boughtBefore: Date, after: WaitingNumber | null, limit: number): Promise<WaitingNumber[]> {
    return this.live((row) => row.status === 'pending_documents' && row.assignedAt <= boughtBefore)
      .map(({ id: numberId, orderId, assignedAt }) => ({ numberId, orderId, orderedAt: assignedAt.toISOString() }))
      .filter((row) => placeOf(row) > (after ? placeOf(after) : ''))
      .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
      .slice(0, limit);
  }

  override async lockMany(accountId: string, e164s: readonly string[]): Promise<PhoneNumber[]> {
    return this.live((row) => row.accountId === accountId && e164s.includes(row.e164));
  }

  override async lockLive(accountId: string, afterId: string | null, limit: number): Promise<PhoneNumber[]> {
    const live = this.live((row) => row.accountId === accountId && row.id > (afterId ?? ''));
    return live.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
  }

  override async listAttached(after: BundleRef | null, limit: number): Promise<AttachedBundle[]> {
    const byPlace = new Map<string, AttachedBundle>();
    for (const row of this.live(needsBundle)) {
      const known = byPlace.get(attachedPlace(row));
      const isDown = row.status === 'pending_documents' || row.suspendedFor.includes('compliance');
      byPlace.set(attachedPlace(row), {
        accountId: row.accountId,
        bundleId: row.complianceBundleId ?? '',
        hasWaitingNumbers: isDown || known?.hasWaitingNumbers === true,
        hasDependentNumbers: !isDown || known?.hasDependentNumbers === true,
      });
    }
    const places = [...byPlace.keys()]
      .sort()
      .filter((place) => place > (after ? `${after.accountId}|${after.bundleId}` : ''));
    return places.slice(0, limit).flatMap((place) => byPlace.get(place) ?? []);
  }

  override async lockAttached({ accountId, bundleId }: BundleRef, afterId: string | null, limit: number) {
    const live = await this.lockLive(accountId, afterId, Infinity);
    return live.filter((row) => needsBundle(row) && row.complianceBundleId === bundleId).slice(0, limit);
  }

  override async lockDueForRelease(now: Date, except: readonly string[]): Promise<PhoneNumber | null> {
    const isDue = ({ id, releaseScheduledAt: at }: PhoneNumber) => at !== null && at <= now && !except.includes(id);
    return this.live(isDue)[0] ?? null;
  }

  override async lockDueForBilling({ now, lane, from, limit }: DueNumbersQuery): Promise<DueNumbersPage> {
    const placeOf = (row: PhoneNumber) => `${attemptDueAt(row).toISOString()}|${row.id}`;
    const due = this.live((row) => laneOf(row) === lane && row.isBillingDue(now) && placeOf(row) > (from ?? ''));
    const numbers = due.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)).slice(0, limit);
    const last = numbers.length === limit ? numbers.at(-1) : undefined;
    return { numbers, next: last ? placeOf(last) : null };
  }

  override async saveBilled(numbers: readonly PhoneNumber[]): Promise<void> {
    for (const number of numbers) await this.rows.put(number);
  }

  override async claimUnreportedReleases({ now, leaseUntil, limit }: Claim): Promise<PhoneNumber[]> {
    const due = this.rows.all((row) => row.supplierReleaseDueAt !== null && row.supplierReleaseDueAt <= now);
    for (const row of due.slice(0, limit))
      await this.rows.put(Object.assign(row, { supplierReleaseDueAt: leaseUntil }));
    return due.slice(0, limit);
  }

  override async markReleaseReported(id: string): Promise<void> {
    await this.rows.put(Object.assign(await this.rows.get(id), { supplierReleaseDueAt: null }));
  }

  private live(matches: (row: PhoneNumber) => boolean): PhoneNumber[] {
    return this.rows.all((row) => row.status !== 'released' && matches(row));
  }
}

export class FakeNumberOrders extends NumberOrderRepository {
  readonly rows = new Rows<NumberOrder>();

  override add = (order: NumberOrder) => this.rows.put(order);
  override save = (order: NumberOrder) => this.rows.put(order);
  override get = (id: string) => this.rows.get(id);
  override lock = (id: string) => this.rows.get(id);

  override async find(id: string): Promise<NumberOrder | null> {
    return this.rows.all((row) => row.id === id)[0] ?? null;
  }

  override async findByOperation(accountId: string, operationId: string): Promise<NumberOrder | null> {
    return this.rows.all((row) => row.accountId === accountId && row.operationId === operationId)[0] ?? null;
  }

  override async listByCheckout(checkoutId: string): Promise<NumberOrder[]> {
    return this.rows.all((row) => row.checkoutId === checkoutId);
  }

  override async lockPending(accountId: string): Promise<NumberOrder[]> {
    return this.rows.all((row) => row.accountId === accountId && row.isPending && row.checkoutId === null);
  }

  override async lease({ id, nextCheckAt }: NumberOrder, leaseUntil: Date): Promise<boolean> {
    const row = await this.find(id);
    if (!row?.isPending || row.nextCheckAt?.getTime() !== nextCheckAt?.getTime()) return false;
    await this.rows.put(Object.assign(row, { nextCheckAt: leaseUntil }));
    return true;
  }

  override async claimDue({ now, leaseUntil, limit }: Claim): Promise<NumberOrder[]> {
    const due = this.rows.all((row) => row.nextCheckAt !== null && row.nextCheckAt <= now).slice(0, limit);
    for (const row of due) await this.rows.put(Object.assign(row, { nextCheckAt: leaseUntil }));
    return due;
  }
}

export class FakeCarts extends CartRepository {
  private readonly rows = new Map<string, Cart>();

  override async lock(owner: CartOwner, now: Date): Promise<Cart> {
    return (await this.find(owner)) ?? Cart.open({ accountId: owner.accountId, ownerId: owner.ownerId }, now);
  }

  override async find({ accountId, ownerId }: CartOwner): Promise<Cart | null> {
    const cart = this.rows.get(`${accountId}/${ownerId}`);
    return cart ? copy(cart) : null;
  }

  override async containsNumber(accountId: string, e164: string): Promise<boolean> {
    const carts = [...this.rows.values()].filter((cart) => cart.accountId === accountId);
    return carts.some(({ items }) => items.some(({ offer }) => offer.e164 === e164));
  }

  override async save(cart: Cart): Promise<void> {
    this.rows.set(`${cart.accountId}/${cart.ownerId}`, copy(cart));
  }
}

export class FakeCheckouts extends CheckoutRepository {
  readonly rows = new Rows<Checkout>();
  readonly steps: { readonly checkoutId: string; readonly step: CheckoutStep }[] = [];

  override add = (checkout: Checkout) => this.rows.put(checkout);
  override save = (checkout: Checkout) => this.rows.put(checkout);
  override get = (id: string) => this.rows.get(id);
  override lock = (id: string) => this.rows.get(id);

  override async findByOperation(accountId: string, operationId: string): Promise<Checkout | null> {
    return this.rows.all((row) => row.accountId === accountId && row.operationId === operationId)[0] ?? null;
  }

  override async hasOpen(accountId: string): Promise<boolean> {
    return this.rows.all((row) => row.accountId === accountId && !row.isFinished).length > 0;
  }

  override async claimDue({ now, leaseUntil, limit }: Claim): Promise<string[]> {
    const due = this.rows.all((row) => row.nextCheckAt !== null && row.nextCheckAt <= now).slice(0, limit);
    for (const row of due) await this.rows.put(Object.assign(row, { nextCheckAt: leaseUntil }));
    return due.map(({ id }) => id);
  }

  override async log(checkoutId: string, step: CheckoutStep): Promise<void> {
    this.steps.push({ checkoutId, step });
  }
}

export class RecordingHistory extends NumberHistory {
  readonly entries: { readonly numberId: string; readonly actor: Actor; readonly change: Change }[] = [];

  override async addAll(entries: readonly HistoryEntry[]): Promise<void> {
    for (const { number, actor, change } of entries) this.entries.push({ numberId: number.id, actor, change });
  }
}

/** Readable tokens: `account:index`. */
export class PlainSelectTokens extends SelectTokens {
  private readonly tokens: SelectToken[] = [];

  override seal(accountId: string, token: SelectToken): string {
    return `${accountId}:${this.tokens.push(token) - 1}`;
  }

  override open(accountId: string, text: string, now: Date): SelectToken {
    const [owner, index] = text.split(':');
    const token = owner === accountId ? this.tokens[Number(index)] : undefined;
    if (!token || now >= token.expiresAt) throw NumberingErrors.select_token_expired();
    return token;
  }
}

/** The statuses of trunks and profiles, by id. */
export class FakeRouteTargets extends RouteTargets {
  readonly statuses = new Map<string, RouteTargetStatus>();

  override async trunkStatus(_accountId: string, trunkId: string): Promise<RouteTargetStatus | null> {
    return this.statuses.get(trunkId) ?? null;
  }

  override async profileStatus(_accountId: string, profileId: string): Promise<RouteTargetStatus | null> {
    return this.statuses.get(profileId) ?? null;
  }
}

/** The uses of numbers by trunks and targets. */
export class FakeNumberUses extends NumberUses {
  uses: NumberUse[] = [];

  override list(_accountId: string, e164s: readonly string[]): Promise<NumberUse[]> {
    return Promise.resolve(this.uses.filter(({ e164 }) => e164s.includes(e164)));
  }

  override lock(accountId: string, e164s: readonly string[]): Promise<NumberUse[]> {
    return this.list(accountId, e164s);
  }

  override async end(_accountId: string, uses: readonly NumberUse[]): Promise<void> {
    this.uses = this.uses.filter(({ id }) => !uses.some((use) => use.id === id));
    return Promise.resolve();
  }
}

/** Accounts that are suspended; all others are not. */
export class FakeAccountStates extends AccountStates {
  readonly suspended = new Set<string>();

  override isSuspended(accountId: string): Promise<boolean> {
    return Promise.resolve(this.suspended.has(accountId));
  }
}

/** Self-serve accounts before their first top-up, unless a test says otherwise. */
export class FakeAccountStandings extends AccountStandings {
  readonly standings = new Map<string, AccountStanding>();

  override standing(accountId: string): Promise<AccountStanding> {
    return Promise.resolve(this.standings.get(accountId) ?? { tier: 'self_serve', hasToppedUp: false });
  }
}

interface FakeReservation {
  claimId: string;
  status: ReservationResult | 'claimed' | 'ending';
  endsAt: Date;
}

export class FakeReservations extends ReservationRepository {
  private readonly rows = new Map<string, FakeReservation>();
  private claims = 0;

  override async claim({ accountId, e164, max, now, endsAt }: ReservationClaim): Promise<string | null> {
    const key = `${accountId}/${e164}`;
    const others = [...this.rows].filter(
      ([each, row]) => each !== key && each.startsWith(`${accountId}/`) && row.endsAt > now,
    );
    if (others.length >= max) return null;
    const claimId = this.nextId();
    this.rows.set(key, { claimId, status: 'claimed', endsAt });
    return claimId;
  }

  override async settle(claimId: string, status: ReservationResult, endsAt: Date): Promise<void> {
    for (const row of this.rows.values()) if (row.claimId === claimId) Object.assign(row, { status, endsAt });
  }

  override async startEnding(accountId: string, e164: string): Promise<string | null> {
    const row = this.rows.get(`${accountId}/${e164}`);
    if (!row || row.status === 'claimed') return null;
    return Object.assign(row, { status: 'ending' as const, claimId: this.nextId() }).claimId;
  }

  override async remove(claimId: string): Promise<void> {
    for (const [key, row] of this.rows) if (row.claimId === claimId) this.rows.delete(key);
  }

  override async removeBought(accountId: string, e164s: readonly string[]): Promise<void> {
    for (const e164 of e164s) this.rows.delete(`${accountId}/${e164}`);
  }

  override async listReserved(accountId: string, e164s: readonly string[], now: Date): Promise<ReadonlySet<string>> {
    const isReserved = (e164: string) => {
      const row = this.rows.get(`${accountId}/${e164}`);
      return row?.status === 'reserved' && row.endsAt > now;
    };
    return new Set(e164s.filter(isReserved));
  }

  private nextId(): string {
    this.claims += 1;
    return `claim_${this.claims}`;
  }
}

export class FakeBundles extends Bundles {
  readonly bundles = new Map<string, Bundle>();

  override async find(_accountId: string, bundleId: string): Promise<Bundle | null> {
    return this.bundles.get(bundleId) ?? null;
  }

  override async findMany(bundles: readonly BundleRef[]): Promise<readonly Bundle[]> {
    return bundles.flatMap(({ bundleId }) => this.bundles.get(bundleId) ?? []);
  }

  override async listApproved(_accountId: string, country: string, now: Date): Promise<readonly Bundle[]> {
    return [...this.bundles.values()].filter((bundle) => bundle.country === country && isApproved(bundle, now));
  }
}

export class Crash extends Error {
  override readonly name = 'Crash';
}

/** Ends the work at a point, as the death of the process would: nothing behind it happens. */
export class CrashingFaultPoints extends FaultPoints {
  /** The point to die at, and the how-manieth time it is reached; null lives. */
  dieAt: FaultPoint | null = null;
  times = 1;
  readonly reached: FaultPoint[] = [];

  override reach(point: FaultPoint): Promise<void> {
    this.reached.push(point);
    if (point !== this.dieAt) return Promise.resolve();
    this.times -= 1;
    return this.times > 0 ? Promise.resolve() : Promise.reject(new Crash(point));
  }
}
