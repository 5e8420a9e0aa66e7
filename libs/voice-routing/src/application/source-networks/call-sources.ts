import { canonicalNumber, dialledNumberOf, hasNationalReading, readNumber } from '@trunkline/kernel';
import { callerIdsOf, type ReadNumber } from '../../domain/calls/caller-id';
import type { AccountCountries, NumberDirectory } from '../ports';
import type { CallRequest, CallSource } from '../calls/call';
import type { RoutingSnapshots, SourceTrunk } from '../calls/ports';
import type { SourceClaims } from './source-claims';

/** Identifies the senders of calls: the authenticated user, else the source address. See docs/routing.md#source-networks. */
export class CallSources {
  constructor(
    private readonly snapshots: RoutingSnapshots,
    private readonly numbers: NumberDirectory,
    private readonly countries: AccountCountries,
    private readonly claims: SourceClaims,
  ) {}

  async of(request: CallRequest, at: Date): Promise<CallSource> {
    const { authUser, sourceIp } = request;
    const [trunks, carrierId] = await Promise.all([
      this.snapshots.ofSource({ authUser, ip: sourceIp }, at, request),
      authUser === null && sourceIp !== null ? this.snapshots.carrierOf(sourceIp) : null,
    ]);
    const isCarrier = carrierId !== null;
    return { trunks, isCarrier, accountId: isCarrier ? null : await this.accountOf(request, trunks) };
  }

  /** Returns the country whose national numbers the sender dials. Null for carriers and unknown senders, which dial none. */
  async countryOf({ accountId }: CallSource): Promise<string | null> {
    return accountId === null ? null : this.countries.country(accountId);
  }

  /**
   * Returns the number that a registered system presents which shows its user name. One that it asserts must be the account's;
   * those of its settings are. Null without one.
   */
  async presentedBy({ trunks: [trunk] }: CallSource, asserted: ReadNumber | null): Promise<ReadNumber | null> {
    if (!trunk) return null;
    const numbers = callerIdsOf({ caller: null, isAnonymous: false, fromNumber: null, asserted }, trunk);
    const own = asserted === null ? numbers : await this.ownedOf(trunk.accountId, numbers);
    return canonicalNumber(own[0] ?? '');
  }

  private async ownedOf(accountId: string, numbers: readonly string[]): Promise<string[]> {
    const known = await Promise.all(numbers.map((e164) => this.numbers.findByE164(e164)));
    return known.flatMap((number) => (number?.accountId === accountId ? [number.e164] : []));
  }

  /**
   * Resolves the account when several accounts claim networks around one address: the owner of the caller's number, else of
   * the asserted one, even if its trunk is disabled, else the account whose claim decides. Null: ambiguous. A trunk's caller ID
   * override plays no part.
   */
  private async accountOf(request: CallRequest, sources: readonly SourceTrunk[]): Promise<string | null> {
    const { from, assertedIdentity, sourceIp } = request;
    const accounts = [...new Set(sources.map(({ accountId }) => accountId))];
    const [only = null] = accounts;
    if (accounts.length <= 1) return only;
    const [byFrom, byAssertion] = await Promise.all([
      this.ownerOf(from, accounts),
      assertedIdentity === null ? null : this.ownerOf(assertedIdentity, accounts),
    ]);
    return byFrom ?? byAssertion ?? (sourceIp && (await this.claims.decide(sourceIp, sources)));
  }

  private async ownerOf(header: string, accounts: readonly string[]): Promise<string | null> {
    const owners = await Promise.all(accounts.map((accountId) => this.owns(accountId, dialledNumberOf(header))));
    return accounts.find((_, index) => owners[index]) ?? null;
  }

  /** Reads the caller's number as the account dials it. */
  private async owns(accountId: string, from: string): Promise<boolean> {
    const country = hasNationalReading(from) ? await this.countries.country(accountId) : null;
    const caller = readNumber(from, country);
    return caller !== null && (await this.numbers.findByE164(caller.e164))?.accountId === accountId;
  }
}
