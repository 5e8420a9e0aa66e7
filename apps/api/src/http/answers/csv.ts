import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { csvCell, csvRecord, invalidFields, type Page } from '@trunkline/kernel';
import { QueryOneOf } from '../fields/query-fields';
import type { DtoClass } from '../openapi/schema';
import { fieldsOf } from '../openapi/schema';
import { Download } from './download';

export const CSV_TYPE = 'text/csv';
/** The most rows of a file that is answered at once. */
export const CSV_ROWS_MAX = 10_000;

export const LIST_FORMATS = ['json', 'csv'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** What is written at once takes a few milliseconds of the event loop, which calls wait for. */
const PART_ROWS = 250;

/** The `format` of a list that is also a file. */
export function QueryFormat(): PropertyDecorator {
  return QueryOneOf({
    description:
      '`csv` returns all rows in one file, up to 10,000; more are 422 `fields.format`: narrow the filters. See ' +
      'docs/api-reference.md#csv.',
    default: 'json',
    values: LIST_FORMATS,
    name: 'ListFormat',
  });
}

/** A list as a file. */
interface CsvList {
  readonly format: ListFormat | undefined;
  readonly type: DtoClass;
  readonly fileName: string;
}

/** Returns the page that `list` reads, or for `csv` all rows as a file. Throws 422 of `format` if there are too many. */
export async function pageOrCsv<P extends { readonly limit: number }, T extends object>(
  { format, type, fileName }: CsvList,
  page: P,
  list: (page: P) => Promise<Page<T>>,
): Promise<Page<T> | Download> {
  if (format !== 'csv') return list(page);
  const { items, next } = await list({ ...page, limit: CSV_ROWS_MAX });
  if (next !== null) throw tooManyRows();
  return csvOf(type, items, fileName);
}

/**
 * Returns rows as a file (RFC 4180): a header with the members of the class by their names in JSON, and times in ISO 8601 (UTC). A
 * text that a spreadsheet would run is preceded by an apostrophe.
 */
export function csvOf<T extends object>(type: DtoClass, rows: readonly T[], fileName: string): Download {
  if (rows.length > CSV_ROWS_MAX) throw tooManyRows();
  return new Download(`${CSV_TYPE}; charset=utf-8`, { fileName, content: Readable.from(partsOf(type, rows)) });
}

/** Lets other requests go on between the parts. */
async function* partsOf(type: DtoClass, rows: readonly object[]): AsyncGenerator<Buffer> {
  const members = [...fieldsOf(type)];
  yield Buffer.from(csvRecord(members.map(([, { name }]) => csvCell(name))));
  for (let at = 0; at < rows.length; at += PART_ROWS) {
    const part = rows.slice(at, at + PART_ROWS);
    const lines = part.map((row) => csvRecord(members.map(([property]) => csvCell(Reflect.get(row, property)))));
    yield Buffer.from(lines.join(''));
    await setImmediate();
  }
}

function tooManyRows(): Error {
  return invalidFields({
    format: `csv returns at most ${String(CSV_ROWS_MAX)} rows, and there are more. Narrow the filters.`,
  });
}
