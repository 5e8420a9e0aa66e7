// npm run openapi -- [file]: writes the OpenAPI document of the running stack (or of one started for it).
import { writeFileSync } from 'node:fs';
import { runningStack } from './tour/stack';

const [file] = process.argv.slice(2);
const stack = await runningStack(process.env, (line) => void process.stderr.write(`${line}\n`));
try {
  const document: unknown = await (await fetch(`${stack.rootUrl}/openapi.json`)).json();
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (file) writeFileSync(file, text);
  else process.stdout.write(text);
} finally {
  await stack.stop();
}
