import { newId } from '@trunkline/kernel';
import {
  DIDWW_RESERVATIONS_MAX,
  type PlaceClaim,
  type ReservationBudget,
} from '../../infrastructure/suppliers/didww/reservation-budget';

interface Place {
  readonly reservationId: string | null;
  readonly endsAt: Date;
}

/** The budget of a single process. */
export class FakeReservationBudget implements ReservationBudget {
  private readonly places = new Map<string, Place>();

  claim({ now, endsAt, replacedId }: PlaceClaim): Promise<string | null> {
    for (const [claimId, place] of this.places) {
      const isReplaced = replacedId !== null && place.reservationId === replacedId;
      if (isReplaced || place.endsAt <= now) this.places.delete(claimId);
    }
    if (this.places.size >= DIDWW_RESERVATIONS_MAX) return Promise.resolve(null);
    const claimId = newId('rsv');
    this.places.set(claimId, { reservationId: null, endsAt });
    return Promise.resolve(claimId);
  }

  settle(claimId: string, reservationId: string, endsAt: Date): Promise<void> {
    if (this.places.has(claimId)) this.places.set(claimId, { reservationId, endsAt });
    return Promise.resolve();
  }

  cancel(claimId: string): Promise<void> {
    this.places.delete(claimId);
    return Promise.resolve();
  }

  release(reservationId: string): Promise<void> {
    const held = [...this.places].find(([, place]) => place.reservationId === reservationId);
    if (held) this.places.delete(held[0]);
    return Promise.resolve();
  }
}
