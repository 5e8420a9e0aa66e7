import { Agent } from 'node:http';
import { startFloor } from '../floor/floor';
import { compare, type Comparison, type Contender } from '../measuring/measure';
import { perSecondOf, post } from '../measuring/post';
import { accountOf } from '../stack/account';
import { onClient } from '../stack/database';
import { onStack } from '../stack/stack';

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

/** Measures sign-ins of many users, four at a time, beside the password hash alone. */
export const benchSignIn = (): Promise<Comparison[]> =>
  onStack(async (stack) => {
    const { email, password } = accountOf(stack);
    const hash = await createUsers(stack.databaseUrl, email);
    const floor = await startFloor(stack.databaseUrl, { hash }, 'sign-in/hash-floor-server');
    try {
      const pair = {
        floor: signIns('password hash alone', floor.url, password),
        ours: signIns('Trunkline', `${stack.rootUrl}/v1/auth/login`, password),
      };
      return [await compare(`POST /v1/auth/login, ${USERS} users, C=${CONNECTIONS}`, pair, ROUNDS)];
    } finally {
      floor.stop();
    }
  });

function signIns(name: string, url: string, password: string): Contender {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  const signIn = async (): Promise<void> => {
    const body = JSON.stringify({ email: `bench${next++ % USERS}@example.com`, password });
    await post({ url, agent, type: 'application/json', body });
  };
  return { name, perSecond: (seconds) => perSecondOf(CONNECTIONS, seconds, signIn) };
}

/** Returns the hash of their password. */
const createUsers = (databaseUrl: string, email: string): Promise<string> =>
  onClient(databaseUrl, async (client) => {
    for (const text of COPIES) await client.query(text, [email, USERS]);
    const { rows } = await client.query<{ password_hash: string }>(
      'SELECT password_hash FROM identity.users WHERE email = $1',
      [email],
    );
    return rows[0]?.password_hash ?? '';
  });
