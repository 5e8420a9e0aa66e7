import { randomBytes } from 'node:crypto';
import { Ledger } from '@trunkline/billing-ledger';
import { ApiKeys, type views } from '@trunkline/identity';
import { openVerifiedAccount } from '@trunkline/identity/testing';
import { Clock, type Principal } from '@trunkline/kernel';
import { Database, type MailMessage, MailOutbox } from '@trunkline/platform';
import type { Response } from 'express';
import { SessionCookies } from '../../src/http';
import type { Answer } from './conformance';

/** The part of the API under test that customers use. */
interface ApiUnderTest {
  post(path: string, body: unknown, sender?: { readonly cookie?: string }): Promise<Answer>;
  use<T>(token: abstract new (...args: never[]) => T): T;
}

/** A verified user with a session and an API key. */
export interface Customer {
  readonly accountId: string;
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  readonly key: string;
}

/** Sends with the session cookie, for endpoints that require a session. */
export function bySession({ cookie }: Customer): { readonly cookie: string } {
  return { cookie };
}

/** The client of the requests that tests send. */
const CALLER = { ip: '127.0.0.1', userAgent: 'node' };
const KEY = { name: 'test', scopes: ['*'], allowedCidrs: [], expiresAt: null };

function ownerWith({ sessionId, accountId, userId }: views.SignedIn, signedInAt: Date): Principal {
  const rights = { role: 'owner', scopes: ['*'], tier: 'self_serve', accountStatus: 'active' } as const;
  return { credential: 'session', credentialId: sessionId, accountId, userId, ...rights, isPartial: false, signedInAt };
}

/** Returns the pair of name and value that the response of a sign-in sets. */
function cookieOf(cookies: SessionCookies, { sessionSecret, expiresAt }: views.SignedIn): string {
  const headers: string[] = [];
  const response = { append: (_name: string, value: string) => headers.push(value) } as unknown as Response;
  cookies.set(response, sessionSecret, expiresAt);
  return headers[0]?.split(';')[0] ?? '';
}

/** Creates customers, and reads the mails to them. */
export class Customers {
  constructor(private readonly api: ApiUnderTest) {}

  /**
   * Signs up, verifies the address and creates a key without a request: most tests begin with it. The requests have tests of
   * their own. `balanceCents` is the total balance, including the trial credit of 500.
   */
  async make({ balanceCents = 500 }: { readonly balanceCents?: number } = {}): Promise<Customer> {
    const use = this.api.use.bind(this.api);
    const email = `c-${randomBytes(8).toString('hex')}@example.com`;
    const password = 'correct horse battery staple';
    const person = { email, password, name: 'Test Customer', country: 'US' };
    const session = await openVerifiedAccount(use, { ...person, caller: CALLER });
    const { accountId, userId } = session;
    const { key } = await use(ApiKeys).create(ownerWith(session, use(Clock).now()), KEY);
    await this.fund(accountId, balanceCents - 500);
    return { accountId, userId, email, password, cookie: cookieOf(use(SessionCookies), session), key };
  }

  /** Verifies the email with the mailed token and returns the session cookie. */
  async verify(email: string): Promise<string> {
    const answer = await this.api.post('/v1/auth/verify-email', {
      token: await this.mailedToken(email, 'verify-email'),
    });
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
    if (answer.status !== 200 || !cookie) throw new Error(`Verification failed: ${answer.text}`);
    return cookie;
  }

  /** Returns the token in the newest mail that links to the given dashboard page. */
  async mailedToken(email: string, page: string): Promise<string> {
    const text = await this.newestMail(email, page);
    const token = new RegExp(`/${page}\\?token=([A-Za-z0-9_-]+)`).exec(text)?.[1];
    if (!token) throw new Error(`No mail to ${email} leads to ${page}.`);
    return token;
  }

  /** Returns the six-digit code in the newest mail to an address. */
  async mailedCode(email: string): Promise<string> {
    for await (const { text } of this.mailsTo(email)) {
      const code = /^[0-9]{6}$/m.exec(text)?.[0];
      if (code) return code;
    }
    throw new Error(`No mail to ${email} carries a code.`);
  }

  /** Returns the subjects of the queued mails to an address, newest first. */
  async subjectsTo(email: string): Promise<string[]> {
    const subjects: string[] = [];
    for await (const { subject } of this.mailsTo(email)) subjects.push(subject);
    return subjects;
  }

  private async newestMail(email: string, page: string): Promise<string> {
    for await (const { text } of this.mailsTo(email)) if (text.includes(`/${page}?token=`)) return text;
    throw new Error(`No mail to ${email} leads to ${page}.`);
  }

  /** Queued mails, newest first. Each is read when it is asked for: addresses are encrypted with the text. */
  private async *mailsTo(email: string): AsyncGenerator<MailMessage> {
    const outbox = this.api.use(MailOutbox);
    const waiting = await this.api
      .use(Database)
      .query<{ id: string }>(`SELECT id FROM platform.mails WHERE status = 'waiting' ORDER BY id DESC`);
    for (const { id } of waiting) {
      const message = await outbox.find(id);
      if (message?.to === email) yield message;
    }
  }

  /** Adds to the balance, or takes from it. */
  async fund(accountId: string, cents: number): Promise<void> {
    const ledger = this.api.use(Ledger);
    const order = {
      accountId,
      description: 'Test balance',
      relatedKind: 'test',
      relatedId: accountId,
      reference: 'test-balance',
    };
    if (cents > 0) await ledger.refund({ ...order, amountCents: cents });
    if (cents < 0) await ledger.charge({ ...order, amountCents: -cents });
  }
}
