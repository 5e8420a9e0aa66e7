// npm run sip-demo: calls through Kamailio, with the messages as they are sent.
import { once } from 'node:events';
import { assertPackages } from './sip/bed/programs';
import { callIn, callOut, reportOf } from './sip/demo/demo-calls';
import { type DemoSwitch, openDemo, sandboxCustomer } from './sip/demo/demo-switch';
import { serveDemoPhone } from './sip/demo/browser-demo';
import { reasonOf } from './stack/start-error';
import { runningStack } from './tour/stack';
import { checkArguments } from './usage';

const USAGE = `Usage: npm run sip-demo, or npm run sip-demo -- --browser

Starts a switch (Kamailio and its agent) beside the stack that runs on DATA_DIR, or beside one of its own. Buys a number,
registers a phone, places a call to it and one from it, and prints their messages, decisions, records and prices.

  --browser  Serves a phone for a browser of this machine, which calls an echo. Runs until Ctrl-C.`;

checkArguments(USAGE, ['--browser']);
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

const say = (line: string): void => {
  console.log(line);
};

async function calls(demo: DemoSwitch): Promise<void> {
  for (const [title, place] of [
    [`\nA call to ${demo.number}\n`, callIn],
    ['\nA call from the phone system\n', callOut],
  ] as const) {
    say(title);
    const call = await place(demo, say);
    say('');
    for (const line of await reportOf(demo, call)) say(line);
  }
}

async function play(): Promise<void> {
  assertPackages();
  const isBrowser = process.argv.includes('--browser');
  const stack = await runningStack(process.env, say);
  try {
    const demo = await openDemo({ stack, customer: sandboxCustomer(stack), relaysMedia: isBrowser, say });
    try {
      await calls(demo);
      if (isBrowser) await talk(demo);
    } finally {
      await demo.close();
    }
  } finally {
    await stack.stop();
  }
}

async function talk(demo: DemoSwitch): Promise<void> {
  const { url, echo, close } = await serveDemoPhone(demo);
  say(`\nOpen ${url} in a browser of this machine, call ${echo} and speak: it is an echo. Ctrl-C ends the demo.`);
  await once(process, 'SIGINT');
  close();
}

try {
  await play();
  process.exit(0);
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}
