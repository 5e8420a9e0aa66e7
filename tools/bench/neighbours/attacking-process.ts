// Prints a line when it begins, sends the requests of one attack until it is stopped, then prints how many responses each status
// had. A process of its own, because the bench measures calls meanwhile.
import { Agent, request } from 'node:http';
import { type Attack, attacksBy, type AttackRequest, type Attacker } from './attacks';

const { attack: name, attacker } = JSON.parse(process.env['ATTACK'] ?? '{}') as {
  readonly attack: string;
  readonly attacker: Attacker;
};

const statuses = new Map<number, number>();

/** Resolves to 0 when the connection broke off. */
function statusOf({ method, url, headers, body }: AttackRequest, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const length = body ? { 'content-length': body.length } : {};
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}

async function run({ lanes, requests }: Attack): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const lane = async (first: number): Promise<void> => {
    for (let n = first; ; n++) {
      const next = requests[n % requests.length];
      if (!next) return;
      const status = await statusOf(next, agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, n) => lane(n)));
}

process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(Object.fromEntries(statuses))}\n`, () => process.exit(0));
});
// Closed when the bench is interrupted.
process.stdin.resume().once('close', () => process.exit(1));
const attack = attacksBy(attacker).find((each) => each.name === name);
if (!attack) throw new Error(`Unknown attack: ${name}`);
process.stdout.write(`${name}\n`);
await run(attack);
