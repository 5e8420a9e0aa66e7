import { seedSandbox } from './sandbox/seed-sandbox';
import { dataDirOf } from './stack/environment';
import { findRunningStack } from './stack/running-stack';
import { reasonOf } from './stack/start-error';

// Creates the sandbox account in the stack that runs on DATA_DIR, unless it exists.
try {
  const dataDir = dataDirOf(process.env);
  const stack = findRunningStack(dataDir);
  if (!stack?.rootUrl || !stack.apiUrl) throw new Error(`no stack runs on ${dataDir}: start one with \`npm start\``);
  const account = await seedSandbox({ address: stack.apiUrl, rootUrl: stack.rootUrl, dataDir });
  console.log(`${account.email}\n${account.password}\n${account.apiKey}`);
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
