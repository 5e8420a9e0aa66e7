import { Mails, type OutgoingMail } from '@trunkline/kernel';
import { CaptchaVerifier, FraudScreening, type ScreenedRequest } from '../application/screening/ports';
import { MailAllowance } from '../application/mails/ports';
import { PasswordHasher } from '../application/passwords/ports';
import { Wallets } from '../application/ports';
import type { WalletBalance } from '../application/views';
import { type SigningKey, SigningKeyStore } from '../application/keys/signing-key-store';
import { Geolocation } from '../application/screening/geolocation';
import { type Location, NOWHERE } from '../domain/login-events/location';
import type { FraudDecision } from '../domain/login-events/login-event';
import { SettingsDashboardLinks } from '../infrastructure/mails/settings-dashboard-links';

export class FakePasswordHasher extends PasswordHasher {
  /** Every comparison; null for one without a user. */
  readonly compared: (string | null)[] = [];

  override async hash(password: string): Promise<string> {
    return `hash of ${password}`;
  }

  override async verify(hash: string | null, password: string): Promise<boolean> {
    this.compared.push(hash);
    return hash === `hash of ${password}`;
  }
}

export class FakeWallets extends Wallets {
  readonly balances = new Map<string, number>();
  readonly credited = new Set<string>();

  override async open({ accountId }: { accountId: string }): Promise<void> {
    this.balances.set(accountId, 0);
  }

  override async grantTrialCredit({
    accountId,
    amountCents,
  }: {
    accountId: string;
    amountCents: number;
  }): Promise<void> {
    if (this.credited.has(accountId)) return;
    this.credited.add(accountId);
    this.balances.set(accountId, this.balances.get(accountId)! + amountCents);
  }

  override async balance(accountId: string): Promise<WalletBalance> {
    return { amountCents: this.balances.get(accountId)!, creditLimitCents: 0, currency: 'USD' };
  }
}

export class FakeMails extends Mails {
  readonly sent: OutgoingMail[] = [];

  override async send(mail: OutgoingMail): Promise<void> {
    this.sent.push(mail);
  }

  /** The token of the newest email to an address. */
  tokenTo(email: string): string {
    const mail = this.sent.findLast(({ to }) => to === email);
    const token = mail && /token=([\w-]+)/.exec(mail.text)?.[1];
    if (!token) throw new Error(`No link was mailed to ${email}.`);
    return token;
  }
}

export const FAKE_LINKS = new SettingsDashboardLinks({ DASHBOARD_URL: 'https://dashboard.example' });

export class FakeFraudScreening extends FraudScreening {
  decision: FraudDecision = 'allow';
  readonly screened: ScreenedRequest[] = [];

  override async screen(request: ScreenedRequest): Promise<FraudDecision> {
    this.screened.push(request);
    return this.decision;
  }
}

/** Knows the addresses that a test places. */
export class FakeGeolocation extends Geolocation {
  readonly places = new Map<string, Location>();

  override locate(ip: string | null): Location {
    return this.places.get(ip ?? '') ?? NOWHERE;
  }
}

export class FakeCaptchaVerifier extends CaptchaVerifier {
  passes = true;

  override async verify(): Promise<boolean> {
    return this.passes;
  }
}

export class FakeMailAllowance extends MailAllowance {
  left = 1000;
  readonly asked: string[] = [];

  override async take(email: string): Promise<boolean> {
    this.asked.push(email);
    return this.left-- > 0;
  }
}

export class MemorySigningKeyStore extends SigningKeyStore {
  readonly kids: string[] = [];
  reads = 0;

  override async currentOrCreate(): Promise<SigningKey> {
    if (this.kids.length === 0) this.kids.unshift('kid_1');
    return this.key();
  }

  override async rotate(): Promise<SigningKey> {
    this.kids.unshift(`kid_${String(this.kids.length + 1)}`);
    return this.key();
  }

  override async publicJwks(): Promise<readonly Readonly<Record<string, unknown>>[]> {
    this.reads++;
    await this.currentOrCreate();
    return this.kids.map((kid) => ({ kid }));
  }

  private key(): SigningKey {
    return { kid: this.kids[0]!, alg: 'RS256', privateJwk: {} };
  }
}
