import { seedStack } from './sandbox/samples/seed-stack';
import { dataDirOf } from './stack/environment';
import { findRunningStack } from './stack/running-stack';
import { reasonOf, StartError } from './stack/start-error';
import { checkArguments } from './usage';

checkArguments(`Usage: npm run seed

Gives the account of the sandbox that runs on DATA_DIR sample numbers, a trunk and forty days of calls. Creates the account if it
does not exist.`);

try {
  const dataDir = dataDirOf(process.env);
  const stack = findRunningStack(dataDir);
  if (!stack) throw new StartError(`no stack runs on ${dataDir}: start one with \`npm start\``);
  const { email, password, apiKey, numbers, calls } = await seedStack(dataDir, stack);
  const lines = [
    `Dashboard  ${process.env['DASHBOARD_URL'] ?? `${stack.rootUrl ?? ''}/dashboard`}`,
    `Account    ${email}`,
    `Password   ${password}`,
    `API key    ${apiKey}`,
    `The account has ${numbers} sample numbers; calls added: ${calls}.`,
  ];
  console.log(lines.join('\n'));
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
