import type { Location } from '../../domain/sessions/location';

/** Locates network addresses. */
export abstract class Geolocation {
  /** Reads from memory. Returns NOWHERE for an unknown, private or invalid address. Never throws. */
  abstract locate(ip: string | null): Location;
}
