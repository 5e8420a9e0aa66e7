import type { Clock } from '@trunkline/kernel';
import type { Log } from '@trunkline/platform';
import { RecordingLog } from '@trunkline/platform/testing';
import { OddRows } from '../../infrastructure/suppliers/odd-rows';

/** Skips odd rows and counts them nowhere. */
export function testOddRows(supplier: string, clock: Clock, log: Log = new RecordingLog()): OddRows {
  return new OddRows({ supplier, clock, log, count: () => undefined });
}
