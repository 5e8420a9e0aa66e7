import type { Clock } from '@trunkline/kernel';
import type { Log } from '@trunkline/platform';
import { RecordingLog } from '@trunkline/platform/testing';
import { LenientRowReader } from '../../infrastructure/suppliers/lenient-row-reader';

/** Creates a row reader without metrics. */
export function testRowReader(supplier: string, clock: Clock, log: Log = new RecordingLog()): LenientRowReader {
  return new LenientRowReader(supplier, clock, log, () => undefined);
}
