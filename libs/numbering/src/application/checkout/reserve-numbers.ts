import { addSeconds, type Clock } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { Offer } from '../../domain/offer';
import { reservationsMax } from '../../domain/checkout/reservation-limit';
import type { AccountStandings, MadeReservation, ReservationRepository } from './ports';
import type { NumberSupplier } from '../supply/supplier';
import type { Suppliers } from '../supply/suppliers';

/** Longer than the timeout of a supplier call: until then a claim without a response may become a reservation. */
const ANSWER_SECONDS = 60;

/** An offer of one specific number. */
interface LiveOffer extends Offer {
  readonly e164: string;
}

interface ReservationRequest {
  readonly supplier: NumberSupplier;
  readonly offer: LiveOffer;
  readonly accountId: string;
}

/** Reserves numbers at suppliers, within the account's limit. See docs/numbers.md#cart-and-reservations. */
export class ReserveNumbers {
  constructor(
    private readonly reservations: ReservationRepository,
    private readonly standings: AccountStandings,
    private readonly suppliers: Suppliers,
    private readonly clock: Clock,
  ) {}

  /**
   * Reserves the number of an offer, within the limit of the account. Beyond it, and while the number is being reserved for
   * the account, only checks that the number is still for sale. A missing response is not an error, because checkout requests
   * a new quote. Returns the result, which the caller stores; null if nothing was reserved. Throws `number_unavailable`, and
   * `select_token_expired` when the supplier was disabled after the search.
   */
  async reserve(accountId: string, offer: Offer): Promise<MadeReservation | null> {
    const supplier = this.suppliers.find(offer.supplier);
    if (!supplier) throw NumberingErrors.select_token_expired();
    if (!isLive(offer)) return null;
    const claimId = await this.claim({ supplier, offer, accountId });
    if (claimId) return this.reserveClaimed(claimId, { supplier, offer, accountId });
    const isAvailable = await supplier.quote(offer, accountId).then((quote) => quote !== null, assumeAvailable);
    if (!isAvailable) throw NumberingErrors.number_unavailable();
    return null;
  }

  /**
   * Ends a reservation early. A reservation that the supplier cannot end counts against the limit until it expires.
   * Never rejects.
   */
  async end(accountId: string, offer: Offer): Promise<void> {
    const supplier = this.suppliers.find(offer.supplier);
    if (!supplier || !isLive(offer)) return;
    try {
      const claimId = await this.reservations.startEnding(accountId, offer.e164);
      if (claimId && (await supplier.endReservation(offer, accountId))) await this.reservations.remove(claimId);
    } catch {
      // The reservation expires by itself.
    }
  }

  /** Returns null if the account has reached its limit, or the number is being reserved for it. */
  private async claim({ supplier, offer, accountId }: ReservationRequest): Promise<string | null> {
    const max = reservationsMax(await this.standings.standing(accountId));
    const now = this.clock.now();
    const waitingFrom = addSeconds(now, supplier.reservationSeconds);
    const endsAt = addSeconds(waitingFrom, ANSWER_SECONDS);
    return this.reservations.claim({ accountId, e164: offer.e164, max, now, endsAt, waitingFrom });
  }

  private async reserveClaimed(
    claimId: string,
    { supplier, offer, accountId }: ReservationRequest,
  ): Promise<MadeReservation | null> {
    const outcome = await supplier.reserve(offer, accountId).catch(() => null);
    if (outcome === 'reserved' || outcome === null) {
      const endsAt = addSeconds(this.clock.now(), supplier.reservationSeconds);
      return { claimId, result: outcome ?? 'unknown', endsAt };
    }
    await this.reservations.remove(claimId);
    if (outcome === 'unavailable') throw NumberingErrors.number_unavailable();
    return null;
  }
}

function isLive(offer: Offer): offer is LiveOffer {
  return offer.e164 !== null;
}

/** Checkout requests a new quote. */
function assumeAvailable(): true {
  return true;
}
