import { type CsvRecord, CsvReader, isTimeZone } from '@trunkline/kernel';
import type { FileFault } from '../rating/rate-file';
import { Columns, type HeaderOptions, UnreadableFile } from './columns';
import type { FormerCall } from './former-call';
import { LegJoiner } from './join-legs';
import { type ImportPeriod, RowReader } from './read-row';
import { TimeReader } from './read-time';

export interface ImportOptions extends HeaderOptions, ImportPeriod {
  /** IANA zone of times without one; null if there is none. */
  readonly timezone: string | null;
}

/** What was read of a file. */
export interface ImportCounts {
  readonly rows: number;
  /** Rows with faults, which are left out. */
  readonly refused: number;
  /** Rows that belong to the call of another row. */
  readonly joined: number;
}

/** Reads the CSV export of a former provider part by part. */
export class ImportFileReader {
  private readonly csv = new CsvReader();
  private readonly times: TimeReader;
  private readonly joiner = new LegJoiner();
  private header: Columns | null = null;
  private reader: RowReader | null = null;
  private rows = 0;
  private refused = 0;

  /** Throws `UnreadableFile` for an unknown time zone. */
  constructor(
    private readonly options: ImportOptions,
    private readonly report: (fault: FileFault) => void,
  ) {
    const { timezone } = options;
    if (timezone !== null && !isTimeZone(timezone))
      throw new UnreadableFile(`--timezone: ${timezone} is no IANA time zone.`);
    this.times = new TimeReader(timezone);
  }

  /** The columns of the file; null before its first line. */
  get columns(): Columns | null {
    return this.header;
  }

  get counts(): ImportCounts {
    return { rows: this.rows, refused: this.refused, joined: this.joiner.joined };
  }

  /** Returns the calls that are complete. Throws `UnreadableFile` for a header that cannot be read. */
  read(part: string): FormerCall[] {
    return this.csv.read(part).flatMap((record) => this.add(record));
  }

  /** Returns the last calls. Throws `UnreadableFile` for a file without a header. */
  end(): FormerCall[] {
    const calls = this.csv.end().flatMap((record) => this.add(record));
    if (!this.header) throw new UnreadableFile('The file is empty. Its first line names the columns.');
    return [...calls, ...this.joiner.end()];
  }

  private add({ line, cells }: CsvRecord): FormerCall[] {
    if (!this.header || !this.reader) {
      this.header = Columns.of(cells ?? [], this.options);
      this.reader = new RowReader(this.header, this.times, this.options);
      return [];
    }
    this.rows += 1;
    const { width } = this.header;
    if (!cells) return this.refuse(line, [[null, 'The quotes are misplaced, or the line is too long.']]);
    if (cells.length !== width)
      return this.refuse(line, [[null, `The line has ${cells.length} cells; the header has ${width}.`]]);
    const read = this.reader.read(line, cells);
    if (!('line' in read)) return this.refuse(line, read);
    return this.header.format.hasLegs ? this.joiner.add(read) : [read];
  }

  private refuse(line: number, faults: readonly (readonly [string | null, string])[]): FormerCall[] {
    this.refused += 1;
    for (const [column, message] of faults) this.report({ line, column, message });
    return [];
  }
}
