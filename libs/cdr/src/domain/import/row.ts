import { hasControls } from '@trunkline/kernel';
import { DISCONNECTING_PARTIES, type DisconnectingParty } from '../ingest/call-report';
import { type Cell, type Columns, isUtcColumn } from './columns';
import { type ImportMember, PARTIES_NAMED, plain } from './formats';
import type { TimeReader } from './read-time';

/** What is wrong with a row, by column. */
export type RowFaults = readonly (readonly [column: string, message: string])[];

const TEXT_MAX = 255;
const SECONDS = /^\d{1,9}(?:\.\d+)?$/;
const COUNT = /^\d{1,4}$/;

/** The cells of a row by member, and what is wrong with them. */
export class Row {
  readonly faults: (readonly [column: string, message: string])[] = [];

  constructor(
    readonly columns: Columns,
    private readonly cells: readonly string[],
    private readonly times: TimeReader,
  ) {}

  find(member: ImportMember): Cell | null {
    const cell = this.columns.find(this.cells, member);
    if (!cell) return null;
    if (cell.text.length <= TEXT_MAX && !hasControls(cell.text)) return cell;
    this.fault(cell.column, `must have at most ${TEXT_MAX} characters, and no control characters`);
    return null;
  }

  text(member: ImportMember): string | null {
    return this.find(member)?.text ?? null;
  }

  require(member: ImportMember): Cell | null {
    const cell = this.find(member);
    if (!cell) this.faultOf(member, 'is empty');
    return cell;
  }

  time(member: ImportMember): Date | null {
    const cell = this.find(member);
    if (!cell) return null;
    const read = this.times.read(cell.text, isUtcColumn(cell));
    if (typeof read !== 'string') return read;
    this.fault(cell.column, read);
    return null;
  }

  seconds(member: ImportMember): number | null {
    const cell = this.find(member);
    if (!cell) return null;
    if (SECONDS.test(cell.text)) return Math.floor(Number(cell.text));
    this.fault(cell.column, 'is not a number of seconds');
    return null;
  }

  count(member: ImportMember): number | null {
    const text = this.text(member);
    return text !== null && COUNT.test(text) ? Number(text) : null;
  }

  oneOf<T extends string>(member: ImportMember, values: readonly T[]): T | null {
    const cell = this.find(member);
    if (!cell) return null;
    const found = values.find((value) => value.toLowerCase() === cell.text.toLowerCase());
    if (found === undefined) this.fault(cell.column, `is not one of ${values.join(', ')}`);
    return found ?? null;
  }

  /** Providers also name parts of their networks. */
  disconnectedBy(): DisconnectingParty | null {
    if (this.columns.format.isStrict) return this.oneOf('disconnected_by', DISCONNECTING_PARTIES);
    return PARTIES_NAMED[plain(this.text('disconnected_by') ?? '')] ?? null;
  }

  fault(column: string, message: string): void {
    this.faults.push([column, message]);
  }

  /** Reports a fault of the column of a member. */
  faultOf(member: ImportMember, message: string): void {
    this.fault(this.columns.nameOf(member), message);
  }
}
