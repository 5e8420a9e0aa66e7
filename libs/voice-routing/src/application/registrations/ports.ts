import type { ContactAddress } from '../../domain/registrations/contact';

/** A live contact of a trunk or WebRTC user. */
export interface ContactView extends ContactAddress {
  readonly id: string;
  readonly switchId: string;
  readonly node: string;
  readonly userAgent: string | null;
  /** Preference from 0 to 1. */
  readonly q: number;
  readonly expiresAt: Date;
  readonly registeredAt: Date;
}

/** Reads registrations. */
export abstract class RegistrationQueries {
  /** Returns the trunk's contacts that have not expired, by preference, then newest first; none for another account's trunk. */
  abstract contactsOfTrunk(accountId: string, trunkId: string, now: Date): Promise<ContactView[]>;
}
