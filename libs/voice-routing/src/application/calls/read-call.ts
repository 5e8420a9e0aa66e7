import { hasNationalReading, readNumber } from '@trunkline/kernel';
import { asksForPrivacy, dialledNumberOf, isWithheld, userOf } from '../../domain/calls/caller';
import type { Call, CallRequest, CallSource } from './call';
import type { CallSources } from './call-sources';

const NO_NUMBER = { e164: null, country: null };

/**
 * Brings the numbers of a call into canonical form, before anything is decided, priced, dialled or stored. National forms are
 * those of the country of the sender's account; a carrier dials none. See docs/routing.md#numbers.
 */
export class ReadCall {
  constructor(private readonly sources: CallSources) {}

  async read(request: CallRequest, at: Date): Promise<Call> {
    let found: Promise<CallSource> | undefined;
    const source = () => (found ??= this.sources.of(request, at));
    const [from, to, identity] = [request.from, request.to, request.assertedIdentity ?? ''].map(dialledNumberOf);
    const isNational = [from, to, identity].some((text) => text !== undefined && hasNationalReading(text));
    const country = isNational ? await this.sources.countryOf(await source()) : null;
    const read = (text = '') => readNumber(text, country);
    const fromNumber = isOwnName(request) ? null : read(from);
    const isAnonymous = isWithheld(request.from) || asksForPrivacy(request.privacy);
    const { e164: caller, country: callerCountry } = (!isAnonymous && fromNumber) || NO_NUMBER;
    const { e164: called, country: calledCountry } = read(to) ?? NO_NUMBER;
    const parties = { caller, callerCountry, isAnonymous, fromNumber, asserted: read(identity), called, calledCountry };
    return { request, at, source, ...parties };
  }
}

/** A registered system may put its user name into From, which is not its number even if it consists of digits. */
function isOwnName({ from, authUser }: CallRequest): boolean {
  return authUser !== null && userOf(from) === authUser;
}
