import { once } from 'node:events';
import { assertPackages } from './sip/bed/programs';
import { callIn, callOut, reportOf } from './sip/demo/demo-calls';
import { type DemoSwitch, openDemo, sandboxCustomer } from './sip/demo/demo-switch';
import { reasonOf } from './stack/start-error';
import { runningStack } from './tour/stack';
import { checkArguments } from './usage';
import { textAt } from './tour/http';
import { serveSoftphone } from './sip/phones/softphone-page';

/** A page with a phone, and the number of an echo. */
interface DemoPhone {
  readonly url: string;
  readonly echo: string;
  readonly close: () => void;
}

/** Creates a user for a browser and a number that leads to the echo of the agent, and serves the phone. */
async function serveDemoPhone({ bed, customer, kamailio, number }: DemoSwitch): Promise<DemoPhone> {
  const port = Number(kamailio.env['ECHO_PORT']);
  const trunk = await customer.createTrunk({ name: `Echo ${Date.now().toString(36)}`, gateways: [{ port }] });
  const echo = await customer.buyNumber({ trunk_id: trunk.id });
  const user = await customer.send('POST', '/webrtc-users', { name: 'Demo', default_caller_id: number });
  const token = await customer.send('POST', `/webrtc-users/${textAt(user, 'id')}/tokens`);
  const { host, port: sipPort } = kamailio.address;
  const page = await serveSoftphone(await bed.ports.port(), {
    // Browsers accept a WebSocket without TLS to this machine.
    url: `ws://${host}:${sipPort}`,
    user: textAt(token, 'sip_username'),
    password: textAt(token, 'sip_password'),
    domain: textAt(token, 'sip_domain'),
    number: echo,
  });
  return { url: page.url, echo, close: page.close };
}

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
