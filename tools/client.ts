import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ApiDocument } from './client/document';
import { generateClient } from './client/generate';
import { checkArguments } from './usage';

checkArguments(`Usage: npm run client

Generates libs/client/src/generated from docs/openapi.json.`);

const FOLDER = 'libs/client/src/generated';

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as ApiDocument;
mkdirSync(FOLDER, { recursive: true });
for (const [name, text] of Object.entries(generateClient(document))) writeFileSync(`${FOLDER}/${name}`, text as string);
