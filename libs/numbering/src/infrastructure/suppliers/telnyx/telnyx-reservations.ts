import type { Clock } from '@trunkline/kernel';
import type { ReserveOutcome } from '../../../application/supply/supplier';
import type { Offer } from '../../../domain/offer';
import { SupplierHttpError } from '../http/supplier-errors';
import type { SupplierCalls } from '../http/supplier-http';
import { dataOf, type Fields, fieldsOf, listOf, textOf, textOrNull } from './telnyx-json';

export const RESERVATION_SECONDS = 30 * 60;

/**
 * Reserves numbers for 30 minutes (developers.telnyx.com/docs/numbers/phone-numbers/number-reservations). Telnyx sees our
 * accounts as one, so the `customer_reference` identifies the account.
 */
export class TelnyxReservations {
  constructor(private readonly clock: Clock) {}

  /** Returns `available` for a catalog row and for a number that cannot be reserved. */
  async reserve(calls: SupplierCalls, { e164, supplierRef }: Offer, accountId: string): Promise<ReserveOutcome> {
    if (e164 === null || supplierRef['reservable'] === 'false') return 'available';
    const known = await this.reservation(calls, e164);
    if (!known) return (await this.create(calls, e164, accountId)) ? 'reserved' : 'unavailable';
    if (known['customer_reference'] !== accountId) return 'unavailable';
    await calls.post(`/number_reservations/${encodeURIComponent(textOf(known['id']))}/actions/extend`, {});
    return 'reserved';
  }

  async isReservedForOther(calls: SupplierCalls, { e164 }: Offer, accountId: string): Promise<boolean> {
    const known = e164 === null ? null : await this.reservation(calls, e164);
    return known !== null && known['customer_reference'] !== accountId;
  }

  /**
   * Returns the active reservation of a number
   * (developers.telnyx.com/api-reference/phone-number-reservations/list-number-reservations).
   */
  private async reservation(calls: SupplierCalls, e164: string): Promise<Fields | null> {
    const answer = await calls.get('/number_reservations', { 'filter[phone_numbers.phone_number]': e164 });
    return listOf(dataOf(answer)).find((each) => this.covers(each, e164)) ?? null;
  }

  private covers(reservation: Fields, e164: string): boolean {
    return listOf(reservation['phone_numbers']).some((number) => {
      const endsAt = Date.parse(textOrNull(number['expired_at']) ?? '');
      return number['phone_number'] === e164 && number['status'] === 'success' && endsAt > this.clock.now().getTime();
    });
  }

  private async create(calls: SupplierCalls, e164: string, accountId: string): Promise<boolean> {
    const wanted = { phone_numbers: [{ phone_number: e164 }], customer_reference: accountId };
    try {
      const made = fieldsOf(dataOf(await calls.post('/number_reservations', wanted)));
      return this.covers(made, e164);
    } catch (error) {
      if (error instanceof SupplierHttpError && error.isRefusal) return false;
      throw error;
    }
  }
}
