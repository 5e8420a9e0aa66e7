import type { Location } from '../../domain/login-events/location';

/** Where in the world an address lies. */
export abstract class Geolocation {
  /** From memory, so that it costs a request nothing; NOWHERE for what is unknown, private or no address. Never throws. */
  abstract locate(ip: string | null): Location;
}
