import type { Clock } from '@trunkline/kernel';
import type { ReserveOutcome } from '../../../application/supplier';
import type { SupplierCalls } from '../http/supplier-http';
import { nullWhenMissing } from './didww-catalog';
import { isMissing, isRefusal } from './didww-errors';
import { pageOf, type Resource } from './json-api';

export interface Reservation {
  readonly id: string;
  readonly accountId: string | null;
  readonly expiresAt: Date;
}

/** Ten minutes. */
export const RESERVATION_SECONDS = 10 * 60;
/** A reservation lasts ten minutes, and DIDWW cannot lengthen it: one with less than this left is made anew. */
const RENEW_BELOW_MS = 5 * 60 * 1000;

/**
 * Numbers set aside. To DIDWW all of them are ours; for which account is written in the description
 * (doc.didww.com/api3/2026-04-16/coverage-resources/did-reservation: ten numbers, ten minutes).
 */
export class DidwwReservations {
  constructor(private readonly clock: Clock) {}

  async find(calls: SupplierCalls, availableDidId: string): Promise<Reservation | null> {
    const page = pageOf(await calls.get('/did_reservations', { include: 'available_did', 'page[size]': 100 }));
    const found = page.items.find((each) => each.relatedId('available_did') === availableDidId);
    return found ? reservationOf(found) : null;
  }

  /** `available` when DIDWW reserves no more: it keeps ten reservations at once, for all of our accounts together. */
  async reserve(calls: SupplierCalls, availableDidId: string, accountId: string): Promise<ReserveOutcome> {
    const known = await this.find(calls, availableDidId);
    if (known && known.accountId !== accountId) return 'unavailable';
    if (known && this.lasts(known)) return 'reserved';
    if (known) await cancel(calls, known);
    return this.create(calls, availableDidId, accountId);
  }

  /** Another account's stays. */
  async end(calls: SupplierCalls, availableDidId: string, accountId: string): Promise<void> {
    const known = await this.find(calls, availableDidId);
    if (known?.accountId === accountId) await cancel(calls, known);
  }

  private async create(calls: SupplierCalls, id: string, accountId: string): Promise<ReserveOutcome> {
    const relationships = { available_did: { data: { type: 'available_dids', id } } };
    const data = { type: 'did_reservations', attributes: { description: accountId }, relationships };
    try {
      await calls.post('/did_reservations', { data });
      return 'reserved';
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return (await isFree(calls, id)) ? 'available' : 'unavailable';
    }
  }

  private lasts({ expiresAt }: Reservation): boolean {
    return expiresAt.getTime() - this.clock.now().getTime() > RENEW_BELOW_MS;
  }
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
