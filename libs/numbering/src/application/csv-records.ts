import { setImmediate } from 'node:timers/promises';
import { type CsvRecord, CsvReader } from '@trunkline/kernel';

/** Bytes that are read at a time. */
const PART_BYTES = 65_536;

/** Reads the records of a CSV file in UTF-8, and lets other requests run after each part. */
export async function* csvRecordsOf(bytes: Buffer): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader();
  // Removes a byte order mark, which spreadsheets write.
  const decoder = new TextDecoder();
  for (let start = 0; start < bytes.length; start += PART_BYTES) {
    yield* reader.read(decoder.decode(bytes.subarray(start, start + PART_BYTES), { stream: true }));
    await setImmediate();
  }
  yield* reader.end();
}
