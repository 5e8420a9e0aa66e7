import type { CarrierHealth } from './carrier-health';
import type { Carrier } from './carrier';

/** A carrier as the choice sees it. */
export interface EligibleCarrier extends Pick<Carrier, 'id' | 'prefixes' | 'priority'> {
  /** Null: all numbers. */
  readonly numbers: ReadonlySet<string> | null;
  readonly health: CarrierHealth;
}

export interface MessageRoute {
  readonly from: string;
  readonly to: string;
}

/** Down is tried too, but last: what a process knows of a carrier may be some seconds old. */
const RANKS: Readonly<Record<CarrierHealth, number>> = { up: 0, degraded: 1, down: 2 };

/**
 * Returns the carriers that may take a message, in the order in which they are tried: those that work first, then those that
 * name the sender's number, then by the length of the prefix that matches, then by priority. See docs/messages.md#carriers.
 */
export function chooseCarriers<C extends EligibleCarrier>(carriers: readonly C[], { from, to }: MessageRoute): C[] {
  return carriers
    .flatMap((carrier) => {
      const prefixLength = matchOf(carrier.prefixes, to);
      const isTaken = prefixLength !== null && (carrier.numbers?.has(from) ?? true);
      return isTaken
        ? [{ carrier, keys: [RANKS[carrier.health], carrier.numbers ? 0 : 1, -prefixLength, carrier.priority] }]
        : [];
    })
    .sort((a, b) => compare(a.keys, b.keys) || (a.carrier.id < b.carrier.id ? -1 : 1))
    .map(({ carrier }) => carrier);
}

/** Returns the length of the longest prefix that the number begins with; 0 for a carrier of all destinations; null for none. */
function matchOf(prefixes: readonly string[], to: string): number | null {
  if (prefixes.length === 0) return 0;
  const lengths = prefixes.filter((prefix) => to.startsWith(prefix)).map(({ length }) => length);
  return lengths.length > 0 ? Math.max(...lengths) : null;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, key] of a.entries()) {
    const difference = key - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
