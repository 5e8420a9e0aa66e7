import { canonicalNumber, type CsvRecord } from '@trunkline/kernel';
import { csvRecordsOf } from '../csv-records';

/** A line that adds no number, and why. */
export interface PortFileFault {
  /** Line of the file, whose first is the header. */
  readonly line: number;
  readonly column: string;
  readonly message: string;
}

export interface PortFileRow {
  readonly line: number;
  readonly e164: string;
  /** The PIN that the carrier asks for; null if the file has none. */
  readonly pin: string | null;
}

export interface PortFile {
  /** The carrier whose export it is; null for a file of our own form, or an unknown one. */
  readonly carrier: string | null;
  /** Each number once. */
  readonly rows: readonly PortFileRow[];
  readonly faults: readonly PortFileFault[];
}

/** The names of columns are compared without case, blanks and punctuation: consoles and APIs of a carrier write them differently. */
interface Format {
  readonly carrier: string | null;
  /** The column of the number: the first that the file has. */
  readonly number: readonly string[];
  /** One of them tells the carrier; none where the number does. */
  readonly marks: readonly string[];
  readonly pin?: string;
}

/** In the order in which they are tried. See docs/porting.md#imports. */
const FORMATS: readonly Format[] = [
  {
    carrier: 'Telnyx',
    number: ['phonenumber', 'numbervale164', 'number'],
    marks: ['connectionid', 'connectionname', 'messagingprofileid', 'billinggroupid', 'externalpin', 'numbervale164'],
    pin: 'externalpin',
  },
  {
    carrier: 'Twilio',
    number: ['phonenumber'],
    marks: ['friendlyname', 'accountsid', 'sid', 'trunksid', 'bundlesid'],
  },
  {
    carrier: 'DIDWW',
    number: ['didnumber', 'did', 'number'],
    marks: ['didnumber', 'did', 'awaitingregistration', 'billingcyclescount', 'channelsincludedcount', 'capacitylimit'],
  },
  { carrier: null, number: ['e164', 'phonenumber'], marks: ['e164', 'phonenumber'], pin: 'pin' },
];
/** Numbers that the carrier lists although the account no longer has them. */
const GONE = ['deleted', 'portedout', 'purchasefailed', 'portfailed', 'terminated', 'released'];
const ROWS_MAX = 10_000;
/** Characters of a cell in a fault. */
const SHOWN_MAX = 32;

export class TooManyRows extends Error {}

/**
 * Reads a CSV export of a carrier, which is recognised by the names of its columns. What is no number is a fault of its line. Throws
 * `TooManyRows` above 10,000 lines.
 */
export async function readPortFile(bytes: Buffer): Promise<PortFile> {
  let file: FileReader | null = null;
  for await (const record of csvRecordsOf(bytes)) {
    if (file) {
      file.read(record);
      continue;
    }
    const columns = Columns.of(record);
    if (!columns) return { ...NOTHING, faults: [unknownFormat(record)] };
    file = new FileReader(columns);
  }
  return file?.file ?? { ...NOTHING, faults: [EMPTY] };
}

const NOTHING = { carrier: null, rows: [] };
const EMPTY = { line: 1, column: '', message: 'The file is empty. Its first line names the columns.' };

/** Collects the lines of a file. */
class FileReader {
  private readonly rows = new Map<string, PortFileRow>();
  private readonly faults: PortFileFault[] = [];

  constructor(private readonly columns: Columns) {}

  get file(): PortFile {
    return { carrier: this.columns.carrier, rows: [...this.rows.values()], faults: this.faults };
  }

  read(record: CsvRecord): void {
    if (this.rows.size + this.faults.length >= ROWS_MAX)
      throw new TooManyRows(`The file has more than ${ROWS_MAX} lines.`);
    const read = this.columns.read(record);
    if (!('e164' in read)) {
      this.faults.push(read);
      return;
    }
    const known = this.rows.get(read.e164);
    if (known) this.faults.push({ line: read.line, column: this.columns.name, message: `repeats line ${known.line}` });
    else this.rows.set(read.e164, read);
  }
}

function unknownFormat({ line, cells }: CsvRecord): PortFileFault {
  const message =
    'The columns are not those of an export of Twilio, Telnyx or DIDWW. Send a file whose first line is `e164`, with a number on each further line.';
  return { line, column: (cells?.[0] ?? '').slice(0, SHOWN_MAX), message };
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

class Columns {
  private constructor(
    private readonly names: readonly string[],
    private readonly format: Format,
    /** As the file writes it. */
    readonly name: string,
    private readonly at: number,
  ) {}

  static of({ cells }: CsvRecord): Columns | null {
    const names = (cells ?? []).map(plain);
    const format = FORMATS.find(
      ({ number, marks }) => number.some((each) => names.includes(each)) && marks.some((each) => names.includes(each)),
    );
    if (!format) return null;
    const at = names.indexOf(format.number.find((each) => names.includes(each)) ?? '');
    return new Columns(names, format, (cells?.[at] ?? '').trim(), at);
  }

  get carrier(): string | null {
    return this.format.carrier;
  }

  read({ line, cells }: CsvRecord): PortFileRow | PortFileFault {
    const fault = (message: string): PortFileFault => ({ line, column: this.name, message });
    if (!cells) return fault('The quotes of this line are misplaced, or it is too long.');
    const text = (cells[this.at] ?? '').trim();
    const status = plain(this.cell(cells, 'status'));
    if (GONE.includes(status)) return fault(`The number is ${this.cell(cells, 'status')}.`);
    const number = numberOf(text);
    if (number === null) return fault(`"${text.slice(0, SHOWN_MAX)}" is not a phone number in international form.`);
    const pin = this.format.pin === undefined ? '' : this.cell(cells, this.format.pin);
    return { line, e164: number, pin: pin === '' ? null : pin };
  }

  private cell(cells: readonly string[], name: string): string {
    return (cells[this.names.indexOf(name)] ?? '').trim();
  }
}

/** Some exports leave the plus out, and spreadsheets write ="+1…" to keep it. */
function numberOf(text: string): string | null {
  const digits = text.replaceAll(/[\s().="'-]/g, '');
  const e164 = digits.startsWith('+') ? digits : `+${digits}`;
  return canonicalNumber(e164)?.e164 ?? null;
}
