import { addSeconds, type Clock } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { CartOwner } from '../../domain/checkout/cart';
import type { Offer } from '../../domain/supply/offer';
import { RESERVATIONS_MIN, reservationsMax } from '../../domain/checkout/reservation-limit';
import type { AccountStandings, Claiming, ReservationClaim, ReservationRepository, ReservationResult } from './ports';
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

/** A reservation whose result is not recorded yet. */
export interface MadeReservation {
  readonly claimId: string;
  readonly result: ReservationResult;
  readonly endsAt: Date;
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
   * Claims the number of an offer if any account could have one more reserved, so that its standing need not be read. Joins
   * the caller's transaction, after which the claim is known; null for an offer that is not of one number. Throws
   * `select_token_expired` when the supplier was disabled after the search.
   */
  async claim(accountId: string, offer: Offer): Promise<Claiming> {
    const supplier = this.supplierOf(offer);
    return isLive(offer)
      ? this.reservations.beginClaim(this.claimOf({ supplier, offer, accountId }, RESERVATIONS_MIN))
      : { claimed: Promise.resolve(null) };
  }

  /**
   * Reserves the number of an offer under its claim. Without one, claims it within the limit of the account, unless the
   * account has that many reserved or the number is being reserved for it: then it only checks that the number is still for
   * sale. A missing response is not an error, because checkout requests a new quote. Returns what the caller passes to
   * `record`; null if nothing was reserved. Throws `number_unavailable`.
   */
  async reserve(accountId: string, offer: Offer, claimId: string | null): Promise<MadeReservation | null> {
    const supplier = this.supplierOf(offer);
    if (!isLive(offer)) return null;
    const request = { supplier, offer, accountId };
    const claimed = claimId ?? (await this.claimBeyond(request));
    if (claimed) return this.reserveClaimed(claimed, request);
    const isAvailable = await supplier.quote(offer, accountId).then((quote) => quote !== null, assumeAvailable);
    if (!isAvailable) throw NumberingErrors.number_unavailable();
    return null;
  }

  /** Records the result of a reservation. Joins the caller's transaction. */
  record({ claimId, result, endsAt }: MadeReservation): Promise<void> {
    return this.reservations.settle(claimId, result, endsAt);
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

  /** Returns the numbers of a cart that their suppliers reserve for the account now. */
  listReservedIn(owner: CartOwner): Promise<ReadonlySet<string>> {
    return this.reservations.listReservedIn(owner, this.clock.now());
  }

  /** Returns those of the offers' numbers that their suppliers reserve for the account now. */
  listReserved(accountId: string, offers: readonly Offer[]): Promise<ReadonlySet<string>> {
    const e164s = offers.filter(isLive).map(({ e164 }) => e164);
    return this.reservations.listReserved(accountId, e164s, this.clock.now());
  }

  private supplierOf({ supplier: name }: Offer): NumberSupplier {
    const supplier = this.suppliers.find(name);
    if (!supplier) throw NumberingErrors.select_token_expired();
    return supplier;
  }

  private claimOf({ supplier, offer, accountId }: ReservationRequest, max: number): ReservationClaim {
    const now = this.clock.now();
    const waitingFrom = addSeconds(now, supplier.reservationSeconds);
    const endsAt = addSeconds(waitingFrom, ANSWER_SECONDS);
    return { accountId, e164: offer.e164, max, now, endsAt, waitingFrom };
  }

  /** Claims the number within the limit of the account, if that is higher than the limit of every account. */
  private async claimBeyond(request: ReservationRequest): Promise<string | null> {
    const max = reservationsMax(await this.standings.standing(request.accountId));
    return max > RESERVATIONS_MIN ? this.reservations.claim(this.claimOf(request, max)) : null;
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
