import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import type { Stack } from '../../tour/stack';
import { compare, type Comparison, type Contender } from '../measuring/measure';
import { perSecondOf, post } from '../measuring/post';
import { startBenchStack } from '../stack/stack';

const USERS = 200;
const CONNECTIONS = 4;
const ROUNDS = { rounds: 5, seconds: 3, warmUps: 1, target: 0.85 };

/** Copies of the user and the account of the stack ($1), with the same password. */
const COPIES = [
  `INSERT INTO identity.accounts
   SELECT (jsonb_populate_record(a, jsonb_build_object('id', 'acc_bench' || n, 'sign_up_operation_id', 'bench' || n))).*
   FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id JOIN identity.accounts a ON a.id = m.account_id,
     generate_series(0, $2 - 1) n WHERE u.email = $1`,
  `INSERT INTO identity.users
   SELECT (jsonb_populate_record(u, jsonb_build_object('id', 'usr_bench' || n, 'email', 'bench' || n || '@example.com'))).*
   FROM identity.users u, generate_series(0, $2 - 1) n WHERE u.email = $1`,
  `INSERT INTO identity.memberships
   SELECT (jsonb_populate_record(m, jsonb_build_object('account_id', 'acc_bench' || n, 'user_id', 'usr_bench' || n))).*
   FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id, generate_series(0, $2 - 1) n WHERE u.email = $1`,
];

interface Account {
  readonly email: string;
  readonly password: string;
}

/** Measures sign-ins of many users, four at a time, beside the password hash alone. */
export async function benchSignIn(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  try {
    const account = JSON.parse(readFileSync(join(stack.dataDir, 'account.json'), 'utf8')) as Account;
    const floor = await startFloor(await createUsers(stack, account));
    try {
      const pair = {
        floor: signIns('password hash alone', `http://127.0.0.1:${floor.port}`, account),
        ours: signIns('Trunkline', `${stack.rootUrl}/v1/auth/login`, account),
      };
      return [await compare(`POST /v1/auth/login, ${USERS} users, C=${CONNECTIONS}`, pair, ROUNDS)];
    } finally {
      floor.stop();
    }
  } finally {
    await stack.stop();
  }
}

function signIns(name: string, url: string, { password }: Account): Contender {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  const signIn = async (): Promise<void> => {
    const body = JSON.stringify({ email: `bench${next++ % USERS}@example.com`, password });
    await post({ url, agent, type: 'application/json', body });
  };
  return { name, perSecond: (seconds) => perSecondOf(CONNECTIONS, seconds, signIn) };
}

/** Returns the hash of their password. */
async function createUsers({ databaseUrl }: Stack, { email }: Account): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const text of COPIES) await client.query(text, [email, USERS]);
    const { rows } = await client.query<{ password_hash: string }>(
      'SELECT password_hash FROM identity.users WHERE email = $1',
      [email],
    );
    return rows[0]?.password_hash ?? '';
  } finally {
    await client.end();
  }
}

/** Starts the floor as a process, as the API is. */
async function startFloor(hash: string): Promise<{ readonly port: number; readonly stop: () => void }> {
  const child = spawn(process.execPath, ['tools/run.mjs', 'bench/sign-in/hash-floor-server'], {
    env: { PATH: process.env['PATH'], PASSWORD_HASH: hash },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
    child.once('exit', () => reject(new Error('The floor server did not start.')));
  });
  return { port, stop: () => void child.kill('SIGTERM') };
}
