/** Where an address lies, as far as a database of addresses knows. */
export interface Location {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly city: string | null;
}

/** Of an address that is not known, or that is nobody's in particular: loopback, private networks. */
export const NOWHERE: Location = { country: null, city: null };
