// npm run openapi: writes the OpenAPI document of the customer API to docs/openapi.json.
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { describeApi } from './reference';

const { api } = describeApi({ api: '/', operator: '/' });
writeFileSync('docs/openapi.json', `${JSON.stringify(api, null, 2)}\n`);
