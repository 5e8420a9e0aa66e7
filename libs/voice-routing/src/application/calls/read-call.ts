import { hasNationalReading, readNumber } from '@trunkline/kernel';
import { dialledNumberOf, isWithheld } from '../../domain/calls/caller';
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
    const [from, to] = [dialledNumberOf(request.from), dialledNumberOf(request.to)];
    const isNational = hasNationalReading(from) || hasNationalReading(to);
    const country = isNational ? await this.sources.countryOf(await source()) : null;
    const { e164: caller, country: callerCountry } = readNumber(from, country) ?? NO_NUMBER;
    const { e164: called, country: calledCountry } = readNumber(to, country) ?? NO_NUMBER;
    const isAnonymous = isWithheld(request.from);
    return { request, at, source, caller, callerCountry, isAnonymous, called, calledCountry };
  }
}
