import { csvText } from '@trunkline/kernel';
import { type Format, FORMATS, IMPORT_MEMBERS, type ImportMember, plain } from './formats';
import type { ImportSource } from '../ingest/cdr';

/** The file cannot be imported as it is. The message says what to do. */
export class UnreadableFile extends Error {}

export interface HeaderOptions {
  /** Null: the provider is recognised by the columns. */
  readonly from: ImportSource | null;
  /** Columns of the file by member, for those that the format does not name so. */
  readonly map: ReadonlyMap<string, string>;
}

/** A cell that is not empty. */
export interface Cell {
  readonly text: string;
  /** Name of the column. */
  readonly column: string;
}

const SHOWN_MAX = 64;
/** The name of a column whose times are UTC. */
const UTC = /\b(utc|gmt)\b|_utc$/i;

/** The columns of a file, by member. */
export class Columns {
  private readonly positions: ReadonlyMap<ImportMember, readonly number[]>;

  private constructor(
    readonly format: Format,
    private readonly names: readonly string[],
    map: ReadonlyMap<ImportMember, number>,
  ) {
    this.positions = new Map(IMPORT_MEMBERS.map((member) => [member, positionsOf(member, format, names, map)]));
  }

  /** Throws `UnreadableFile` for a header of no known format, and for one that leaves out what is needed. */
  static of(cells: readonly string[], { from, map }: HeaderOptions): Columns {
    const names = cells.map((cell) => cell.trim());
    const mapped = mapOf(names, map);
    const formats = FORMATS.filter(({ source }) => from === null || source === from);
    const candidates = formats.map((format) => new Columns(format, names, mapped));
    const found = candidates.find((each) => each.missing.length === 0);
    if (!found) throw new UnreadableFile(explain(candidates, from, names));
    found.requireAnswer();
    return found;
  }

  get width(): number {
    return this.names.length;
  }

  /** The columns that are not read. */
  get ignored(): readonly string[] {
    const read = new Set([...this.positions.values()].flat());
    return this.names.filter((_, position) => !read.has(position));
  }

  has(member: ImportMember): boolean {
    return (this.positions.get(member) ?? []).length > 0;
  }

  /** Returns the name of the first column of a member; that of the member without one. */
  nameOf(member: ImportMember): string {
    return this.names[this.positions.get(member)?.[0] ?? -1] ?? member;
  }

  /** Returns the first of the cells of a member that is not empty, or null. */
  find(cells: readonly string[], member: ImportMember): Cell | null {
    for (const position of this.positions.get(member) ?? []) {
      const text = csvText((cells[position] ?? '').trim());
      if (text !== '') return { text, column: this.names[position] ?? member };
    }
    return null;
  }

  /** The members without a column, though a file of this format has one for each. */
  get missing(): readonly ImportMember[] {
    return this.format.marks.filter((member) => !this.has(member));
  }

  private requireAnswer(): void {
    const telling = ['answered_at', 'billable_duration_s', 'status', 'sip_response_code'] as const;
    if (telling.some((member) => this.has(member))) return;
    const members = telling.join(', ');
    throw new UnreadableFile(`No column says which calls were answered. Name one with --map: ${members}.`);
  }
}

/** Whether times without a zone are UTC in this column. */
export function isUtcColumn({ column }: Cell): boolean {
  return UTC.test(column);
}

function positionsOf(
  member: ImportMember,
  { columns }: Format,
  names: readonly string[],
  map: ReadonlyMap<ImportMember, number>,
): readonly number[] {
  const mapped = map.get(member);
  if (mapped !== undefined) return [mapped];
  const plainNames = names.map(plain);
  return (columns[member] ?? []).map((name) => plainNames.indexOf(name)).filter((position) => position >= 0);
}

function mapOf(names: readonly string[], map: ReadonlyMap<string, string>): ReadonlyMap<ImportMember, number> {
  const plainNames = names.map(plain);
  return new Map(
    [...map].map(([name, column]) => {
      const member = IMPORT_MEMBERS.find((known) => known === name);
      if (!member) throw new UnreadableFile(`--map: ${name} is not one of ${IMPORT_MEMBERS.join(', ')}.`);
      const position = plainNames.indexOf(plain(column));
      if (position < 0) throw new UnreadableFile(`--map: the file has no column ${column}.`);
      return [member, position] as const;
    }),
  );
}

function explain(candidates: readonly Columns[], from: ImportSource | null, names: readonly string[]): string {
  const [nearest] = [...candidates].sort((a, b) => a.missing.length - b.missing.length);
  const lacking = nearest?.missing.join(', ') ?? '';
  const only = names.length === 1 ? ' Cells must be separated by commas.' : '';
  const shown = names
    .slice(0, SHOWN_MAX)
    .join(', ')
    .slice(0, SHOWN_MAX * 8);
  if (from !== null) return `The file has no column of ${lacking}. Name it with --map.${only} Its columns: ${shown}`;
  return (
    'The columns are those of no known export: Twilio, Telnyx, DIDWW, or members of CDRs. Name the provider with --from, and ' +
    `its columns with --map.${only} The file has: ${shown}`
  );
}
