// npm run openapi: writes the OpenAPI document of the customer API to docs/openapi.json, and the types of events to docs/events.md.
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { withEventTypes } from './events-page';
import { describeApi } from './reference';

const { api } = describeApi({ api: '/', operator: '/' });
writeFileSync('docs/openapi.json', `${JSON.stringify(api, null, 2)}\n`);
writeFileSync('docs/events.md', withEventTypes(readFileSync('docs/events.md', 'utf8')));
