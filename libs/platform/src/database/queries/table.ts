import { CommonErrors, snakeCase } from '@trunkline/kernel';
import type { QueryResultRow } from 'pg';
import type { EntitySchema, EntitySchemaColumnOptions } from 'typeorm';

/** Returns the name of a column: that of its member in snake_case, unless the schema names it. */
export function columnName(member: string, name?: string): string {
  return name ?? snakeCase(member);
}

interface Column {
  readonly member: string;
  readonly name: string;
  /** As PostgreSQL spells it. */
  readonly type: string;
  readonly isKey: boolean;
  readonly isJson: boolean;
}

interface Description {
  readonly path: string;
  readonly columns: readonly Column[];
  /** The SELECT list of all columns. */
  readonly all: string;
}

const descriptions = new WeakMap<object, Description>();

function descriptionOf<T>(schema: EntitySchema<T>): Description {
  const known = descriptions.get(schema);
  if (known) return known;
  const { schema: context, tableName, columns } = schema.options;
  const described = Object.entries(columns as Record<string, EntitySchemaColumnOptions>).map(
    ([member, { name, type, array, primary = false }]) => ({
      member,
      name: columnName(member, name),
      type: `${String(type)}${array ? '[]' : ''}`,
      isKey: primary,
      isJson: type === 'jsonb',
    }),
  );
  const description = { path: `${context}.${tableName}`, columns: described, all: listing(described) };
  descriptions.set(schema, description);
  return description;
}

/**
 * Returns a SELECT list of columns under the names of their members, such as `u.id, u.created_at AS "createdAt"`. Default:
 * all columns, without an alias of the table.
 */
export function columnsOf<T>(schema: EntitySchema<T>, members?: readonly (keyof T & string)[], alias?: string): string {
  const { columns, all } = descriptionOf(schema);
  if (!members && alias === undefined) return all;
  const chosen = members ? members.map((member) => columnOf(schema, member)) : columns;
  return listing(chosen, alias === undefined ? '' : `${alias}.`);
}

function listing(columns: readonly Column[], qualifier = ''): string {
  return columns.map(({ member, name }) => `${qualifier}${name}${member === name ? '' : ` AS "${member}"`}`).join(', ');
}

/** Returns all members of a table's entity but some, in the order of its columns. */
export function membersOf<T>(
  schema: EntitySchema<T>,
  except: readonly (keyof T & string)[] = [],
): (keyof T & string)[] {
  const members = descriptionOf(schema).columns.map(({ member }) => member as keyof T & string);
  return members.filter((member) => !except.includes(member));
}

/** Returns the list of columns for an INSERT of `storedValues`, or of what `selectGiven` selects. */
export function columnNames<T>(schema: EntitySchema<T>, members = membersOf(schema)): string {
  return members.map((member) => columnOf(schema, member).name).join(', ');
}

/** Returns the values of an entity's columns. */
export function storedValues<T extends object>(
  schema: EntitySchema<T>,
  entity: T,
  members = membersOf(schema),
): unknown[] {
  return members.map((member) => valueOf(columnOf(schema, member), entity));
}

/**
 * Returns a SELECT of the entities in the JSON array `$1` as rows of their table: one statement for any number of rows. A member
 * that is missing is NULL.
 */
export function selectGiven<T>(schema: EntitySchema<T>, members = membersOf(schema)): string {
  const columns = members.map((member) => columnOf(schema, member));
  const selected = columns.map(({ member, name }) => `given."${member}" AS ${name}`).join(', ');
  const typed = columns.map(({ member, type }) => `"${member}" ${type}`).join(', ');
  return `SELECT ${selected} FROM jsonb_to_recordset($1::jsonb) AS given (${typed})`;
}

/** Returns the entity of a row that was selected by `columnsOf`. */
export function entityOf<T extends object>(schema: EntitySchema<T>, row: QueryResultRow): T {
  const { target } = schema.options;
  const prototype = typeof target === 'function' ? (target.prototype as object) : Object.prototype;
  return Object.assign(Object.create(prototype) as T, row);
}

function columnOf<T>(schema: EntitySchema<T>, member: string): Column {
  const { columns, path } = descriptionOf(schema);
  const column = columns.find((each) => each.member === member);
  if (!column) throw new Error(`${path} has no column of ${member}.`);
  return column;
}

/** The methods of `Database` that a table needs. */
interface Statements {
  query<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
  write(text: string, values: readonly unknown[], translate?: (error: unknown) => unknown): Promise<void>;
}

/**
 * Reads and writes entities by statements that are built from the description of their table. `where` is what follows WHERE:
 * a condition with $1, $2, …, and ORDER BY, LIMIT and FOR UPDATE.
 */
export class Table<T extends object> {
  private readonly path: string;
  private readonly columns: readonly Column[];

  constructor(
    private readonly db: Statements,
    private readonly schema: EntitySchema<T>,
  ) {
    ({ path: this.path, columns: this.columns } = descriptionOf(schema));
  }

  async query(where: string, values: readonly unknown[]): Promise<T[]> {
    const rows = await this.db.query(`SELECT ${columnsOf(this.schema)} FROM ${this.path} WHERE ${where}`, values);
    return rows.map((row) => entityOf(this.schema, row));
  }

  /** Returns the first entity, or null. */
  async find(where: string, values: readonly unknown[]): Promise<T | null> {
    return (await this.query(where, values))[0] ?? null;
  }

  /** Returns the first entity. Throws `notFound` without one. */
  async get(where: string, values: readonly unknown[], notFound = CommonErrors.not_found): Promise<T> {
    const found = await this.find(where, values);
    if (!found) throw notFound();
    return found;
  }

  /** Inserts entities in one statement, as `Database.write` does. A member that is undefined takes the column's default. */
  async add(entities: T | readonly T[], translate?: (error: unknown) => unknown): Promise<void> {
    const values: unknown[] = [];
    const rows = listOf(entities).map((entity) => {
      const stored = this.columns.map((column) => valueOf(column, entity));
      return `(${stored.map((value) => (value === undefined ? 'DEFAULT' : `$${values.push(value)}`)).join(', ')})`;
    });
    const names = this.columns.map(({ name }) => name).join(', ');
    if (rows.length > 0)
      await this.db.write(`INSERT INTO ${this.path} (${names}) VALUES ${rows.join(', ')}`, values, translate);
  }

  /**
   * Updates the rows of entities, as `Database.write` does: all columns, or those of `members`, except of members that are
   * undefined. In one statement of an UPDATE each, because joined with a list of rows, a planner without statistics would
   * scan the whole table. So for few entities.
   */
  async save(
    entities: T | readonly T[],
    translate?: (error: unknown) => unknown,
    members: readonly (keyof T & string)[] = this.settable(),
  ): Promise<void> {
    const values: unknown[] = [];
    const terms = (columns: readonly Column[], entity: T) =>
      columns
        .map((column) => [column.name, valueOf(column, entity)] as const)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name} = $${values.push(value)}`);
    const set = members.map((member) => columnOf(this.schema, member));
    const keys = this.columns.filter(({ isKey }) => isKey);
    // Without a part of the key, the statement would update the rows of all others.
    const isWhole = (entity: T) => keys.every((column) => valueOf(column, entity) !== undefined);
    if (!listOf(entities).every(isWhole)) throw new Error(`An entity of ${this.path} has no key.`);
    const updates = listOf(entities).map(
      (entity) => `UPDATE ${this.path} SET ${terms(set, entity).join(', ')} WHERE ${terms(keys, entity).join(' AND ')}`,
    );
    const last = updates.pop();
    if (last === undefined) return;
    const others = updates.map((update, index) => `update_${index} AS (${update})`);
    await this.db.write(others.length > 0 ? `WITH ${others.join(', ')} ${last}` : last, values, translate);
  }

  /**
   * Updates members of many entities, as `Database.write` does, in one statement that joins the table with their list. Times
   * are stored to the millisecond. None of the members may be undefined: unlike `save`, the statement sets all of them in all
   * rows.
   */
  async saveMany(entities: readonly T[], members: readonly (keyof T & string)[]): Promise<void> {
    const keys = this.columns.filter(({ isKey }) => isKey);
    const set = members.map((member) => columnOf(this.schema, member));
    const stored = (entity: T, { member, name }: Column) => {
      const value = (entity as Readonly<Record<string, unknown>>)[member];
      if (value === undefined) throw new Error(`An entity of ${this.path} has no ${member}.`);
      return [name, value] as const;
    };
    const rows = entities.map((entity) =>
      Object.fromEntries([...keys, ...set].map((column) => stored(entity, column))),
    );
    if (rows.length === 0) return;
    const equal = (names: readonly Column[], alias: string) => names.map(({ name }) => `${alias}${name} = r.${name}`);
    await this.db.write(
      `UPDATE ${this.path} t SET ${equal(set, '').join(', ')}
       FROM jsonb_populate_recordset(NULL::${this.path}, $1::jsonb) r WHERE ${equal(keys, 't.').join(' AND ')}`,
      [JSON.stringify(rows)],
    );
  }

  private settable(): (keyof T & string)[] {
    return this.columns.filter(({ isKey }) => !isKey).map(({ member }) => member as keyof T & string);
  }
}

function listOf<T extends object>(entities: T | readonly T[]): readonly T[] {
  return Array.isArray(entities) ? (entities as readonly T[]) : [entities as T];
}

/** The driver would send an array of JSON as an array of PostgreSQL. */
function valueOf({ member, isJson }: Column, entity: object): unknown {
  const value = (entity as Readonly<Record<string, unknown>>)[member];
  return isJson && value !== null && value !== undefined ? JSON.stringify(value) : value;
}
