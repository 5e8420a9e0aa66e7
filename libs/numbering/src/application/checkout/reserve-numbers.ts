import { addSeconds, type Clock } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { Offer } from '../../domain/supply/offer';
import { reservationsMax } from '../../domain/checkout/reservation-limit';
import type { AccountStandings, ReservationRepository } from './reservation-ports';
import type { NumberSupplier, ReserveOutcome } from '../supply/supplier';
import type { Suppliers } from '../supply/suppliers';

/** Longer than a supplier takes to answer: until then an unanswered claim may become a reservation. */
const ANSWER_SECONDS = 60;

/** A row of the cart that names its number. */
interface LiveOffer extends Offer {
  readonly e164: string;
}

/** Reserves numbers at suppliers, within the limit of the account. */
export class ReserveNumbers {
  constructor(
    private readonly reservations: ReservationRepository,
    private readonly standings: AccountStandings,
    private readonly suppliers: Suppliers,
    private readonly clock: Clock,
  ) {}

  /**
   * Reserves the number of an offer; past the limit of the account it checks that the number is still for sale. A
   * reservation is a courtesy: without an answer the caller goes on, and checkout asks again. Throws `number_unavailable`,
   * and `select_token_expired` when its supplier was disabled after the search.
   */
  async reserve(accountId: string, offer: Offer): Promise<void> {
    const supplier = this.suppliers.find(offer.supplier);
    if (!supplier) throw NumberingErrors.select_token_expired();
    if (!isLive(offer)) return;
    const claimId = await this.claim(accountId, offer, supplier);
    const isAvailable = claimId
      ? (await this.reserveClaimed(claimId, { supplier, offer, accountId })) !== 'unavailable'
      : await supplier.quote(offer, accountId).then((quote) => quote !== null, goOn);
    if (!isAvailable) throw NumberingErrors.number_unavailable();
  }

  /**
   * Ends a reservation of the account before its time. One that a supplier cannot end goes on to count against the limit.
   * Never rejects: a reservation ends by itself in any case.
   */
  async end(accountId: string, offer: Offer): Promise<void> {
    const supplier = this.suppliers.find(offer.supplier);
    if (!supplier || !isLive(offer)) return;
    try {
      const claimId = await this.reservations.startEnding(accountId, offer.e164);
      if (claimId && (await supplier.endReservation(offer, accountId))) await this.reservations.remove(claimId);
    } catch {
      // The place is free when the reservation would have ended.
    }
  }

  /** Those among the offers' numbers that their suppliers keep for the account now. */
  listReserved(accountId: string, offers: readonly Offer[]): Promise<ReadonlySet<string>> {
    const e164s = offers.filter(isLive).map(({ e164 }) => e164);
    return this.reservations.listReserved(accountId, e164s, this.clock.now());
  }

  private async claim(accountId: string, { e164 }: LiveOffer, supplier: NumberSupplier): Promise<string | null> {
    const max = reservationsMax(await this.standings.standing(accountId));
    const now = this.clock.now();
    const endsAt = addSeconds(now, supplier.reservationSeconds + ANSWER_SECONDS);
    return this.reservations.claim({ accountId, e164, max, now, endsAt });
  }

  private async reserveClaimed(claimId: string, { supplier, offer, accountId }: Reserving): Promise<ReserveOutcome> {
    const outcome = await supplier.reserve(offer, accountId).catch(() => null);
    if (outcome === 'reserved' || outcome === null) {
      const endsAt = addSeconds(this.clock.now(), supplier.reservationSeconds);
      await this.reservations.settle(claimId, outcome ?? 'unknown', endsAt);
    } else {
      await this.reservations.remove(claimId);
    }
    return outcome ?? 'available';
  }
}

interface Reserving {
  readonly supplier: NumberSupplier;
  readonly offer: LiveOffer;
  readonly accountId: string;
}

function isLive(offer: Offer): offer is LiveOffer {
  return offer.e164 !== null;
}

/** Without an answer the number counts as available: checkout asks again. */
function goOn(): true {
  return true;
}
