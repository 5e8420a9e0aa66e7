/**
 * How changes of a table's rows are recorded as activity of their account. Each column of the table is in exactly one of
 * `fields`, `hidden` and `unrecorded`, which tools/activity.int-spec.ts checks. See docs/activity.md.
 */
export interface RecordedTable {
  /** With its schema. */
  readonly table: string;
  /** The kind of resource. */
  readonly kind: string;
  /** SQL of the resource's id and account, in which `row` is the row. Default: `row.id` and `row.account_id`. */
  readonly id?: string;
  readonly account?: string;
  /** SQL of a name by which users know the resource. It must hold no personal data of end users. */
  readonly name?: string;
  /** Columns whose values are recorded, as the API spells them. */
  readonly fields: readonly string[];
  /** Columns of JSON among them in which null says that a value is cleared. Of others, null members are not recorded. */
  readonly clearing?: readonly string[];
  /**
   * Columns whose changes are recorded without values, because they hold a secret or personal data, and the fields of the API
   * that they stand for.
   */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Columns of processes, such as counters, claims and times of use: their changes are not recorded. */
  readonly unrecorded?: readonly string[];
  /** Columns that end the resource when they are set, and the verb of the action. */
  readonly endings?: Readonly<Record<string, string>>;
  /** Only retention deletes rows, long after the resource has ended: their deletion is not recorded. */
  readonly isPruned?: boolean;
}

/** The tables of a context: those whose changes are recorded, and why the others are not. */
export interface RecordedTables {
  readonly recorded: readonly RecordedTable[];
  /** Names of tables without their schema, by the reason for which their changes are not recorded. */
  readonly unrecorded: Readonly<Record<string, readonly string[]>>;
}
