// npm run sip-kills: kills the parts of the system while calls are up. Needs the packages of npm run test:sip.
import { assertPackages } from './sip/bed/programs';
import { killEachInTurn, killOneNode } from './sip/load/kills';
import { closeLab, openLab } from './sip/run/lab';
import { reasonOf } from './stack/start-error';
import { checkArguments } from './usage';

checkArguments(`Usage: npm run sip-kills

Starts a stack and switches of its own. Kills the API, the agent and Kamailio, one after another, while 500 calls are up; then
one of two Kamailio nodes. Exits with 1 if a call lost its CDR, was charged twice, or still holds money.`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

const since = performance.now();
const say = (line: string): void => {
  console.log(`${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s  ${line}`);
};

async function main(): Promise<void> {
  assertPackages();
  const lab = await openLab({ relaysMedia: false });
  try {
    await killEachInTurn(lab, say);
    await killOneNode(lab, say);
  } finally {
    await closeLab(lab, process.env['KEEP_LOGS'] ?? null);
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}
