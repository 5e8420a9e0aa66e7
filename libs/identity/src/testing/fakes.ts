import { IdentityErrors } from '../domain/errors';
import type { Mails, OutgoingMail, Tier } from '@trunkline/kernel';
import type { BalanceAlerts, NumberHistory, OutboundCountries, Wallets } from '../application/ports';
import type { AutoRecharges, RunningPorts } from '../application/closure/ports';
import {
  type ConfiguredProvider,
  type IdentityProviders,
  ProviderFailure,
} from '../application/identity-providers/ports';
import type { BillingTerms, CallPricing, WalletTerms } from '../application/operator/ports';
import type { CallPrices } from '../application/operator/views';
import type { IdentityProvider, AuthorizationChecks } from '../domain/identity-providers/identity-provider';
import type { ProviderClaims } from '../domain/identity-providers/provider-claims';
import type { CaptchaVerifier, FraudScreening, ScreenedRequest, Geolocation } from '../application/screening/ports';
import { MailAllowance } from '../application/mails/ports';
import type { PhoneCodeAllowance, PhoneCodeRequest, PhoneMessages } from '../application/phone-verification';
import type { PasswordHasher } from '../application/passwords/ports';
import type { WalletBalance } from '../application/views';
import { type Location, NOWHERE } from '../domain/sessions/session';
import type { FraudDecision } from '../domain/sessions/login-event';
import { SettingsDashboardLinks } from '../infrastructure/mails/settings-dashboard-links';

export class FakePasswordHasher implements PasswordHasher {
  /** Every comparison; null for one without a user. */
  readonly compared: (string | null)[] = [];
  /** What happens while the next comparison runs. */
  meanwhile: (() => Promise<unknown>) | null = null;

  async hash(password: string): Promise<string> {
    return `hash of ${password}`;
  }

  async verify(hash: string | null, password: string): Promise<boolean> {
    this.compared.push(hash);
    const happens = this.meanwhile;
    this.meanwhile = null;
    await happens?.();
    return hash === `hash of ${password}`;
  }
}

export class FakeWallets implements Wallets {
  readonly balances = new Map<string, number>();
  readonly credited = new Set<string>();

  async open({ accountId }: { accountId: string }): Promise<void> {
    this.balances.set(accountId, 0);
  }

  async grantTrialCredit({ accountId, amountCents }: { accountId: string; amountCents: number }): Promise<void> {
    if (this.credited.has(accountId)) return;
    this.credited.add(accountId);
    this.balances.set(accountId, this.balances.get(accountId)! + amountCents);
  }

  async balance(accountId: string): Promise<WalletBalance> {
    return { amountCents: this.balances.get(accountId)!, creditLimitCents: 0, currency: 'USD' };
  }
}

export class FakeMails implements Mails {
  readonly sent: OutgoingMail[] = [];

  async send(mail: OutgoingMail): Promise<void> {
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

export class FakeFraudScreening implements FraudScreening {
  decision: FraudDecision = 'allow';
  readonly screened: ScreenedRequest[] = [];

  async screen(request: ScreenedRequest): Promise<FraudDecision> {
    this.screened.push(request);
    return this.decision;
  }
}

/** Knows the addresses that a test places. */
export class FakeGeolocation implements Geolocation {
  readonly places = new Map<string, Location>();

  locate(ip: string | null): Location {
    return this.places.get(ip ?? '') ?? NOWHERE;
  }
}

export class FakeCaptchaVerifier implements CaptchaVerifier {
  /** Requires the token of a solved challenge. Without it, `passes` decides. */
  isRequired = false;
  passes = true;
  isAway = false;
  private readonly solved = new Set<string>();

  solve(): string {
    const token = `solved-${this.solved.size}`;
    this.solved.add(token);
    return token;
  }

  async verify(token: string | null): Promise<boolean> {
    if (this.isAway) throw IdentityErrors.unavailable();
    return this.isRequired ? this.solved.delete(token ?? '') : this.passes;
  }
}

export class FakeMailAllowance extends MailAllowance {
  left = 1000;
  /** Emails, in order. */
  readonly taken: string[] = [];

  override async take(email: string): Promise<boolean> {
    this.taken.push(email);
    return this.left-- > 0;
  }
}

/** Keeps terms as billing does, without its rules. */
export class FakeWalletTerms implements BillingTerms {
  private readonly kept = new Map<string, WalletTerms>();

  changeTerms(accountId: string, change: Partial<WalletTerms>) {
    const before = this.kept.get(accountId) ?? { billingMode: 'prepaid', creditLimitCents: 0 };
    const after = { ...before, ...change };
    this.kept.set(accountId, after);
    return Promise.resolve({ before, after });
  }
}

/** Keeps prices as the rating of calls does, without its rules. */
export class FakeCallPricing implements CallPricing {
  private readonly kept = new Map<string, CallPrices>();

  get(accountId: string): Promise<CallPrices> {
    return Promise.resolve(this.kept.get(accountId) ?? { rateDeckId: null, smsRateDeckId: null, discountPct: 0 });
  }

  async changePrices(accountId: string, change: Partial<CallPrices>) {
    const before = await this.get(accountId);
    const after = { ...before, ...change };
    this.kept.set(accountId, after);
    return { before, after };
  }
}

/** Keeps messages instead of sending them. */
export class FakePhoneMessages implements PhoneMessages {
  isAvailable = true;
  readonly sent: { readonly to: string; readonly body: string }[] = [];
  /** Thrown by the next message. */
  fault: Error | null = null;

  send({ to, body }: { readonly to: string; readonly body: string }): Promise<void> {
    const { fault } = this;
    this.fault = null;
    if (fault) return Promise.reject(fault);
    this.sent.push({ to, body });
    return Promise.resolve();
  }

  /** Returns the code of the latest message. */
  code(): string {
    return this.sent.at(-1)?.body.slice(0, 6) ?? '';
  }
}

export class FakePhoneCodeAllowance implements PhoneCodeAllowance {
  readonly taken: PhoneCodeRequest[] = [];
  retryAfterSeconds = 0;

  take(request: PhoneCodeRequest): Promise<number> {
    this.taken.push(request);
    return Promise.resolve(this.retryAfterSeconds);
  }
}

/** The other contexts: records calls and returns configured results. */
export class FakeClosureTargets {
  readonly calls: string[] = [];
  /** Steps that report unfinished work. */
  readonly unfinished = new Set<string>();
  /** Accounts whose steps throw. */
  readonly broken = new Set<string>();

  async releaseAll(accountId: string): Promise<boolean> {
    return this.answer('releaseAll', accountId);
  }

  async archiveAll(accountId: string): Promise<void> {
    await this.answer('archiveAll', accountId);
  }

  async erase(accountId: string): Promise<void> {
    await this.answer('erase', accountId);
  }

  readonly paidOut: { readonly accountId: string; readonly reference: string }[] = [];

  async payOut({ accountId, reference }: { accountId: string; reference: string }): Promise<boolean> {
    this.paidOut.push({ accountId, reference });
    return this.answer(`payOut ${reference.slice(0, 12)}`, accountId);
  }

  /** Accounts with money in their wallets. */
  readonly funded = new Set<string>();

  async withMoney(accountIds: readonly string[]): Promise<readonly string[]> {
    return accountIds.filter((each) => this.funded.has(each));
  }

  private async answer(what: string, accountId: string): Promise<boolean> {
    this.calls.push(what);
    if (this.broken.has(accountId)) throw new Error(`${what} is broken`);
    return !this.unfinished.has(what);
  }
}

/** Runs as many ports as a test chooses. */
export class FakeRunningPorts implements RunningPorts {
  count = 0;

  countRunning(): Promise<number> {
    return Promise.resolve(this.count);
  }
}

export class FakeAutoRecharges implements AutoRecharges {
  readonly turnedOff: string[] = [];

  async turnOff(accountId: string): Promise<void> {
    this.turnedOff.push(accountId);
  }
}

export class FakeBalanceAlerts implements BalanceAlerts {
  readonly thresholds = new Map<string, number | null>();

  async alertBelow(accountId: string, thresholdCents: number | null): Promise<void> {
    this.thresholds.set(accountId, thresholdCents);
  }
}

export class FakeOutboundCountries implements OutboundCountries {
  /** Countries that only a verified account may open. */
  readonly highRisk = new Set<string>();

  async closedTo({ tier }: { readonly tier: Tier }, countries: readonly string[]): Promise<readonly string[]> {
    return tier === 'verified' ? [] : countries.filter((country) => this.highRisk.has(country));
  }
}

export class FakeNumberHistory implements NumberHistory {
  readonly ordered = new Set<string>();

  async hasOrdered(accountId: string): Promise<boolean> {
    return this.ordered.has(accountId);
  }
}

/** Providers with identities that the test adds. The `code` of a callback selects the identity. */
export class FakeIdentityProviders implements IdentityProviders {
  isAway = false;
  readonly invitees = new Map<string, ProviderClaims | 'denied'>();
  /** What each state was begun with. */
  readonly begun = new Map<string, AuthorizationChecks>();

  list(): readonly ConfiguredProvider[] {
    return [{ provider: 'oauth_idp1', displayName: 'First' }];
  }

  async authorizationUrl(_provider: IdentityProvider, checks: AuthorizationChecks): Promise<string> {
    if (this.isAway) throw new ProviderFailure('away');
    this.begun.set(checks.state, checks);
    return `https://issuer.example/authorize?state=${checks.state}`;
  }

  async identify(
    _provider: IdentityProvider,
    { code = '' }: Readonly<Record<string, string>>,
    checks: AuthorizationChecks,
  ): Promise<ProviderClaims | 'denied'> {
    const person = this.invitees.get(code);
    const begun = this.begun.get(checks.state);
    const isProven = begun?.nonce === checks.nonce && begun.codeVerifier === checks.codeVerifier;
    if (this.isAway || !person || !isProven) throw new ProviderFailure('proves nothing');
    return person;
  }
}
