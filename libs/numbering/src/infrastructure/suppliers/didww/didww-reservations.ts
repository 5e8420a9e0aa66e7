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

/** Ten minutes. */
export const RESERVATION_SECONDS = 10 * 60;
/** A reservation lasts ten minutes, and DIDWW cannot lengthen it: one with less than this left is made anew. */
const RENEW_BELOW_MS = 5 * 60 * 1000;

/** Longer than DIDWW takes to answer: until then an unanswered claim may become a reservation. */
const ANSWER_SECONDS = 60;
/** By as much as this DIDWW's clock may differ from ours. */
const MARGIN_SECONDS = 30;

interface WantedNumber {
  readonly availableDidId: string;
  readonly accountId: string;
}

/**
 * Numbers set aside. To DIDWW all of them are ours; for which account is written in the description
 * (doc.didww.com/api3/2026-04-16/coverage-resources/did-reservation: ten numbers, ten minutes).
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

  /** `available` past the budget: DIDWW keeps ten reservations at once, for all of our accounts together. */
  async reserve(calls: SupplierCalls, availableDidId: string, accountId: string): Promise<ReserveOutcome> {
    const known = await this.find(calls, availableDidId);
    if (known && known.accountId !== accountId) return 'unavailable';
    if (known && this.lasts(known)) return 'reserved';
    if (known) await cancel(calls, known);
    const claimId = await this.claim(known);
    return claimId ? this.create(calls, claimId, { availableDidId, accountId }) : outcomeWithout(calls, availableDidId);
  }

  /** Another account's stays. */
  async end(calls: SupplierCalls, availableDidId: string, accountId: string): Promise<void> {
    const known = await this.find(calls, availableDidId);
    if (known?.accountId !== accountId) return;
    await cancel(calls, known);
    await this.budget.release(known.id);
  }

  /** Its number was bought, which ends a reservation. */
  bought(reservationId: string): Promise<void> {
    return this.budget.release(reservationId);
  }

  private claim(replaced: Reservation | null): Promise<string | null> {
    const now = this.clock.now();
    const endsAt = addSeconds(now, RESERVATION_SECONDS + ANSWER_SECONDS);
    return this.budget.claim({ now, endsAt, replacedId: replaced?.id ?? null });
  }

  /** Only a refusal frees the place: without an answer there may be a reservation. */
  private async create(calls: SupplierCalls, claimId: string, wanted: WantedNumber): Promise<ReserveOutcome> {
    const relationships = { available_did: { data: { type: 'available_dids', id: wanted.availableDidId } } };
    const data = { type: 'did_reservations', attributes: { description: wanted.accountId }, relationships };
    try {
      const made = reservationOf(resourceOf(await calls.post('/did_reservations', { data })));
      await this.budget.settle(claimId, made.id, addSeconds(made.expiresAt, MARGIN_SECONDS));
      return 'reserved';
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.budget.cancel(claimId);
      return outcomeWithout(calls, wanted.availableDidId);
    }
  }

  private lasts({ expiresAt }: Reservation): boolean {
    return expiresAt.getTime() - this.clock.now().getTime() > RENEW_BELOW_MS;
  }
}

/** Of a number that DIDWW does not reserve for us. */
async function outcomeWithout(calls: SupplierCalls, availableDidId: string): Promise<ReserveOutcome> {
  return (await isFree(calls, availableDidId)) ? 'available' : 'unavailable';
}

/** One that has ended meanwhile is cancelled too. */
async function cancel(calls: SupplierCalls, { id }: Reservation): Promise<void> {
  await calls.delete(`/did_reservations/${id}`).catch(nullWhenMissing);
}

/** Whether a number is on sale: neither sold nor reserved. */
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
