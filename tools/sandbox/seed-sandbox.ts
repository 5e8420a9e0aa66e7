import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { StartError } from '../stack/start-error';
import { type Answer, ApiClient } from './api-client';
import { awaitToken, mailedTokens } from './mail-folder';
import { type AccountDraft, keepAccount, readAccount, type SandboxAccount } from './sandbox-account';

export interface SeedTarget {
  /** Address of the API, such as http://127.0.0.1:3000. */
  readonly address: string;
  /** Public URL of the API: the origin that requests with a cookie must send. */
  readonly rootUrl: string;
  readonly dataDir: string;
}

const OWNER = { name: 'Demo Owner', company: 'Demo Telecom', country: 'US', intended_use: 'dev' };
const TOPUP_CENTS = 10_000;
const CARD = 'pm_card_visa';
const MAIL_TIMEOUT_MS = 30_000;
const PASSWORD_BYTES = 15;
const SUFFIX_BYTES = 3;

/** Signs up, verifies by mail, tops up and creates an API key, as a customer does. Each step checks whether it is done. */
class Seeding {
  private readonly api: ApiClient;

  constructor(
    private readonly target: SeedTarget,
    private draft: AccountDraft,
  ) {
    this.api = new ApiClient(target.address, target.rootUrl);
  }

  async run(): Promise<SandboxAccount> {
    const { dataDir } = this.target;
    keepAccount(dataDir, this.draft);
    await this.signIn();
    const accountId = String((await this.done(this.api.get('/accounts/me'), 200)).data['id']);
    await this.topUp();
    const key = await this.done(this.api.post('/api-keys', { name: 'Sandbox' }), 201);
    const account = { ...this.draft, accountId, apiKey: String(key.data['key']) };
    keepAccount(dataDir, account);
    return account;
  }

  private async signIn(): Promise<void> {
    const { email, password } = this.draft;
    const known = this.tokens();
    const login = await this.api.post('/auth/login', { email, password });
    if (login.status === 200) return;
    if (login.code === 'email_unverified') await this.api.post('/auth/email/resend', { email });
    else await this.signUp();
    const token = await awaitToken(() => this.tokens(), known, MAIL_TIMEOUT_MS);
    if (!token)
      throw new StartError('the verification mail of the sandbox account did not arrive; see the log of the worker');
    await this.done(this.api.post('/auth/verify-email', { token }), 200);
  }

  private async signUp(): Promise<void> {
    let answer = await this.api.post('/auth/signup', { ...OWNER, ...this.draft });
    if (answer.code === 'email_in_use') {
      // The account belongs to an earlier seeding whose password was lost with its file.
      this.draft = newDraft(`demo+${randomBytes(SUFFIX_BYTES).toString('hex')}@example.com`);
      keepAccount(this.target.dataDir, this.draft);
      answer = await this.api.post('/auth/signup', { ...OWNER, ...this.draft });
    }
    await this.done(Promise.resolve(answer), 201);
  }

  private tokens(): string[] {
    return mailedTokens(join(this.target.dataDir, 'mail'), this.draft.email, 'verify-email');
  }

  private async topUp(): Promise<void> {
    const balance = await this.done(this.api.get('/billing/balance'), 200);
    if (Number(balance.data['amount_cents']) >= TOPUP_CENTS) return;
    const card = await this.api.post('/billing/payment-methods', {
      processor_payment_method_id: CARD,
      set_default: true,
    });
    if (card.code !== 'payment_method_exists') await this.done(Promise.resolve(card), 201);
    await this.done(this.api.post('/billing/topups', { amount_cents: TOPUP_CENTS }), 201);
  }

  private async done(asked: Promise<Answer>, status: number): Promise<Answer> {
    const answer = await asked;
    if (answer.status !== status) {
      throw new StartError(`the sandbox account could not be created: ${String(answer.status)} ${answer.text}`);
    }
    return answer;
  }
}

function newDraft(email: string): AccountDraft {
  return { email, password: randomBytes(PASSWORD_BYTES).toString('base64url') };
}

async function isWhole(account: AccountDraft, target: SeedTarget): Promise<boolean> {
  if (!account.apiKey || !account.accountId) return false;
  return (await new ApiClient(target.address, target.rootUrl).get('/accounts/me', account.apiKey)).status === 200;
}

/** Returns the sandbox account: the one stored in the data folder if it still works, else a new one. */
export async function seedSandbox(target: SeedTarget): Promise<SandboxAccount> {
  const kept = readAccount(target.dataDir);
  if (kept && (await isWhole(kept, target))) return kept as SandboxAccount;
  const draft = kept ? { email: kept.email, password: kept.password } : newDraft('demo@example.com');
  return new Seeding(target, draft).run();
}
