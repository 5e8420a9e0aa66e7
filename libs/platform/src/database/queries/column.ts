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
  boolean: { type: 'boolean' },
  time: { type: 'timestamptz' },
  optionalTime: { type: 'timestamptz', ...nullable },
  json: { type: 'jsonb' },
  optionalJson: { type: 'jsonb', ...nullable },
} as const;

/** Returns what describes the tables of a schema. `target` is the class of their rows, if they have one. */
export const tablesOf =
  (schema: string) =>
  <T>(tableName: string, columns: EntitySchemaOptions<T>['columns'], target?: EntitySchemaOptions<T>['target']) =>
    new EntitySchema<T>({ name: `${schema}.${tableName}`, schema, tableName, columns, ...(target && { target }) });
