/** The location of a network address according to the geolocation database. */
export interface Location {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly city: string | null;
}

/** For unknown, loopback and private addresses. */
export const NOWHERE: Location = { country: null, city: null };
