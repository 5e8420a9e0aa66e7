import { type Clock, newId } from '@trunkline/kernel';
import type { Database } from '../database/database';

/** Those that look here before they act: the sandboxes, and whoever sends our mails. */
export const FAULT_TARGETS = ['supplier', 'processor', 'mail'] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

/** The sandbox supplier and the mail server tell nothing by themselves, so none of it can be late or lost. */
export function callsBack(target: FaultTarget): boolean {
  return target === 'processor';
}

/**
 * What goes wrong with a request: `slow`, the answer takes seconds; `timeout`, the deed is done and the answer lost;
 * `error`, nothing is done; `duplicate`, the request arrives twice. With a callback: `slow`, it comes minutes late;
 * `timeout` and `error`, it never comes; `duplicate`, it comes twice.
 */
export const FAULT_KINDS = ['slow', 'timeout', 'error', 'duplicate'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Where it goes wrong: when we ask the third party, or when it calls back. */
export const FAULT_POINTS = ['request', 'callback'] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

export interface FaultScript {
  readonly target: FaultTarget;
  readonly point: FaultPoint;
  readonly kind: FaultKind;
  readonly times: number;
}

/** Two who take at the same moment take different ones, or the same script twice; never more than it has. */
const TAKE = `UPDATE platform.sandbox_faults f SET times_left = f.times_left - 1
  FROM (SELECT id FROM platform.sandbox_faults WHERE target = $1 AND point = $2 AND times_left > 0
        ORDER BY id LIMIT 1 FOR UPDATE) AS next
  WHERE f.id = next.id
  RETURNING f.kind`;

/** Failures that an operator has asked the sandboxes for (contract, section 22), shared by every process. */
export class SandboxFaults {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Replaces what is left of earlier scripts for this target and point; with `times` 0 nothing fails any more. */
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

  /** What is to go wrong this time; uses it up. */
  async take(target: FaultTarget, point: FaultPoint): Promise<FaultKind | null> {
    const row = await this.db.queryOne<{ kind: FaultKind }>(TAKE, [target, point]);
    return row?.kind ?? null;
  }
}
