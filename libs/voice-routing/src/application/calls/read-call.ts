import { asksForPrivacy, dialledNumberOf, hasNationalReading, isWithheld, readNumber, userOf } from '@trunkline/kernel';
import type { CallingNumbers, ReadNumber } from '../../domain/calls/caller-id';
import type { Call, CallRequest, CallSource } from './call';
import type { CallSources } from '../source-networks/call-sources';

interface CallerReading {
  readonly request: CallRequest;
  readonly source: Call['source'];
  /** Reads a header as the sender dials. */
  readonly read: (header: string) => ReadNumber | null;
}

/**
 * Brings the numbers of a call into canonical form, before anything is decided, priced, dialled or stored. National forms are
 * those of the country of the sender's account; a carrier dials none. See docs/routing.md#numbers.
 */
export class ReadCall {
  constructor(private readonly sources: CallSources) {}

  async read(request: CallRequest, at: Date): Promise<Call> {
    let found: Promise<CallSource> | undefined;
    const source = () => (found ??= this.sources.of(request, at));
    const headers = [request.from, request.to, request.assertedIdentity ?? ''];
    const isNational = headers.some((header) => hasNationalReading(dialledNumberOf(header)));
    const country = isNational ? await this.sources.countryOf(await source()) : null;
    const read = (header: string) => readNumber(dialledNumberOf(header), country);
    const called = read(request.to);
    const caller = await this.callerOf({ request, source, read });
    return { request, at, source, ...caller, called: called?.e164 ?? null, calledCountry: called?.country ?? null };
  }

  /**
   * Reads a call that is decided. Its numbers are those of the decision, whatever the switch repeats; the caller is shown as when
   * it was decided.
   */
  async readDecided(
    request: CallRequest,
    { createdAt, ...decided }: Pick<CallRequest, 'callId' | 'from' | 'to'> & { readonly createdAt: Date },
  ): Promise<Call> {
    const call = await this.read({ ...request, ...decided }, createdAt);
    const presented = isOwnName(request) ? call.caller : null;
    return { ...call, request: { ...call.request, from: request.from }, presented };
  }

  private async callerOf({
    request,
    source,
    read,
  }: CallerReading): Promise<CallingNumbers & Pick<Call, 'callerCountry' | 'presented'>> {
    const isAnonymous = isWithheld(request.from) || asksForPrivacy(request.privacy);
    const asserted = read(request.assertedIdentity ?? '');
    if (!isOwnName(request)) {
      const fromNumber = read(request.from);
      return { ...shown(isAnonymous ? null : fromNumber), isAnonymous, fromNumber, asserted, presented: null };
    }
    const own = isAnonymous ? null : await this.sources.presentedBy(await source(), asserted);
    const { caller, callerCountry } = shown(own);
    return { caller, callerCountry, isAnonymous, fromNumber: null, asserted, presented: caller };
  }
}

function shown(number: ReadNumber | null): Pick<Call, 'caller' | 'callerCountry'> {
  return { caller: number?.e164 ?? null, callerCountry: number?.country ?? null };
}

/** A registered system may put its user name into From, which is not its number even if it consists of digits. */
function isOwnName({ from, authUser }: CallRequest): boolean {
  return authUser !== null && userOf(from) === authUser;
}
