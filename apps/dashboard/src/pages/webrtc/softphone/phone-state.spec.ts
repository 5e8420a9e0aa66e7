import { detailOf, endOf, type PhoneState, refusalOf, STARTING, statusOf } from './phone-state';

const inCall = (call: Partial<NonNullable<PhoneState['call']>>): PhoneState => ({
  ...STARTING,
  link: 'registered',
  call: { direction: 'outgoing', party: '+1', stage: 'calling', since: null, isMuted: false, ...call },
});

describe('the state of a softphone', () => {
  it.each<[PhoneState, string]>([
    [STARTING, 'Connecting'],
    [{ ...STARTING, link: 'registered' }, 'Registered'],
    [{ ...STARTING, link: 'failed', reason: 'It rains.' }, 'Not connected'],
    [inCall({}), 'Calling +1'],
    [inCall({ stage: 'active' }), 'In a call with +1'],
    [inCall({ stage: 'ringing', direction: 'incoming' }), 'Incoming call from +1'],
  ])('is named in a few words: %j', (state, text) => {
    expect(statusOf(state)).toBe(text);
  });

  it.each<[PhoneState, string | null]>([
    [STARTING, null],
    [{ ...STARTING, link: 'registered' }, 'Calls to this user ring here.'],
    [{ ...STARTING, link: 'registered', ended: 'The call has ended.' }, 'The call has ended.'],
    [{ ...STARTING, link: 'failed', reason: 'It rains.' }, 'It rains.'],
    [inCall({}), null],
  ])('is explained: %j', (state, text) => {
    expect(detailOf(state)).toBe(text);
  });

  it('names known causes, and shows others as they are', () => {
    expect(endOf('User Denied Media Access')).toContain('microphone');
    expect(endOf('RTP Timeout')).toBe('The call failed: RTP Timeout.');
    expect(refusalOf('Authentication Error')).toContain('credentials');
    expect(refusalOf('SIP Failure Code')).toBe('The registration failed: SIP Failure Code.');
  });
});
