import { EntitySchema, type EntitySchemaOptions } from 'typeorm';

const nullable = { nullable: true } as const;

/** The types of columns, for the descriptions of tables. */
export const column = {
  key: { type: 'text', primary: true },
  text: { type: 'text' },
  optionalText: { type: 'text', ...nullable },
  texts: { type: 'text', array: true },
  integer: { type: 'integer' },
  optionalInteger: { type: 'integer', ...nullable },
  bigint: { type: 'bigint' },
  optionalBigint: { type: 'bigint', ...nullable },
  boolean: { type: 'boolean' },
  optionalBoolean: { type: 'boolean', ...nullable },
  bytes: { type: 'bytea' },
  time: { type: 'timestamptz' },
  optionalTime: { type: 'timestamptz', ...nullable },
  json: { type: 'jsonb' },
  optionalJson: { type: 'jsonb', ...nullable },
} as const;

/** Returns a function that describes a table of a schema. `target` is the class of its rows, if they have one. */
export const tablesOf =
  (schema: string) =>
  <T>(tableName: string, columns: EntitySchemaOptions<T>['columns'], target?: EntitySchemaOptions<T>['target']) =>
    new EntitySchema<T>({ name: `${schema}.${tableName}`, schema, tableName, columns, ...(target && { target }) });
