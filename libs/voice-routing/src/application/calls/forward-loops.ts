import { canonicalNumber } from '@trunkline/kernel';
import type { NumberDirectory } from '../ports';
import type { RoutingSnapshots } from './ports';

/** See docs/routing.md#forwards. */
const DEPTH_MAX = 3;

/** Detects calls that our numbers would forward in a loop. */
export class ForwardLoops {
  constructor(
    private readonly numbers: NumberDirectory,
    private readonly snapshots: RoutingSnapshots,
  ) {}

  /** Returns whether a call to `called`, forwarded to `destination`, returns to a number or is forwarded more than 3 times. */
  async isLoop(called: string, destination: string): Promise<boolean> {
    const seen = new Set([called]);
    let level = [destination];
    for (let depth = 1; depth <= DEPTH_MAX; depth++) {
      const next: string[] = [];
      for (const e164 of level) {
        if (seen.has(e164)) return true;
        next.push(...(await this.forwardsOf(e164)));
      }
      level.forEach((e164) => seen.add(e164));
      level = next;
      if (level.length === 0) return false;
    }
    return true;
  }

  private async forwardsOf(e164: string): Promise<string[]> {
    const number = await this.numbers.findByE164(e164);
    const forwards = number?.routingProfileId ? await this.snapshots.forwardsOf(number.routingProfileId) : [];
    return forwards.map((forward) => canonicalNumber(forward)?.e164 ?? forward);
  }
}
