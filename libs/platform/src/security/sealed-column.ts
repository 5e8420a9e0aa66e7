/** A column of sealed values, with what opens them. See docs/backup-and-restore.md#rotate-the-master-key. */
export interface SealedColumn {
  /** With its schema. */
  readonly table: string;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  readonly column: string;
  readonly purpose: string;
  /** The columns whose values, joined by line breaks, each value is bound to. Default: `key`. */
  readonly bound?: readonly string[];
}
