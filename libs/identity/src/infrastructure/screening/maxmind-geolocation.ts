import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isPublicAddress, type Settings } from '@trunkline/platform';
import { Reader } from 'maxmind';
import { type Geolocation } from '../../application/screening/ports';
import { type Location, NOWHERE } from '../../domain/sessions/session';

const BUILT_IN = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const COUNTRY = /^[A-Z]{2}$/;
/** Codes that databases use for addresses of no single country. */
const NOT_COUNTRIES = new Set(['ZZ', 'XX', 'EU', 'AP']);

/** A record: nested in MaxMind's own databases, flat in those of ip-location-db. */
type Found = object | null;

/** Looks addresses up in a database in MaxMind's format, read once at the start. */
export class MaxmindGeolocation implements Geolocation {
  private readonly find: (ip: string) => Found;

  /** Throws when GEOIP_FILE names no valid database, so that a wrong setting stops the start. */
  constructor({ GEOIP_FILE }: Pick<Settings, 'GEOIP_FILE'>) {
    const path = GEOIP_FILE ?? createRequire(import.meta.url).resolve(BUILT_IN);
    this.find = open(path);
  }

  locate(ip: string | null): Location {
    // Some databases contain reserved networks too.
    if (ip === null || !isPublicAddress(ip)) return NOWHERE;
    const found = this.find(ip);
    return found ? { country: countryIn(found), city: cityIn(found) } : NOWHERE;
  }
}

function open(path: string): (ip: string) => Found {
  try {
    const reader = new Reader(readFileSync(path));
    return (ip) => reader.get(ip);
  } catch (cause) {
    throw new Error(`There is no database of addresses in MaxMind's format at ${path}: set GEOIP_FILE to one`, {
      cause,
    });
  }
}

function countryIn(found: object): string | null {
  const code = 'country_code' in found ? found.country_code : member(member(found, 'country'), 'iso_code');
  return typeof code === 'string' && COUNTRY.test(code) && !NOT_COUNTRIES.has(code) ? code : null;
}

function cityIn(found: object): string | null {
  const city = member(found, 'city');
  const name = typeof city === 'string' ? city : member(member(city, 'names'), 'en');
  return typeof name === 'string' && name !== '' ? name : null;
}

function member(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && name in of ? (of as Record<string, unknown>)[name] : undefined;
}
