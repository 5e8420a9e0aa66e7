// npm run openapi: writes the OpenAPI document of the customer API to docs/openapi.json, and the types of events
// to docs/events.md, and the reasons of failed calls to docs/failed-calls.md.
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { withEventTypes, withReasons } from './tables';
import { describeApi } from './reference';

const { api } = describeApi({ api: '/', operator: '/' });
writeFileSync('docs/openapi.json', `${JSON.stringify(api, null, 2)}\n`);
for (const [page, withTables] of [
  ['docs/events.md', withEventTypes],
  ['docs/failed-calls.md', withReasons],
] as const)
  writeFileSync(page, withTables(readFileSync(page, 'utf8')));
