import { csvField, csvRecord, type TimeZone } from '@trunkline/kernel';
import type { ExportFormat } from './export';

/** Values of the fields of a record, in the order of the fields. */
export type RecordValues = readonly unknown[];

/**
 * Writes records as text. CSV follows RFC 4180, with a header; a text that a spreadsheet would run is preceded by an apostrophe.
 * NDJSON has one object per line. Both write times in ISO 8601 with the offset of the zone.
 */
export class RecordFile {
  private readonly timeOf: (at: Date) => string;
  private readonly names: readonly string[];

  constructor(
    private readonly format: ExportFormat,
    private readonly fields: readonly string[],
    zone: TimeZone,
  ) {
    this.timeOf = (at) => zone.isoOf(at);
    this.names = fields.map((field) => `${JSON.stringify(field)}:`);
  }

  /** Returns what precedes the records. */
  head(): string {
    return this.format === 'csv' ? csvRecord(this.fields) : '';
  }

  textOf(records: readonly RecordValues[]): string {
    let text = '';
    if (this.format === 'csv') for (const values of records) text += this.csvOf(values);
    else for (const values of records) text += this.jsonOf(values);
    return text;
  }

  private csvOf(values: RecordValues): string {
    let line = '';
    for (let n = 0; n < values.length; n++) line += (n === 0 ? '' : ',') + csvField(values[n], this.timeOf);
    return `${line}\r\n`;
  }

  private jsonOf(values: RecordValues): string {
    const members = values.map((value, n) => {
      const json = value instanceof Date ? `"${this.timeOf(value)}"` : JSON.stringify(value ?? null);
      return `${this.names[n] ?? ''}${json}`;
    });
    return `{${members.join(',')}}\n`;
  }
}
