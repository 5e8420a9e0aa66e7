import { addSeconds, type Clock } from '@trunkline/kernel';
import type { ReserveOutcome } from '../../../application/supply/supplier';
import type { SupplierCalls } from '../http/supplier-http';
import { nullWhenMissing } from './didww-catalog';
import { isMissing, isRefusal } from './didww-errors';
import { pageOf, type Resource, resourceOf } from './json-api';
import type { ReservationBudget } from './reservation-budget';

export interface Reservation {
  readonly id: string;
  readonly accountId: string | null;
  readonly expiresAt: Date;
}

export const RESERVATION_SECONDS = 10 * 60;
/** DIDWW cannot extend a reservation: one with less time left than this is replaced. */
const RENEW_BELOW_MS = 5 * 60 * 1000;

/** Longer than the timeout of a call: until then a claim without a response may become a reservation. */
const ANSWER_SECONDS = 60;
/** Maximum difference between the clocks of DIDWW and this process. */
const MARGIN_SECONDS = 30;

interface NumberToReserve {
  readonly availableDidId: string;
  readonly accountId: string;
}

/**
 * Reserves numbers. DIDWW sees our accounts as one, so the description of a reservation identifies the account (doc.didww.com/api3/2026-04-16/coverage-resources/did-reservation: ten numbers, ten minutes).
 */
export class DidwwReservations {
  constructor(
    private readonly budget: ReservationBudget,
    private readonly clock: Clock,
  ) {}

  async find(calls: SupplierCalls, availableDidId: string): Promise<Reservation | null> {
    const page = pageOf(await calls.get('/did_reservations', { include: 'available_did', 'page[size]': 100 }));
    const found = page.items.find((each) => each.relatedId('available_did') === availableDidId);
    return found ? reservationOf(found) : null;
  }

  /** Returns `available` when the budget is exhausted: DIDWW allows ten reservations for all of our accounts together. */
  async reserve(calls: SupplierCalls, availableDidId: string, accountId: string): Promise<ReserveOutcome> {
    const known = await this.find(calls, availableDidId);
    if (known && known.accountId !== accountId) return 'unavailable';
    if (known && this.isLongEnough(known)) return 'reserved';
    if (known) await cancel(calls, known);
    const claimId = await this.claim(known);
    return claimId
      ? this.create(calls, claimId, { availableDidId, accountId })
      : unreservedOutcome(calls, availableDidId);
  }

  /** Ends a reservation of the account. */
  async end(calls: SupplierCalls, availableDidId: string, accountId: string): Promise<void> {
    const known = await this.find(calls, availableDidId);
    if (known?.accountId !== accountId) return;
    await cancel(calls, known);
    await this.budget.release(known.id);
  }

  /** Removes a reservation from the budget after its number was bought. */
  removeBought(reservationId: string): Promise<void> {
    return this.budget.release(reservationId);
  }

  private claim(replaced: Reservation | null): Promise<string | null> {
    const now = this.clock.now();
    const endsAt = addSeconds(now, RESERVATION_SECONDS + ANSWER_SECONDS);
    return this.budget.claim({ now, endsAt, replacedId: replaced?.id ?? null });
  }

  /** Only a rejection frees the claim: without a response there may be a reservation. */
  private async create(calls: SupplierCalls, claimId: string, number: NumberToReserve): Promise<ReserveOutcome> {
    const relationships = { available_did: { data: { type: 'available_dids', id: number.availableDidId } } };
    const data = { type: 'did_reservations', attributes: { description: number.accountId }, relationships };
    try {
      const created = reservationOf(resourceOf(await calls.post('/did_reservations', { data })));
      await this.budget.settle(claimId, created.id, addSeconds(created.expiresAt, MARGIN_SECONDS));
      return 'reserved';
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.budget.cancel(claimId);
      return unreservedOutcome(calls, number.availableDidId);
    }
  }

  private isLongEnough({ expiresAt }: Reservation): boolean {
    return expiresAt.getTime() - this.clock.now().getTime() > RENEW_BELOW_MS;
  }
}

/** Returns the outcome for a number that DIDWW does not reserve. */
async function unreservedOutcome(calls: SupplierCalls, availableDidId: string): Promise<ReserveOutcome> {
  return (await isFree(calls, availableDidId)) ? 'available' : 'unavailable';
}

/** Cancels a reservation. Succeeds when it has expired. */
async function cancel(calls: SupplierCalls, { id }: Reservation): Promise<void> {
  await calls.delete(`/did_reservations/${id}`).catch(nullWhenMissing);
}

/** Whether a number is neither sold nor reserved. */
export async function isFree(calls: SupplierCalls, availableDidId: string): Promise<boolean> {
  try {
    await calls.get(`/available_dids/${availableDidId}`);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function reservationOf(reservation: Resource): Reservation {
  return {
    id: reservation.id,
    accountId: reservation.textOrNull('description'),
    expiresAt: new Date(reservation.text('expires_at')),
  };
}
