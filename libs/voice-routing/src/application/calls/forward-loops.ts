import type { NumberDirectory } from '../ports';
import type { RoutingSnapshots } from './ports';

/** Contract, section 11: a call may be forwarded from one of our numbers to another this often. */
const DEPTH_MAX = 3;

/** Finds calls that would go round in circles over our own numbers. */
export class ForwardLoops {
  constructor(
    private readonly numbers: NumberDirectory,
    private readonly snapshots: RoutingSnapshots,
  ) {}

  /** Whether a call to `called`, forwarded to `destination`, comes back or is passed on more than three times. */
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
    return number?.routingProfileId ? this.snapshots.forwardsOf(number.routingProfileId) : [];
  }
}
