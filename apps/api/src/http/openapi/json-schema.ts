import { Components } from './components';
import type { DtoClass } from './schema';

/** Returns the self-contained JSON Schema (draft 2020-12) of a class, which resolves without the OpenAPI document. */
export function jsonSchemaOf(type: DtoClass): object {
  const components = new Components(new Map());
  const root = components.schemaOf(type);
  const { schemas } = components.toJSON() as { schemas: object };
  const whole = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...root, $defs: schemas };
  return JSON.parse(JSON.stringify(whole).replaceAll('"#/components/schemas/', '"#/$defs/')) as object;
}
