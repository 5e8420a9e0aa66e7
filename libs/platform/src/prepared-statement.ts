import { type Connection, DatabaseError, type FieldDef, type Pool, type PoolClient, type Submittable, types } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

type Row = Record<string, unknown>;

interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

interface Shape {
  readonly columns: readonly Column[];
  /** What every row is a copy of, before it is filled. */
  readonly empty: Readonly<Row>;
}

/** After these the server closes the connection. */
const ENDS: ReadonlySet<string> = new Set(['FATAL', 'PANIC']);
const NO_COLUMNS: Shape = { columns: [], empty: {} };

/**
 * What each statement answers on the connections that have prepared it. It cannot change unnoticed: PostgreSQL refuses
 * to run a prepared statement whose columns are others by now.
 */
const shapes = new WeakMap<Connection, Map<string, Shape>>();

/**
 * One run of a named statement. A connection is asked for its columns the first time only, where the driver's own query
 * asks each time. Not for COPY.
 */
export class PreparedStatement implements Submittable {
  /** Set by the driver. */
  callback?: (error: unknown) => void;
  private readonly parameters: (Buffer | string | null)[];
  private readonly rows: Row[] = [];
  private shape: Shape | undefined;
  private failure: unknown;

  constructor(
    readonly name: string,
    readonly text: string,
    values: readonly unknown[],
  ) {
    this.parameters = values.map((value) => prepareValue(value));
  }

  /** The rows, as the driver reads them. */
  async run(runner: Pool | PoolClient): Promise<Row[]> {
    try {
      await new Promise<void>((resolve, reject) => {
        runner.query(this, (error: Error | undefined) => (error ? reject(error) : resolve()));
      });
      return this.rows;
    } catch (error) {
      // By itself it tells of the socket, not of who asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  submit(connection: Connection): void {
    this.shape = shapes.get(connection)?.get(this.name);
    connection.stream.cork();
    if (!this.shape) this.prepare(connection);
    connection.bind({ statement: this.name, values: this.parameters }, true);
    if (!this.shape) connection.describe({ type: 'P', name: '' }, true);
    connection.execute(null, true);
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    const columns = fields.map(({ name, dataTypeID }): Column => ({ name, read: readerOf(dataTypeID) }));
    this.shape = { columns, empty: Object.fromEntries(columns.map(({ name }) => [name, null])) };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { columns, empty } = this.shape ?? NO_COLUMNS;
    const row: Row = { ...empty };
    try {
      columns.forEach(({ name, read }, at) => {
        const text = fields[at] ?? null;
        if (text !== null) row[name] = read(text);
      });
      this.rows.push(row);
    } catch (error) {
      this.failure = error;
    }
  }

  handleCommandComplete(_message: unknown, connection: Connection): void {
    let known = shapes.get(connection);
    if (!known) shapes.set(connection, (known = new Map<string, Shape>()));
    known.set(this.name, this.shape ?? NO_COLUMNS);
  }

  handleReadyForQuery(): void {
    this.callback?.(this.failure);
  }

  /**
   * Of what the server refuses it is told when the connection knows that its transaction has failed, or has ended; of
   * the reason for which the server ends it, at once, before the driver tells that it is gone.
   */
  handleError(error: unknown, connection: Connection): void {
    // Prepared anew the next time: its columns may have changed, or the connection may have lost it.
    shapes.get(connection)?.delete(this.name);
    const tell = (): void => {
      connection.off('readyForQuery', tell).off('end', tell);
      this.callback?.(error);
    };
    if (error instanceof DatabaseError && !ENDS.has(error.severity ?? ''))
      connection.on('readyForQuery', tell).on('end', tell);
    else tell();
  }

  handleEmptyQuery(): void {
    // No rows.
  }

  /** An attempt that failed on the way may have left the name behind. */
  private prepare(connection: Connection): void {
    connection.close({ type: 'S', name: this.name }, true);
    connection.parse({ name: this.name, text: this.text, types: [] }, true);
  }
}

function readerOf(type: number): (text: string) => unknown {
  return types.getTypeParser(type, 'text') as (text: string) => unknown;
}
