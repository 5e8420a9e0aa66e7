import { type Clock, newId } from '@trunkline/kernel';
import type { Database } from '../database/database';

/** Adapters that support fault injection. */
export const FAULT_TARGETS = ['supplier', 'processor', 'mail'] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

/** Returns true for a target with callbacks. The sandbox supplier and the mail server send none. */
export function callsBack(target: FaultTarget): boolean {
  return target === 'processor';
}

/**
 * The kinds of fault. Of a request: `slow`, the response takes seconds; `timeout`, the request is executed and the response
 * lost; `error`, nothing is executed; `duplicate`, the request arrives twice. Of a callback: `slow`, it arrives minutes late;
 * `timeout` and `error`, it never arrives; `duplicate`, it arrives twice.
 */
export const FAULT_KINDS = ['slow', 'timeout', 'error', 'duplicate'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The direction of the fault: a request to the third party, or its callback. */
export const FAULT_POINTS = ['request', 'callback'] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

export interface FaultScript {
  readonly target: FaultTarget;
  readonly point: FaultPoint;
  readonly kind: FaultKind;
  readonly times: number;
}

const IS_SCRIPTED = `SELECT FROM platform.sandbox_faults WHERE target = $1 AND point = $2 AND times_left > 0 LIMIT 1`;

/** Concurrent calls take at most as many faults as the script has. */
const TAKE = `UPDATE platform.sandbox_faults f SET times_left = f.times_left - 1
  FROM (SELECT id FROM platform.sandbox_faults WHERE target = $1 AND point = $2 AND times_left > 0
        ORDER BY id LIMIT 1 FOR UPDATE) AS next
  WHERE f.id = next.id
  RETURNING f.kind`;

/** Stores the faults that an operator scripted for the sandboxes, shared by all processes. */
export class SandboxFaults {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Replaces the remaining script of this target and point. `times` 0 removes it. */
  script({ target, point, kind, times }: FaultScript): Promise<void> {
    return this.db.run(async () => {
      await this.db.query(`DELETE FROM platform.sandbox_faults WHERE target = $1 AND point = $2`, [target, point]);
      if (times === 0) return;
      await this.db.query(
        `INSERT INTO platform.sandbox_faults (id, target, point, kind, times_left, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [newId('flt'), target, point, kind, times, this.clock.now()],
      );
    });
  }

  /** Consumes and returns the next fault, or null. */
  async take(target: FaultTarget, point: FaultPoint): Promise<FaultKind | null> {
    // Mostly there is none, and look-ups of concurrent requests share a round trip.
    if (!(await this.db.find(IS_SCRIPTED, [target, point], 'shared'))) return null;
    const row = await this.db.find<{ kind: FaultKind }>(TAKE, [target, point]);
    return row?.kind ?? null;
  }
}
