// npm run openapi: writes the OpenAPI document of the customer API to docs/openapi.json, and the types of events
// to docs/events.md, and the rejections to docs/outbound.md.
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { withEventTypes, withRejections } from './tables';
import { describeApi } from './reference';

const { api } = describeApi({ api: '/', operator: '/' });
writeFileSync('docs/openapi.json', `${JSON.stringify(api, null, 2)}\n`);
for (const [page, withTables] of [
  ['docs/events.md', withEventTypes],
  ['docs/outbound.md', withRejections],
] as const)
  writeFileSync(page, withTables(readFileSync(page, 'utf8')));
