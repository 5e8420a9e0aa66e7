// Replaces parsers of the driver, for every connection of the process.
import { types } from 'pg';
import { parseTextArray } from './text-arrays';
import { parseTimestamptz } from './timestamps';

const INT8_OID = 20;
const TEXT_ARRAY_OID = 1009;

// pg returns int8 as text. Every int8 here is cents or a counter and fits a double.
types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} exceeds a safe integer`);
  return value;
});

/** Reads values with `parse`, and those for which it returns null as the driver does. */
function parseFaster(oid: number, parse: (text: string) => unknown): void {
  const driverParser = types.getTypeParser(oid) as (text: string) => unknown;
  types.setTypeParser(oid, (text) => parse(text) ?? driverParser(text));
}

// A day has no time zone. The driver would return its midnight in that of the process.
types.setTypeParser(types.builtins.DATE, (text) => text);
parseFaster(types.builtins.TIMESTAMPTZ, parseTimestamptz);
parseFaster(TEXT_ARRAY_OID, parseTextArray);
